import {
  reportedCheck,
  reportedCombined,
  reportedResult,
  reportedSample,
  type ReportDocument,
} from '../run/report-document.ts';
import type { DecisionRecord } from './decision-record.ts';
import { effectiveChanges } from '../call/well-diagnostic.ts';
import { differencesOf, type Compared } from './record-differences.ts';
import { recordCombined } from './record-combined.ts';
import { recordSamples } from './record-samples.ts';
import type { RecordDifference } from './signature.ts';

type RecordWell = DecisionRecord['wells'][number];
type RecordComment = DecisionRecord['comments'][number];

/**
 * Differences between a report and the signed record: the run, its files and acts, every well with its
 * result, overrides and reasons, comments, and the check with its answers.
 */
export const reportDifferences = (signed: DecisionRecord, report: ReportDocument): RecordDifference[] =>
  differencesOf(compared(signed, report));

function* compared(signed: DecisionRecord, report: ReportDocument): Generator<Compared> {
  yield { what: 'Run', signed: signedRun(signed), found: reportedRun(report) };
  yield { what: 'Files', signed: signed.files, found: report.run.files };
  yield {
    what: 'Comments',
    signed: commentsOn(signed, null),
    found: report.run.comments.map(reportedComment),
  };
  yield* comparedWells(signed, report);
  yield { what: 'Samples', signed: recordSamples(signed).map(reportedSample), found: report.samples ?? [] };
  yield {
    what: 'Combined results',
    signed: recordCombined(signed).map(reportedCombined),
    found: report.combined ?? [],
  };
  const { check = null } = signed.decisions.at(-1) ?? {};
  if (check !== null) yield { what: 'Check', signed: reportedCheck(check), found: report.check };
}

const instant = (text: string): string => new Date(text).toISOString();
const act = ({ name }: { readonly name: string }, at: string) => ({ name, at: instant(at) });

function signedRun({ run, interpretation, decisions }: DecisionRecord) {
  const { businessId, name, plateId, plateType, status, instrumentName } = run;
  return {
    businessId,
    name,
    plateId,
    plateType,
    status,
    instrumentName,
    imported: act(run.createdBy, run.importedAt),
    interpreted: act(interpretation.by, interpretation.at),
    submitted: act(run.submittedBy, run.submittedAt),
    decided: act(run.decidedBy, run.decidedAt),
    rejectionReason: status === 'REJECTED' ? (decisions.at(-1)?.reason ?? null) : null,
    algorithmVersion: interpretation.algorithmVersion,
    settingsSha256: interpretation.configurationSha256,
  };
}

function reportedRun({ run, trace }: ReportDocument): Record<keyof ReturnType<typeof signedRun>, unknown> {
  const { businessId, name, plateId, plateType, status, instrumentName, acts, rejectionReason } = run;
  const { algorithmVersion, settingsSha256 } = trace;
  return {
    businessId,
    name,
    plateId,
    plateType,
    status,
    instrumentName,
    rejectionReason,
    imported: acts.imported,
    interpreted: acts.interpreted,
    submitted: acts.submitted,
    decided: status === 'REJECTED' ? acts.rejected : acts.approved,
    algorithmVersion,
    settingsSha256,
  };
}

function* comparedWells(signed: DecisionRecord, report: ReportDocument): Generator<Compared> {
  const placeOf = ({ position, channel }: { readonly position: string; readonly channel: string }) =>
    `${position} ${channel}`;
  const reported = Map.groupBy(report.wells, placeOf);
  // Wells that are not interpreted are in no report.
  const called = new Map(
    signed.wells.filter(({ explanation }) => explanation !== null).map((well) => [placeOf(well), well]),
  );
  const expiries = new Map(
    (signed.decisions.at(-1)?.lots ?? []).map(({ id, expirationDate }) => [id, expirationDate]),
  );
  for (const place of new Set([...called.keys(), ...reported.keys()])) {
    const [well, found = []] = [called.get(place), reported.get(place)];
    for (const one of found.length === 0 ? [undefined] : found) {
      const before =
        well && signedWell(well, { signed, expiryOf: (id) => expiries.get(id) ?? one?.lot?.expirationDate });
      yield { what: place, signed: before, found: one && reportedWell(one) };
    }
  }
}

interface Known {
  readonly signed: DecisionRecord;
  /** The expiry date of a lot; older records lack it. */
  readonly expiryOf: (id: string) => string | undefined;
}

function signedWell(well: RecordWell, { signed, expiryOf }: Known) {
  const { name, orderId, sampleType, kitVersion, lot, reactionBuffer, expected, diagnostics } = well;
  const changes = diagnostics.filter(({ state }) => state === 'UPDATED');
  const suggested = diagnostics.find(({ state }) => state === 'INITIAL');
  return {
    name,
    orderId,
    sampleType,
    kit: kitVersion && { name: kitVersion.kit, version: kitVersion.version },
    reactionBuffer: reactionBuffer?.name ?? null,
    lot: lot && { name: lot.name, expirationDate: expiryOf(lot.id) },
    expected,
    result: reportedResult((effectiveChanges(changes).at(-1) ?? suggested)?.diagnosticColor),
    suggested: reportedResult(suggested?.diagnosticColor),
    changes: changes.map(({ diagnosticColor, reason, by, at, isUndo }) => ({
      result: reportedResult(diagnosticColor),
      comment: reason,
      by: by.name,
      at: instant(at),
      ...(isUndo === true && { isUndo }),
    })),
    explanation: well.explanation,
    comments: commentsOn(signed, well),
  };
}

function reportedWell(
  well: ReportDocument['wells'][number],
): Record<keyof ReturnType<typeof signedWell>, unknown> {
  const { name, orderId, sampleType, kit, reactionBuffer, lot, expected, result, suggested } = well;
  return {
    name,
    orderId,
    sampleType,
    kit,
    reactionBuffer,
    lot,
    result,
    suggested,
    expected: expected?.name ?? null,
    changes: well.changes.map(({ byName, at, ...change }) => ({ ...change, by: byName, at: instant(at) })),
    explanation: well.explanation,
    comments: well.comments.map(reportedComment),
  };
}

/** The comments on a well or, for `null`, on the run. */
function commentsOn({ comments }: DecisionRecord, place: Pick<RecordWell, 'position' | 'channel'> | null) {
  const isOn = ({ well }: RecordComment) =>
    well?.position === place?.position && well?.channel === place?.channel;
  return comments.filter(isOn).map(({ by, value, at, editedAt }) => ({
    by: by.name,
    value,
    at: instant(at),
    editedAt: editedAt && instant(editedAt),
  }));
}

function reportedComment({
  technicianName,
  value,
  creationDateTime,
  editDateTime,
}: ReportDocument['run']['comments'][number]) {
  return {
    by: technicianName,
    value,
    at: instant(creationDateTime),
    editedAt: editDateTime && instant(editDateTime),
  };
}
