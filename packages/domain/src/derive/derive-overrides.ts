import { canonicalJson } from '../record/canonical-json.ts';
import type { AuditEntry } from '../record/audit-entry.ts';
import type { DecisionRecord } from '../record/decision-record.ts';
import type { RecordDifference } from '../record/signature.ts';
import { effectiveChanges } from '../call/well-diagnostic.ts';
import { overrideProof, overrideProofSchema, resultsProofSchema, wellName } from './result-proof.ts';

type RecordWell = DecisionRecord['wells'][number];
type RecordDiagnostic = RecordWell['diagnostics'][number];

/** A change in the audit trail that a change in the record must match. */
interface RecordedChange {
  readonly by: string;
  /** The place of the change: “audit entry 17”. */
  readonly source: string;
  /** Whether the record must contain it. */
  readonly isOwed: boolean;
}

/** Overrides without an audit entry, and overrides in the audit trail that are missing. */
export function overrideFaults(
  wells: readonly RecordWell[],
  interpreted: AuditEntry,
  entries: readonly AuditEntry[],
): RecordDifference[] {
  const recorded = recordedChanges(interpreted, entries);
  const faults: RecordDifference[] = [];
  for (const well of wells) {
    for (const diagnostic of changesOf(well)) {
      const place = recorded.findIndex(({ by }) => namesOf(well, diagnostic).includes(by));
      if (place >= 0) recorded.splice(place, 1);
      else
        faults.push({
          what: `${wellName(well)}: override`,
          signed: null,
          found: `${labelOf(diagnostic)}, by ${diagnostic.by.name}, without an entry in the audit trail`,
        });
    }
  }
  const missing = recorded.filter(({ isOwed }) => isOwed);
  return [...faults, ...missing.map(({ source }) => ({ what: 'Override', signed: source, found: null }))];
}

function recordedChanges(interpreted: AuditEntry, entries: readonly AuditEntry[]): RecordedChange[] {
  const proof = resultsProofSchema.safeParse(interpreted.details['proof']).data;
  const takenOver = (proof?.takenOver ?? []).map((by) => ({
    by,
    source: `carried over by audit entry ${interpreted.number}`,
    isOwed: true,
  }));
  const changes = entries.filter(({ action }) => action === 'run.diagnostic');
  return [
    ...takenOver,
    ...changes
      // An interpretation of an older release does not name the overrides that it carried over, so any is
      // possible.
      .filter(({ number }) => number > interpreted.number || proof === undefined)
      .map((entry) => ({
        by: changeKey(entry),
        source: `audit entry ${entry.number}`,
        isOwed: entry.number > interpreted.number,
      })),
  ];
}

/** The hash of the entry's override; for an entry older than the hashes, its content. */
function changeKey({ details, actor }: AuditEntry): string {
  const proof = overrideProofSchema.safeParse(details['proof']).data;
  if (proof !== undefined) return proof.sha256;
  const { wellId = null, to = null, comment = null, isUndo = false } = details;
  return canonicalJson([wellId, to, comment, isUndo, actor.id, actor.name]);
}

function namesOf({ id, position, channel }: RecordWell, diagnostic: RecordDiagnostic): string[] {
  const { diagnosticColor, reason, by, isUndo = false } = diagnostic;
  return [
    overrideProof({ wellId: id, position, channel, diagnostic }).sha256,
    canonicalJson([id, diagnosticColor, reason, isUndo, by.id, by.name]),
  ];
}

const changesOf = ({ diagnostics }: RecordWell) => diagnostics.filter(({ state }) => state === 'UPDATED');

const labelOf = ({ diagnosticColor, isUndo }: RecordDiagnostic): string =>
  isUndo === true ? 'undone' : (diagnosticColor?.diagnosticLabel ?? 'No call');

/** The reason shown with a well: that of the last effective override with a reason. */
export function effectiveReason(well: RecordWell): string | null {
  let reason: string | null = null;
  const done: RecordDiagnostic[] = [];
  for (const change of changesOf(well)) {
    done.push(change);
    reason =
      change.isUndo === true ? (effectiveChanges(done).at(-1)?.reason ?? null) : (change.reason ?? reason);
  }
  return reason;
}
