import type { ChannelName, PhaseType } from '@curvewell/domain';

import { blobOf, readObject } from '../blobs/blobs.ts';
import { readRows, type Db, type Tx } from '../database/db.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { StoredCurves } from './stored-curves.ts';

/** Columns of `run_curves` with these names. The packed value is null if it is in the object store. */
const STORED_CURVES = `channel, phase, quantity, positions, point_counts AS "pointCounts",
  coalesce(packed, ${blobOf('run_curves', 'run_curves.packed_sha256')}) AS packed, packed_sha256 AS "packedSha256",
  temperatures_sha256 AS "temperaturesSha256", values_sha256 AS "valuesSha256", temperatures, values`;

/**
 * The hash of the packed value of `run_curves c`, as SQL: of its bytes where the database has them, else the one that names
 * it in the object store. Null: an older run.
 */
export const PACKED_SHA256 = `coalesce(encode(sha256(coalesce(c.packed, ${blobOf('c', 'c.packed_sha256')})), 'hex'), c.packed_sha256)`;

/** The curves of a run that meet a condition on `run_curves`, from the database or the object store. */
export async function loadStoredCurves(
  db: Db | Tx,
  { runId, where = Prisma.sql`true` }: { readonly runId: string; readonly where?: Prisma.Sql },
): Promise<StoredCurves[]> {
  const rows = await readRows<StoredCurves>(
    db,
    Prisma.sql`SELECT ${Prisma.raw(STORED_CURVES)} FROM run_curves
      WHERE run_id = ${runId}::uuid AND ${where} ORDER BY channel, phase`,
  );
  return Promise.all(rows.map(async (row) => ({ ...row, packed: await packedOf(db, { ...row, runId }) })));
}

interface PackedRow {
  readonly runId: string;
  readonly channel: ChannelName;
  readonly phase: PhaseType;
  readonly packed: Uint8Array<ArrayBuffer> | null;
  readonly packedSha256: string | null;
}

/** The packed value of curves, from the database or, if they are not there, from the object store; null: an older run has none. */
export async function packedOf(
  db: Db | Tx,
  { runId, channel, phase, packed, packedSha256 }: PackedRow,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (packed !== null || packedSha256 === null) return packed;
  return readObject(db, { runId, sha256: packedSha256 }, `A set of curves (${channel} ${phase})`);
}
