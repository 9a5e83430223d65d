import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { readObject, readObjectAgain } from '../../blobs/blobs.ts';
import type { Db, Tx } from '../../database/db.ts';
import { objectsOf } from '../../database/opened.ts';
import type { DecisionRecord as RecordRow } from '../../generated/prisma/client.ts';

export type StoredRecord = Pick<RecordRow, 'runId' | 'content' | 'wellsSha256'>;

/**
 * The text of a signed record; its caller compares it with the hash that was signed.
 *
 * @throws AppError `unavailable` when its end is missing or damaged in the object store, or the store cannot be reached
 */
export async function textOfRecord(
  db: Db | Tx,
  { runId, content, wellsSha256 }: StoredRecord,
): Promise<string | null> {
  if (wellsSha256 === null) return unpacked(content);
  const end = await readObject(db, { runId, sha256: wellsSha256 }, 'The end of the signed record');
  return unpacked(Buffer.concat([content, end]));
}

/**
 * The same from the object store, even if this process has kept it. @returns null: missing or damaged @throws AppError
 * `unavailable` when the store cannot be reached
 */
export async function textOfRecordNow(db: Db | Tx, record: StoredRecord): Promise<string | null> {
  const { runId, content, wellsSha256 } = record;
  if (wellsSha256 === null) return unpacked(content);
  const objects = objectsOf(db);
  if (objects === null) return null;
  const { content: end } = await readObjectAgain(objects, { runId, sha256: wellsSha256 });
  return end && unpacked(Buffer.concat([content, end]));
}

/**
 * Whether the part of a record that the database has is the start of this text, up to the wells, which are its last
 * member.
 */
export async function isHeadOf({ content }: StoredRecord, text: string): Promise<boolean> {
  const head = await unpacked(content);
  return head !== null && head !== '' && text.startsWith(`${head},"wells":`);
}

/** Null: it is not a gzip file. */
const unpacked = (packed: Uint8Array): Promise<string | null> =>
  promisify(gunzip)(packed).then(String, () => null);
