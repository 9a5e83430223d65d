import { findColor } from '../diagnostics/find-color.ts';
import type { AuditEntry } from '../record/audit-entry.ts';
import type { DecisionRecord } from '../record/decision-record.ts';
import { differencesOf, type Compared } from '../record/record-differences.ts';
import type { RecordDifference } from '../record/signature.ts';
import {
  assayKey,
  configurationSnapshotSchema,
  type ConfigurationSnapshot,
} from '../settings/used-configuration.ts';
import { commentFaults } from './derive-comments.ts';
import { overrideFaults, effectiveReason } from './derive-overrides.ts';
import { resultHashes, resultsProof, resultsProofSchema, storedResult, wellName } from './result-proof.ts';

type RecordWell = DecisionRecord['wells'][number];

export interface Derived extends Pick<DecisionRecord, 'interpretation' | 'wells' | 'comments'> {
  /** The audit entries of the run, in order. */
  readonly entries: readonly AuditEntry[];
  /** The hashes stored with the interpretation, to identify the well; null: unknown. */
  readonly hashes: Readonly<Record<string, string>> | null;
}

/**
 * Derives the state of every well from its explanation, the settings, the overrides and the audit entries,
 * and lists differences. `signed` is the derived value, `found` the stored one.
 */
export function derivedFaults({
  interpretation,
  wells,
  comments,
  entries,
  hashes,
}: Derived): RecordDifference[] {
  const interpreted = entries.findLast(({ action }) => action === 'run.interpret');
  if (interpreted === undefined)
    return [{ what: 'Interpretation', signed: null, found: 'without an entry in the audit trail' }];
  const snapshot = configurationSnapshotSchema.parse(interpretation.configuration);
  return [
    ...differencesOf(wells.flatMap((well) => derivedWell(well, snapshot))),
    ...proofFaults({ interpretation, wells, interpreted, hashes }),
    ...overrideFaults(wells, interpreted, entries),
    ...commentFaults({ comments, wells }, entries),
  ];
}

/** The state of a well that follows from its explanation and overrides. */
function derivedWell(well: RecordWell, { assays, controls }: ConfigurationSnapshot): Compared[] {
  const name = wellName(well);
  const { explanation, channel, kitVersion, reactionBuffer } = well;
  const place = { kitVersionId: kitVersion?.id ?? '', reactionBufferId: reactionBuffer?.id ?? '' };
  const read = assays.find((one) => assayKey(one, one.channel) === assayKey(place, channel));
  const suggested = well.diagnostics.filter(({ state }) => state === 'INITIAL');
  const color =
    explanation === null || read === undefined ? null : findColor(explanation.diagnostic, read, controls);
  return [
    { what: `${name}: result`, signed: explanation?.diagnostic ?? null, found: well.result },
    { what: `${name}: score`, signed: explanation?.score ?? null, found: well.score },
    { what: `${name}: suggested results`, signed: explanation === null ? 0 : 1, found: suggested.length },
    {
      what: `${name}: suggested result`,
      signed: color?.diagnosticLabel ?? null,
      found: suggested[0]?.diagnosticColor?.diagnosticLabel ?? null,
    },
    {
      what: `${name}: suggested diagnostic`,
      signed: color?.diagnostic.name ?? null,
      found: suggested[0]?.diagnosticColor?.diagnostic.name ?? null,
    },
    { what: `${name}: reason`, signed: effectiveReason(well), found: well.diagnosticComment },
  ];
}

interface Proved extends Pick<Derived, 'interpretation' | 'wells' | 'hashes'> {
  readonly interpreted: AuditEntry;
}

/** Compares the stored results with the hash in the interpretation's entry. */
function proofFaults({ interpretation, wells, hashes, interpreted }: Proved): RecordDifference[] {
  const recorded = resultsProofSchema.safeParse(interpreted.details['proof']).data;
  const source = `audit entry ${interpreted.number}`;
  // Interpreted by a release without hashes.
  if (recorded === undefined && interpretation.engineSha256 === undefined) return [];
  const now = resultHashes(wells.flatMap((well) => storedResult(well) ?? []));
  const proofOf = (of: Derived['hashes']) =>
    of && resultsProof({ interpretation, hashes: of, takenOver: [] }).sha256;
  if (recorded?.sha256 === proofOf(now)) return [];
  const names = new Set([...Object.keys(now), ...Object.keys(hashes ?? {})]);
  const other =
    recorded?.sha256 === proofOf(hashes) ? [...names].filter((name) => now[name] !== hashes?.[name]) : [];
  const what = other.length === 0 ? ['Interpretation'] : other;
  return what.map((name) => ({
    what: `${name}: as it was interpreted`,
    signed: `the hash of ${source}`,
    found: 'another hash',
  }));
}
