import {
  reportDocumentSchema,
  shownDiagnostic,
  type CheckedWell,
  type Comment,
  type DiagnosticColor,
  type InterpretedWellDiagnostic,
  type ReportDocument,
  type ReportResult,
  type Run,
  type RunCheck,
  type Well,
} from '@curvewell/contracts';

import type { DrawnWell } from '../interpretation/chart-wells.ts';
import type { ReportFacts } from './report-facts.ts';

interface Reported {
  readonly run: Run;
  readonly check: RunCheck;
  /** In the order of the report. */
  readonly wells: readonly DrawnWell[];
  readonly facts: ReportFacts;
}

/** What a report says, for programs. Equal reports are equal texts: parsing puts the fields in the schema's order. */
export function reportDocument({ run, check, wells, facts }: Reported): ReportDocument {
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
    check: checkPart(check),
    assays: [...assays.values()].flatMap(([first]) => (first === undefined ? [] : [assayPart(first)])),
    wells: reported.map(wellPart),
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
    created: run.created,
    files: run.files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    kits: run.kits.map(({ kitVersion, reactionBuffer, lots }) => ({
      kit: kitPart(kitVersion),
      reactionBuffer: reactionBuffer?.name ?? null,
      lots: lots.map(({ name, expirationDate }) => ({ name, expirationDate })),
    })),
    acts: run.acts,
    rejectionReason: run.rejectionReason,
    comments: run.comments.map(commentPart),
  };
}

function checkPart({ decision, demands, doubts, signed }: RunCheck): ReportDocument['check'] {
  const place = ({ position, channel }: CheckedWell) => ({ position, channel });
  return {
    ...{ decision, demands, signed },
    wells: doubts.wells,
    counts: doubts.counts.map(({ diagnostic, byChannel }) => ({ result: resultPart(diagnostic), byChannel })),
    failedControls: doubts.failedControls.map(({ cause, ...well }) => ({ ...place(well), cause })),
    standards: doubts.standards.map(({ expected, isAsExpected, outOfRange, ...well }) => ({
      ...place(well),
      ...{ expected: resultPart(expected), found: resultPart(well.found), isAsExpected, outOfRange },
    })),
    unresolved: doubts.unresolved.map(({ reason, ...well }) => ({ ...place(well), reason })),
    changedByHand: doubts.changedByHand.map(place),
    nearBorder: doubts.nearBorder.map(({ text, ...well }) => ({ ...place(well), text })),
    spikes: doubts.spikes.map(place),
    saturated: doubts.saturated.map(place),
    plate: doubts.plate,
    notAnalysed: doubts.notAnalysed,
  };
}

interface ReportedWell {
  readonly called: DrawnWell;
  readonly set: Well;
}

function assayPart({ called, set }: ReportedWell): ReportDocument['assays'][number] {
  return {
    kit: set.kitVersion && kitPart(set.kitVersion),
    reactionBuffer: set.reactionBuffer?.name ?? null,
    channel: set.channel,
    phases: called.constantPhaseInfos,
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
    expected: resultPart(set.expectedDiagnostic),
    result: resultPart(shownDiagnostic(called)?.diagnosticColor),
    suggested: resultPart(suggested?.diagnosticColor),
    changes: diagnostics.filter(({ stateDiagnostic }) => stateDiagnostic === 'UPDATED').map(changePart),
    explanation: called.explanation,
    comments: set.comments.map(commentPart),
  };
}

const kitPart = ({ kit, version }: NonNullable<Well['kitVersion']>) => ({ name: kit.name, version });

function resultPart(color: DiagnosticColor | null | undefined): ReportResult | null {
  return color ? { name: color.diagnostic.name, label: color.diagnosticLabel } : null;
}

function changePart({ diagnosticColor, comment, byName, at }: InterpretedWellDiagnostic) {
  return { result: resultPart(diagnosticColor), comment, byName, at };
}

function commentPart({ technicianName, creationDateTime, editDateTime, value }: Comment) {
  return { technicianName, creationDateTime, editDateTime, value };
}
