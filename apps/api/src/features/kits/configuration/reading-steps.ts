import type { ChannelName, PhaseType } from '@curvewell/domain';
import { firstTemperatures } from '@curvewell/instruments';

import { blobOf } from '../../../blobs/blobs.ts';
import type { Db, Tx } from '../../../database/db.ts';
import { damaged } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { packedOf } from '../../../curves/index.ts';

export interface ReadingStep {
  /** °C between readings. */
  readonly step: number;
  /** The run number. */
  readonly run: number;
}

/** Looks up the interval for an analyser, a buffer, a channel and a phase; null: no run shows it. */
export type StepOf = (place: {
  readonly analyserId: string;
  readonly reactionBufferId: string;
  readonly channel: ChannelName;
  readonly phase: PhaseType;
}) => ReadingStep | null;

interface StepQuery {
  /** Null: no run may be used. */
  readonly laboratoryId: string | null;
  readonly kitId: string;
}

/** The number of a laboratory's newest runs that are searched. */
const RUNS_LOOKED_AT = 500;

/** From the newest interpreted run of a laboratory with the kit, on each analyser and with each buffer. */
export async function kitSteps(db: Db | Tx, { laboratoryId, kitId }: StepQuery): Promise<StepOf> {
  if (laboratoryId === null) return () => null;
  const steps = await stepsOf(
    db,
    Prisma.sql`
      SELECT DISTINCT ON (r.analyser_id, u.reaction_buffer_id)
        r.id, r.business_id, r.analyser_id::text || ' ' || u.reaction_buffer_id::text AS place
      FROM (
        SELECT id, business_id, analyser_id FROM run
        WHERE laboratory_id = ${laboratoryId}::uuid AND interpreted_at IS NOT NULL
        ORDER BY business_id DESC LIMIT ${RUNS_LOOKED_AT}
      ) r
        JOIN run_used_pair u ON u.run_id = r.id
        JOIN kit_version v ON v.id = u.kit_version_id AND v.kit_id = ${kitId}::uuid
      ORDER BY r.analyser_id, u.reaction_buffer_id, r.business_id DESC`,
  );
  return ({ analyserId, reactionBufferId, channel, phase }) =>
    steps.get(`${analyserId} ${reactionBufferId} ${channel} ${phase}`) ?? null;
}

/** From a given run of a laboratory, for every place. */
export async function runSteps(
  db: Db | Tx,
  { laboratoryId, runId }: { readonly laboratoryId: string | null; readonly runId: string },
): Promise<StepOf> {
  if (laboratoryId === null) return () => null;
  const steps = await stepsOf(
    db,
    Prisma.sql`
      SELECT id, business_id, 'run' AS place FROM run
      WHERE id = ${runId}::uuid AND laboratory_id = ${laboratoryId}::uuid`,
  );
  return ({ channel, phase }) => steps.get(`run ${channel} ${phase}`) ?? null;
}

interface StepRow {
  readonly place: string;
  readonly run: number;
  readonly channel: ChannelName;
  readonly phase: PhaseType;
  readonly readings: number;
  readonly runId: string;
  /** Null: in the object store, or the run is older than packed curves; then the last two are set. */
  readonly packed: Uint8Array<ArrayBuffer> | null;
  readonly packedSha256: string | null;
  /** Float64, little-endian, °C. */
  readonly first: Uint8Array | null;
  readonly last: Uint8Array | null;
}

/** From the first curve of each channel and phase; all wells of a plate are read together. */
async function stepsOf(db: Db | Tx, chosen: Prisma.Sql): Promise<ReadonlyMap<string, ReadingStep>> {
  const rows = await db.$queryRaw<StepRow[]>`
    WITH chosen AS (${chosen})
    SELECT chosen.place, chosen.business_id AS run, c.channel, c.phase, c.point_counts[1] AS readings,
      c.run_id AS "runId", coalesce(c.packed, ${Prisma.raw(blobOf('c', 'c.packed_sha256'))}) AS packed, c.packed_sha256 AS "packedSha256",
      substring(c.temperatures FROM 1 FOR 8) AS first,
      substring(c.temperatures FROM 8 * (c.point_counts[1] - 1) + 1 FOR 8) AS last
    FROM chosen JOIN run_curves c ON c.run_id = chosen.id
    WHERE c.point_counts[1] > 1`;
  const steps = await Promise.all(
    rows.map(async (row) => {
      const [first, last] = endsOf({ ...row, packed: await packedOf(db, row) });
      const step = Math.abs(last - first) / (row.readings - 1);
      return [`${row.place} ${row.channel} ${row.phase}`, { step, run: row.run }] as const;
    }),
  );
  return new Map(steps);
}

/** The first and the last temperature, °C. */
function endsOf({ packed, first, last, ...place }: StepRow): readonly [number, number] {
  if (first !== null && last !== null) return [celsius(first), celsius(last)];
  const temperatures = packed === null ? null : temperaturesOf(place, packed);
  return [temperatures?.at(0) ?? NaN, temperatures?.at(-1) ?? NaN];
}

/** @throws AppError `unavailable` if the stored curves are damaged */
function temperaturesOf(
  { run, channel, phase }: Pick<StepRow, 'run' | 'channel' | 'phase'>,
  packed: Uint8Array,
): Float64Array | null {
  try {
    return firstTemperatures(packed);
  } catch {
    throw damaged(
      `The stored curves ${channel} ${phase} of run ${run} cannot be read: the database was changed or is damaged.`,
    );
  }
}

const celsius = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getFloat64(0, true);
