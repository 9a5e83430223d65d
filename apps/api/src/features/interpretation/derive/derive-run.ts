import { ALGORITHM_VERSIONS } from '@curvewell/analysis';
import {
  canonicalJson,
  completeWells,
  configurationSnapshotSchema,
  differencesOf,
  type AuditEntry,
  type DecisionRecord,
  type RecordDifference,
} from '@curvewell/domain';
import { derivedFaults, wellName } from '@curvewell/domain/derive';

import { DamagedCurves, readStoredAmplification } from '../../../curves/index.ts';
import { callPlate, type PlateJob } from '../interpret/interpret-plate.ts';

type Settled = Pick<DecisionRecord, 'interpretation' | 'wells' | 'comments'>;

type Readings = Pick<PlateJob, 'curves' | 'amplification'>;

export interface DeriveJob {
  /** The record to decide on, as JSON from the database. */
  readonly settled: string;
  readonly entries: readonly AuditEntry[];
  readonly hashes: Readonly<Record<string, string>> | null;
  /** Null: wells are not called again. */
  readonly readings: Readings | null;
}

/** Where the results of a run do not follow from the audit trail and the curves. Runs in a worker. */
export function deriveRun({ settled, entries, hashes, readings }: DeriveJob): RecordDifference[] {
  const run = JSON.parse(settled) as Settled;
  const faults = derivedFaults({ ...run, entries, hashes });
  if (readings === null) return faults;
  const named = new Set(faults.map(({ what }) => what.split(':')[0]));
  // Lists each well once.
  return [...faults, ...recomputed(run, readings).filter(({ what }) => !named.has(what.split(':')[0]))];
}

function recomputed(run: Settled, readings: Readings): RecordDifference[] {
  try {
    // Also if no rule uses it, because users see it.
    readStoredAmplification(readings.amplification);
    return callDifferences(run, readings);
  } catch (error) {
    if (!(error instanceof DamagedCurves)) throw error;
    return [{ what: `Readings ${error.place}`, signed: 'as they were stored', found: 'damaged' }];
  }
}

/** Wells whose call from curves and settings differs from the stored one. */
function callDifferences({ interpretation, wells }: Settled, readings: Readings): RecordDifference[] {
  const { algorithmVersion, configuration } = interpretation;
  if (!ALGORITHM_VERSIONS.includes(algorithmVersion))
    return [
      {
        what: 'Interpretation: algorithm version',
        signed: ALGORITHM_VERSIONS.join(', '),
        found: algorithmVersion,
      },
    ];
  const explained = wells.filter(({ explanation }) => explanation !== null);
  const calls = callPlate({
    byName: '',
    at: '',
    algorithmVersion,
    ...readings,
    snapshot: configurationSnapshotSchema.parse(configuration),
    wells: explained.flatMap(completeWells).map((well) => ({ ...well, orderId: null })),
  });
  const again = new Map(calls.map(({ well, explanation }) => [well.id, explanation]));
  return differencesOf(
    explained
      .map((well) => ({ well, called: again.get(well.id) ?? null }))
      .filter(({ well, called }) => canonicalJson(called) !== canonicalJson(well.explanation))
      .map(({ well, called }) => ({
        what: `${wellName(well)}: recomputed call`,
        signed: called,
        found: well.explanation,
      })),
  );
}
