import type { RecordDifference } from '@curvewell/domain';

import { blobOf, readObjectAgain, type FoundObject } from '../../blobs/blobs.ts';
import type { ObjectStore } from '../../blobs/object-store.ts';
import { STORED_CONTENT, STORED_SHA256 } from '../../blobs/originals.ts';
import { unpackOriginal } from '../../blobs/packed-original.ts';
import { readRows, type Db, type Tx } from '../../database/db.ts';
import { objectsOf } from '../../database/opened.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/**
 * Files whose bytes in the database do not match the hash noted at import, and files and curves whose bytes are missing.
 * What is in the object store is read and compared if `readsObjects`.
 */
export async function byteFaults(
  db: Db | Tx,
  runId: string,
  { readsObjects = false } = {},
): Promise<RecordDifference[]> {
  const objects = objectsOf(db);
  const faults = await fileFaults(db, runId);
  const elsewhere = objects !== null && !readsObjects ? [] : await notInDatabase(db, runId);
  for (let at = 0; at < elsewhere.length; at += AT_ONCE) {
    const found = await Promise.all(
      elsewhere.slice(at, at + AT_ONCE).map((one) => objectFault(objects, { ...one, runId })),
    );
    faults.push(...found.flat());
  }
  return faults;
}

/** A file may have 100 MB. */
const AT_ONCE = 4;

const NOWHERE: FoundObject = { content: null, sha256: null };

async function objectFault(
  objects: ObjectStore | null,
  { runId, what, signed, sha256, packedSha256, size }: Elsewhere & { readonly runId: string },
): Promise<RecordDifference[]> {
  const { content, sha256: found } =
    objects === null ? NOWHERE : await readObjectAgain(objects, { runId, sha256: signed });
  if (content === null || found !== signed) return [{ what, signed, found }];
  // Curves are compared with what they unpack to when they are interpreted.
  if (size === null || sha256 === null) return [];
  const file = await unpackOriginal({ content, packedSha256, size, sha256 });
  return file === null ? [{ what, signed: sha256, found }] : [];
}

interface FileRow {
  readonly place: number;
  readonly signed: string;
  readonly size: number;
  /** Of its stored bytes. */
  readonly found: string | null;
  readonly packedSha256: string | null;
  /** Null: the database has compared it, or the bytes are missing. */
  readonly packed: Uint8Array<ArrayBuffer> | null;
}

async function fileFaults(db: Db | Tx, runId: string): Promise<RecordDifference[]> {
  const rows = await readRows<FileRow>(
    db,
    Prisma.sql`
      SELECT f.place, f.sha256 AS signed, f.size, f.found, f.packed_sha256 AS "packedSha256",
        CASE WHEN f.packed_sha256 IS NOT NULL THEN f.stored END AS packed
      FROM (SELECT "order" + 1 AS place, sha256, size, packed_sha256, stored, encode(sha256(stored), 'hex') AS found
        FROM (SELECT f.*, ${Prisma.raw(STORED_CONTENT)} AS stored FROM run_file f WHERE f.run_id = ${runId}::uuid) f) f
      WHERE f.found IS NOT NULL AND (f.packed_sha256 IS NOT NULL OR f.sha256 <> f.found)
      ORDER BY f.place`,
  );
  const faults: RecordDifference[] = [];
  for (const { place, signed, found, ...stored } of rows)
    if (!(await isPackedOf(stored, { found, sha256: signed })))
      faults.push({ what: `File ${place}: content`, signed, found });
  return faults;
}

/** Whether a packed file unpacks to the file with this hash. */
async function isPackedOf(
  { packed, packedSha256, size }: Pick<FileRow, 'packed' | 'packedSha256' | 'size'>,
  { found, sha256: expected }: { readonly found: string | null; readonly sha256: string },
): Promise<boolean> {
  if (packed === null || found !== packedSha256) return false;
  return (await unpackOriginal({ content: packed, packedSha256, size, sha256: expected })) !== null;
}

interface Elsewhere {
  readonly what: string;
  /** Of the stored bytes. */
  readonly signed: string;
  /** Of the original file; null: curves. */
  readonly sha256: string | null;
  readonly packedSha256: string | null;
  readonly size: number | null;
}

/** The files and curves of a run whose bytes the database does not have. */
function notInDatabase(db: Db | Tx, runId: string): Promise<Elsewhere[]> {
  return readRows(
    db,
    Prisma.sql`
      SELECT 'File ' || f."order" + 1 || ': content' AS what, ${Prisma.raw(STORED_SHA256)} AS signed,
        f.sha256, f.packed_sha256 AS "packedSha256", f.size
      FROM run_file f WHERE f.run_id = ${runId}::uuid AND ${Prisma.raw(STORED_CONTENT)} IS NULL
      UNION ALL
      SELECT concat_ws(' ', 'Readings', c.channel, c.phase), c.packed_sha256, NULL, NULL, NULL
      FROM run_curves c
      WHERE c.run_id = ${runId}::uuid AND c.packed_sha256 IS NOT NULL
        AND ${Prisma.raw(blobOf('c', 'c.packed_sha256'))} IS NULL
      ORDER BY 1`,
  );
}
