import { sha256 as sha256Of } from '@curvewell/domain/record';

import type { BackgroundDependencies } from '../dependencies.ts';
import { transaction, type Db, type Tx } from '../database/db.ts';
import { objectsOf } from '../database/opened.ts';
import { readRows } from '../database/read-rows.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { AppError } from '../errors.ts';
import { keyOf, withinStore } from './blobs.ts';
import type { ObjectStore } from './object-store.ts';

/** Ends before the job expires. The job of the next hour continues. */
const LONGEST_MS = 45 * 60_000;
const AT_ONCE = 500;

/**
 * Moves bytes of runs to where new ones go: out of the rows of files and curves of version 0.2.0 and earlier, and from the
 * database into the object store, if one is configured. One run in a transaction, which changes nothing unless hashes
 * agree. Leaves laboratories that are being moved or live elsewhere. Can be interrupted at any time.
 *
 * @throws AppError `unavailable` when the store cannot be reached
 */
export async function moveBlobs({ db, clock, onError }: BackgroundDependencies): Promise<void> {
  const end = clock.now().getTime() + LONGEST_MS;
  if (objectsOf(db) !== null) await refuseUngranted(db);
  for (let after: string | undefined; ;) {
    const ids = await runsToMove(db, after);
    for (const id of ids) {
      if (clock.now().getTime() > end) return;
      try {
        await moveRun(db, id);
      } catch (error) {
        // The store cannot be reached: the job tries again later.
        if (error instanceof AppError && error.code === 'unavailable') throw error;
        onError(new Error(`The bytes of run ${id} stay where they are.`, { cause: error }));
      }
    }
    after = ids.at(-1);
    if (after === undefined) return;
  }
}

/** @throws Error when the product's role may not delete what it has moved */
async function refuseUngranted(db: Db): Promise<void> {
  const [row] = await readRows<{ may: boolean }>(
    db,
    Prisma.sql`SELECT has_function_privilege('drop_stored_blobs(uuid, text[])', 'EXECUTE') AS may`,
  );
  if (row?.may !== true)
    throw new Error('The role of the product may not move blobs: run the migration with ORIGINALS_BUCKET.');
}

async function moveRun(db: Db, runId: string): Promise<void> {
  await transaction({ db, on: runId }, async (tx) => {
    if (await isHere(tx, runId)) await tx.$executeRaw`SELECT bring_blobs(${runId}::uuid)`;
  });
  const objects = objectsOf(db);
  if (objects === null) return;
  const stored: string[] = [];
  for (const sha256 of await namesOf(db, runId)) {
    await copyBlob(db, { objects, runId, sha256 });
    stored.push(sha256);
  }
  await transaction({ db, on: runId }, async (tx) => {
    if (await isHere(tx, runId)) await tx.$executeRaw`SELECT drop_stored_blobs(${runId}::uuid, ${stored})`;
  });
}

interface Copied {
  readonly objects: ObjectStore;
  readonly runId: string;
  readonly sha256: string;
}

/** Writes a blob to the object store, reads it from there and compares it. @throws AppError `unavailable` */
async function copyBlob(db: Db, { objects, runId, sha256 }: Copied): Promise<void> {
  const [row] = await readRows<{ content: Uint8Array }>(
    db,
    Prisma.sql`SELECT content FROM blob WHERE run_id = ${runId}::uuid AND sha256 = ${sha256}`,
  );
  if (row === undefined) throw new Error(`the blob ${sha256} is no longer in the database`);
  const key = keyOf({ runId, sha256 });
  const written = await withinStore(async () => {
    await objects.put(key, row.content, sha256);
    return objects.get(key);
  });
  if (written === null || sha256Of(written) !== sha256)
    throw new Error(`the blob ${key} differs in the object store from what was written`);
}

const namesOf = async (db: Db, runId: string): Promise<string[]> => {
  const rows = await db.blob.findMany({ where: { runId }, select: { sha256: true } });
  return rows.map(({ sha256 }) => sha256);
};

/** Locks a run, unless its laboratory is being moved or lives elsewhere: a move compares the rows. */
async function isHere(tx: Tx, runId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT r.id FROM run r JOIN laboratory l ON l.id = r.laboratory_id
    WHERE r.id = ${runId}::uuid AND l.move_state IS NULL FOR NO KEY UPDATE OF r`;
  return rows.length > 0;
}

/** The next runs whose bytes are not where new ones go, by id. */
async function runsToMove(db: Db, after = '00000000-0000-0000-0000-000000000000'): Promise<string[]> {
  const next = (rows: string): Prisma.Sql => Prisma.sql`
    (SELECT DISTINCT x.run_id AS id FROM ${Prisma.raw(rows)} JOIN laboratory l ON l.id = x.laboratory_id AND l.move_state IS NULL
    WHERE x.run_id > ${after}::uuid ORDER BY 1 LIMIT ${AT_ONCE})`;
  const inDatabase = objectsOf(db) === null ? [] : [next('blob x')];
  const parts = [
    next('(SELECT run_id, laboratory_id FROM run_file WHERE content IS NOT NULL) x'),
    next('(SELECT run_id, laboratory_id FROM run_curves WHERE packed IS NOT NULL) x'),
    ...inDatabase,
  ];
  const rows = await readRows<{ id: string }>(
    db,
    Prisma.sql`
      SELECT DISTINCT id FROM (${Prisma.join(parts, ' UNION ALL ')}) x ORDER BY id LIMIT ${AT_ONCE}`,
  );
  return rows.map(({ id }) => id);
}
