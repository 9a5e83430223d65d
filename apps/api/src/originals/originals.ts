import { createHash } from 'node:crypto';

import type { Clock } from '../clock.ts';
import { WAIT_FOR_DISK } from '../database/early-commit.ts';
import { openedOf, type Db } from '../database/opened.ts';
import { readRows } from '../database/read-rows.ts';
import { isOneOfSeveral } from '../clusters/one-of-several.ts';
import { AppError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { packOriginal, unpackOriginal, type StoredOriginal } from './packed-original.ts';

interface Named {
  readonly runId: string;
  readonly sha256: string;
}
const keyOf = ({ runId, sha256 }: Named): string => `${runId}/${sha256}`;

/**
 * Puts a file into the object store, if one is configured, before the transaction that refers to it, so that
 * a run never refers to a missing file. Files without a run are deleted later.
 *
 * @returns the reference to store in the database; null: none
 */
export async function keepOriginal(
  db: Db,
  file: Named & { readonly content: Uint8Array<ArrayBuffer> },
): Promise<StoredOriginal | null> {
  const { originals } = openedOf(db);
  if (originals === null) return packOriginal(file.content);
  await within(() => originals.put(keyOf(file), file.content, file.sha256));
  return null;
}

/**
 * An original file, byte for byte, from the database or the store.
 *
 * @throws AppError `unavailable` when it is damaged, or the store lacks it, has different content, or cannot be reached
 */
export async function readOriginal(db: Db, id: string): Promise<Buffer<ArrayBuffer>> {
  const { content, packedSha256, size, name, ...named } = await db.runFile.findUniqueOrThrow({
    where: { id },
    select: { content: true, packedSha256: true, size: true, name: true, runId: true, sha256: true },
  });
  if (content !== null) {
    const file = await unpackOriginal({ content, packedSha256, size, sha256: named.sha256 });
    if (file === null)
      throw lost(name, 'is damaged in the database: it cannot be unpacked to what was imported');
    return Buffer.from(file);
  }
  const { originals } = openedOf(db);
  if (originals === null) throw lost(name, 'is in an object store, but ORIGINALS_BUCKET is not set');
  const stored = await within(() => originals.get(keyOf(named)));
  if (stored === null) throw lost(name, 'is missing in the object store');
  if (createHash('sha256').update(stored).digest('hex') !== named.sha256)
    throw lost(name, 'is damaged in the object store: its SHA-256 differs from the stored one');
  return Buffer.from(stored);
}

const lost = (name: string, what: string) =>
  new AppError('unavailable', `The original file “${name}” ${what}. Contact an administrator.`);

async function within<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'The store of original files cannot be reached. Try again in a moment.',
      {
        cause,
      },
    );
  }
}

/** An import in progress is far younger than this. */
const LEFT_FOR_MS = 24 * 3600 * 1000;

/**
 * Deletes files without a run: of deleted runs, and of failed imports, which stay where several clusters may use the
 * bucket.
 *
 * @returns how many
 */
export async function sweepOriginals({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): Promise<number> {
  const { originals } = openedOf(db);
  if (originals === null) return 0;
  const isShared = await isOneOfSeveral(db);
  let removed = 0;
  const before = new Date(clock.now().getTime() - LEFT_FOR_MS);
  for await (const page of originals.list()) {
    const old = page.filter(({ storedAt }) => storedAt < before).map(({ key }) => key);
    const kept = await keysInUse(db, old.map((key) => key.split('/')[0] ?? '').filter(isId));
    const unnamed = old.filter((key) => isId(key.split('/')[0] ?? '') && !kept.has(key));
    const left = isShared ? await ofDeletedRuns(db, unnamed) : unnamed;
    if (left.length > 0) await originals.remove(left);
    removed += left.length;
  }
  return removed;
}

/**
 * The keys that runs name. Returns once everything that it has seen is on disk: a crash could still undo a deletion, which
 * would leave a run without its file.
 */
async function keysInUse(db: Db, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows<Named | { readonly runId: null }>(
    db,
    Prisma.sql`SELECT f.run_id AS "runId", f.sha256, waiting.at
      FROM (SELECT ${Prisma.raw(WAIT_FOR_DISK)}::text AS at) waiting
        LEFT JOIN run_file f ON f.run_id = ANY(${[...runIds]}::uuid[]) AND f.content IS NULL`,
  );
  return new Set(rows.flatMap((row) => (row.runId === null ? [] : [keyOf(row)])));
}

/** Of runs whose deletion is in the audit trail here: other runs may live in another cluster that uses the bucket. */
async function ofDeletedRuns(db: Db, keys: readonly string[]): Promise<string[]> {
  const ids = keys.map((key) => key.split('/')[0] ?? '');
  const deleted = await db.auditEvent.findMany({
    where: {
      entity: 'run',
      entityId: { in: ids },
      action: { in: ['run.delete', 'run.delete-permanently', 'run.purge'] },
    },
    select: { entityId: true },
  });
  const gone = new Set(deleted.map(({ entityId }) => entityId));
  return keys.filter((key) => gone.has(key.split('/')[0] ?? ''));
}

/** Other objects in the bucket are ignored. */
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
