import { readRows } from '../database/read-rows.ts';
import type { Db } from '../database/opened.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { lost, putBlob, readObject, blobOf, type NewBlob } from './blobs.ts';
import { packOriginal, unpackOriginal } from './packed-original.ts';

export interface NewOriginal {
  /** Of the packed bytes; null: stored as it is. */
  readonly packedSha256: string | null;
  readonly blob: NewBlob;
}

/** Packs a file and puts it into the object store, if one is configured, before the transaction that names it. */
export async function putOriginal(
  db: Db,
  runId: string,
  file: Uint8Array<ArrayBuffer>,
): Promise<NewOriginal> {
  const { content, packedSha256 } = await packOriginal(file);
  return { packedSha256, blob: await putBlob(db, runId, content) };
}

interface OriginalRow {
  readonly runId: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly packedSha256: string | null;
  readonly content: Uint8Array<ArrayBuffer> | null;
}

/** The hash that names the stored bytes of a file, as SQL. */
export const STORED_SHA256 = 'coalesce(f.packed_sha256, f.sha256)';
/** The stored bytes of a file in the database, as SQL. */
export const STORED_CONTENT = `coalesce(f.content, ${blobOf('f', STORED_SHA256)})`;

/**
 * An original file, byte for byte, from the database or the object store.
 *
 * @throws AppError `unavailable` when it is damaged or missing, or the store cannot be reached
 */
export async function readOriginal(db: Db, id: string): Promise<Buffer<ArrayBuffer>> {
  const [row] = await readRows<OriginalRow>(
    db,
    Prisma.sql`
      SELECT f.run_id AS "runId", f.name, f.size, f.sha256, f.packed_sha256 AS "packedSha256",
        ${Prisma.raw(STORED_CONTENT)} AS content
      FROM run_file f WHERE f.id = ${id}::uuid`,
  );
  if (row === undefined) throw new Error(`there is no file ${id}`);
  const what = `The original file “${row.name}”`;
  const name = { runId: row.runId, sha256: row.packedSha256 ?? row.sha256 };
  const content = row.content ?? (await readObject(db, name, what));
  const file = await unpackOriginal({ ...row, content });
  if (file === null) throw lost(what, 'is damaged in the database: its bytes are not what was imported');
  return Buffer.from(file);
}
