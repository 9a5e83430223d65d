import { amplificationSha256, type PlacedAmplification, unpackAmplification } from '@curvewell/instruments';

import { blobOf, readObject } from '../blobs/blobs.ts';
import { readRows, type Db, type Tx } from '../database/db.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { DamagedCurves } from './stored-curves.ts';

export interface StoredAmplification {
  readonly packed: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the content. */
  readonly contentSha256: string;
}

/** The amplification of a run, from the database or the object store; null: the run has none. */
export async function loadAmplification(db: Db | Tx, runId: string): Promise<StoredAmplification | null> {
  const [row] = await readRows<{
    packed: Uint8Array<ArrayBuffer> | null;
    packedSha256: string;
    contentSha256: string;
  }>(
    db,
    Prisma.sql`SELECT ${Prisma.raw(blobOf('a', 'a.packed_sha256'))} AS packed, a.packed_sha256 AS "packedSha256",
        a.content_sha256 AS "contentSha256"
      FROM run_amplification a WHERE a.run_id = ${runId}::uuid`,
  );
  if (row === undefined) return null;
  const { packedSha256, contentSha256 } = row;
  const packed = row.packed ?? (await readObject(db, { runId, sha256: packedSha256 }, 'The amplification'));
  return { packed, contentSha256 };
}

/**
 * The amplification, bit by bit as read from the file.
 *
 * @throws DamagedCurves when it does not match its hash
 */
export function readStoredAmplification(stored: StoredAmplification | null): PlacedAmplification[] {
  if (stored === null) return [];
  const curves = unpacked(stored.packed);
  if (amplificationSha256(curves) === stored.contentSha256) return curves;
  throw new DamagedCurves('AMPLIFICATION', 'are not the ones that were stored');
}

function unpacked(packed: Uint8Array) {
  try {
    return unpackAmplification(packed);
  } catch (cause) {
    throw new DamagedCurves('AMPLIFICATION', 'cannot be read', { cause });
  }
}
