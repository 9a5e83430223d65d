import { sha256 as sha256Of } from '@curvewell/domain/record';

import { objectsOf, type Db, type Tx } from '../database/opened.ts';
import { AppError, isRefusal } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { keptObjects } from './kept-objects.ts';
import type { ObjectStore } from './object-store.ts';

/** Names immutable bytes of a run. */
export interface BlobName {
  readonly runId: string;
  readonly sha256: string;
}

export interface NewBlob {
  readonly sha256: string;
  /** Null: in the object store already. */
  readonly content: Uint8Array<ArrayBuffer> | null;
}

interface Owner {
  readonly runId: string;
  readonly laboratoryId: string;
}

const PLACE = 'blob/';
/** The clean-up of version 0.2.0 deletes objects directly under a run's id, unless a file of that version names them. */
export const keyOf = (name: BlobName): string => PLACE + formerKeyOf(name);
/** Where version 0.2.0 and earlier put original files, which stay there. */
const formerKeyOf = ({ runId, sha256 }: BlobName): string => `${runId}/${sha256}`;
/** The first part of the key behind the place: the run's id, or a name of another program. */
export const runOfKey = (key: string): string =>
  (key.startsWith(PLACE) ? key.slice(PLACE.length) : key).split('/')[0] ?? '';

/**
 * Puts bytes into the object store, if one is configured, before the transaction that names them, so that a run never
 * names missing bytes. Those that no run names are deleted later: see `sweep-blobs.ts`.
 *
 * @throws AppError `unavailable` when the store cannot be reached
 */
export async function putBlob(db: Db, runId: string, content: Uint8Array<ArrayBuffer>): Promise<NewBlob> {
  const sha256 = sha256Of(content);
  const objects = objectsOf(db);
  if (objects === null) return { sha256, content };
  await withinStore(() => objects.put(keyOf({ runId, sha256 }), content, sha256));
  return { sha256, content: null };
}

/** Stores those that are not in the object store, in the transaction that names them. */
export async function storeBlobs(tx: Tx, owner: Owner, blobs: readonly NewBlob[]): Promise<void> {
  const rows = blobs.flatMap(({ sha256, content }) =>
    content === null ? [] : [{ ...owner, sha256, content }],
  );
  if (rows.length === 0) return;
  const values = rows.map(
    ({ runId, laboratoryId, sha256, content }) =>
      Prisma.sql`(${runId}::uuid, ${laboratoryId}::uuid, ${sha256}, ${content}::bytea)`,
  );
  await tx.$executeRaw`
    INSERT INTO blob (run_id, laboratory_id, sha256, content) VALUES ${Prisma.join(values)} ON CONFLICT DO NOTHING`;
}

/** Deletes what an undecided run no longer names. Objects stay until the run is deleted. */
export async function dropUnnamedBlobs(tx: Tx, runId: string): Promise<void> {
  await tx.$executeRaw`SELECT drop_unnamed_blobs(${runId}::uuid)`;
}

/** Deletes objects that no row names any more. If the store cannot be reached, they stay until their run is deleted. */
export async function removeObjects(db: Db, names: readonly BlobName[]): Promise<void> {
  if (names.length > 0)
    await objectsOf(db)
      ?.remove(names.map(keyOf))
      .catch(() => undefined);
}

/**
 * Stores a new run, whose objects are in the store already, and removes them when the database refuses it. After a lost
 * connection the run may be stored, so they stay.
 */
export async function orRemoveObjects<T>(
  db: Db,
  names: readonly BlobName[],
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (isRefusal(error)) await removeObjects(db, names);
    throw error;
  }
}

/** The bytes of the blob that a row of a table of runs names, as SQL; null: in the object store, or lost. */
export const blobOf = (table: string, hash: string): string =>
  `(SELECT b.content FROM blob b WHERE b.run_id = ${table}.run_id AND b.laboratory_id = ${table}.laboratory_id AND b.sha256 = ${hash})`;

/**
 * Reads a blob that the database does not have, compared with its hash.
 *
 * @param what - “The original file “x””, for the message
 * @throws AppError `unavailable` when it is damaged or missing, or the store cannot be reached
 */
export async function readObject(db: Db | Tx, name: BlobName, what: string): Promise<Buffer<ArrayBuffer>> {
  const objects = objectsOf(db);
  if (objects === null)
    throw lost(what, 'is not in the database, and no object store is set (ORIGINALS_BUCKET)');
  const kept = keptObjects(objects);
  const known = kept.get(keyOf(name));
  if (known !== undefined) return known;
  const content = await objectOf(objects, name);
  if (content === null) throw lost(what, 'is missing in the object store');
  if (sha256Of(content) !== name.sha256)
    throw lost(what, 'is damaged in the object store: its SHA-256 differs from the stored one');
  const read = Buffer.from(content);
  kept.set(keyOf(name), read);
  return read;
}

/** A blob as the object store has it now. */
export interface FoundObject {
  /** Null: it is missing. */
  readonly content: Buffer<ArrayBuffer> | null;
  readonly sha256: string | null;
}

/** Reads a blob from the object store even if this process has kept it. @throws AppError `unavailable` when it cannot be reached */
export async function readObjectAgain(objects: ObjectStore, name: BlobName): Promise<FoundObject> {
  const found = await objectOf(objects, name);
  if (found === null) return { content: null, sha256: null };
  const content = Buffer.from(found);
  const sha256 = sha256Of(content);
  if (sha256 === name.sha256) keptObjects(objects).set(keyOf(name), content);
  return { content, sha256 };
}

const objectOf = (objects: ObjectStore, name: BlobName): Promise<Buffer | null> =>
  withinStore(async () => (await objects.get(keyOf(name))) ?? objects.get(formerKeyOf(name)));

export const lost = (what: string, how: string): AppError =>
  new AppError('unavailable', `${what} ${how}. Contact an administrator.`);

/** The object store cannot be reached, rather than one object being missing or damaged. */
export class StoreUnreachable extends AppError {
  constructor(cause: unknown) {
    const text =
      'The object store of files, curves and signed records cannot be reached. Try again in a moment.';
    super('unavailable', text, { cause });
  }
}

export async function withinStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new StoreUnreachable(cause);
  }
}
