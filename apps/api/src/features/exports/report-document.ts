import {
  isRunDateKnown,
  shiftFigures,
  zonesMoved,
  reportDocumentSchema,
  reportedCheck,
  reportedResult,
  reportedSample,
  shownDiagnostic,
  type Comment,
  type InterpretedWellDiagnostic,
  type ReportDocument,
  type Run,
  type SampleResult,
  type Well,
} from '@curvewell/domain';

import type { ReportedCheck } from '../decisions/index.ts';
import type { DrawnWell } from '../interpretation/chart/chart-wells.ts';
import type { ReportFacts } from './report-facts.ts';

interface Reported {
  readonly run: Run;
  readonly check: ReportedCheck['check'];
  /** In the order of the report. */
  readonly wells: readonly DrawnWell[];
  readonly samples: readonly SampleResult[];
  readonly facts: ReportFacts;
}

/**
 * The content of a report as data. Parsing puts the fields in the schema's order, so equal reports give equal
 * text.
 */
export function reportDocument({ run, check, wells, samples, facts }: Reported): ReportDocument {
  const settings = new Map(
    run.analyses.flatMap((analysis) => Object.values(analysis.wells)).map((well) => [well.id, well]),
  );
  const reported = wells.flatMap((called) => {
    const set = settings.get(called.wellId);
    return set === undefined ? [] : [{ called, set }];
  });
  const assays = Map.groupBy(reported, ({ set }) =>
    JSON.stringify([set.kitVersion?.id, set.reactionBuffer?.id, set.channel]),
  );
  const document: ReportDocument = {
    format: 'curvewell-report',
    formatVersion: 1,
    run: runPart(run),
    trace: {
      algorithmVersion: facts.algorithmVersion,
      settingsSha256: facts.configurationSha256,
      softwareVersion: facts.softwareVersion,
      exportedBy: facts.exportedBy,
      exportedAt: facts.exportedAt,
    },
    check: check && reportedCheck(check),
    assays: [...assays.values()].flatMap(([first]) => (first === undefined ? [] : [assayPart(first)])),
    wells: reported.map(wellPart),
    ...(samples.length > 0 && { samples: samples.map(reportedSample) }),
  };
  return reportDocumentSchema.parse(document);
}

function runPart(run: Run): ReportDocument['run'] {
  return {
    businessId: run.businessId,
    name: run.name,
    plateId: run.plateId,
    plateType: run.plateType,
    status: run.status,
    laboratory: run.laboratory.name,
    instrumentName: run.instrumentName,
    created: isRunDateKnown(run) ? run.created : null,
    runDateSource: run.runDateSource,
    runDateZone: run.runDateZone,
    runDateText: run.runDateText,
    runDateByName: run.runDateByName,
    files: run.files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    kits: run.kits.map(({ kitVersion, reactionBuffer, lots }) => ({
      kit: kitPart(kitVersion),
      reactionBuffer: reactionBuffer?.name ?? null,
      lots: lots.map(({ name, expirationDate }) => ({ name, expirationDate })),
    })),
    acts: run.acts,
    rejectionReason: run.rejectionReason,
    ...(run.isTrial && { trialLots: run.trialLots.map(({ name }) => name) }),
    comments: run.comments.map(commentPart),
  };
}

interface ReportedWell {
  readonly called: DrawnWell;
  readonly set: Well;
}

function assayPart({ called, set }: ReportedWell): ReportDocument['assays'][number] {
  const { tmShift } = called.explanation;
  return {
    kit: set.kitVersion && kitPart(set.kitVersion),
    reactionBuffer: set.reactionBuffer?.name ?? null,
    channel: set.channel,
    phases: called.constantPhaseInfos.map(({ moved = 0, ...phase }) => ({
      ...phase,
      // The zones of the kit; the text states how far they moved.
      constantZoneInfos: zonesMoved(phase.constantZoneInfos, -moved),
    })),
    ...(tmShift && { tmShift: shiftFigures(tmShift) }),
  };
}

function wellPart({ called, set }: ReportedWell): ReportDocument['wells'][number] {
  const { interpretedWellDiagnostics: diagnostics } = called;
  const suggested = diagnostics.find(({ stateDiagnostic }) => stateDiagnostic === 'INITIAL');
  return {
    position: set.position,
    channel: set.channel,
    name: set.name,
    orderId: set.orderId,
    sampleType: called.sampleType,
    kit: set.kitVersion && kitPart(set.kitVersion),
    reactionBuffer: set.reactionBuffer?.name ?? null,
    lot: set.lot && { name: set.lot.name, expirationDate: set.lot.expirationDate },
    expected: reportedResult(set.expectedDiagnostic),
    result: reportedResult(shownDiagnostic(called)?.diagnosticColor),
    suggested: reportedResult(suggested?.diagnosticColor),
    changes: diagnostics.filter(({ stateDiagnostic }) => stateDiagnostic === 'UPDATED').map(changePart),
    explanation: called.explanation,
    comments: set.comments.map(commentPart),
  };
}

const kitPart = ({ kit, version }: NonNullable<Well['kitVersion']>) => ({ name: kit.name, version });

function changePart({ diagnosticColor, comment, byName, at, isUndo }: InterpretedWellDiagnostic) {
  const change = { result: reportedResult(diagnosticColor), comment, byName, at };
  return isUndo === true ? { ...change, isUndo } : change;
}

function commentPart({ technicianName, creationDateTime, editDateTime, value }: Comment) {
  return { technicianName, creationDateTime, editDateTime, value };
}
