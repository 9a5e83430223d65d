import type { Dependencies } from '../dependencies.ts';
import { WAIT_FOR_DISK } from '../database/early-commit.ts';
import { objectsOf, type Db } from '../database/opened.ts';
import { readRows } from '../database/read-rows.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { runOfKey } from './blobs.ts';

/** An import in progress is far younger than this. */
const LEFT_FOR_MS = 24 * 3600 * 1000;

/**
 * Deletes the objects of runs whose deletion is in the audit trail here, where it cannot be missing. Others stay: the bucket
 * may be that of another cluster or installation, and this database may be an older copy that lacks runs.
 *
 * @returns how many
 */
export async function sweepBlobs({ db, clock }: Dependencies): Promise<number> {
  const objects = objectsOf(db);
  if (objects === null) return 0;
  let removed = 0;
  const before = new Date(clock.now().getTime() - LEFT_FOR_MS);
  for await (const page of objects.list()) {
    const old = page
      .filter(({ key, storedAt }) => storedAt < before && isId(runOfKey(key)))
      .map(({ key }) => key);
    const there = await runsThere(db, old.map(runOfKey));
    const unnamed = old.filter((key) => !there.has(runOfKey(key)));
    const left = await ofDeletedRuns(db, unnamed);
    if (left.length > 0) await objects.remove(left);
    removed += left.length;
  }
  return removed;
}

/**
 * Those runs that exist. Returns once everything that it has seen is on disk: a crash could still undo a deletion, which
 * would leave a run without its bytes.
 */
async function runsThere(db: Db, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows<{ id: string | null }>(
    db,
    Prisma.sql`SELECT r.id, waiting.at FROM (SELECT ${Prisma.raw(WAIT_FOR_DISK)}::text AS at) waiting
      LEFT JOIN run r ON r.id = ANY(${[...new Set(runIds)]}::uuid[])`,
  );
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
}

async function ofDeletedRuns(db: Db, keys: readonly string[]): Promise<string[]> {
  const deleted = await db.auditEvent.findMany({
    where: {
      entity: 'run',
      entityId: { in: keys.map(runOfKey) },
      action: { in: ['run.delete', 'run.delete-permanently', 'run.purge'] },
    },
    select: { entityId: true },
  });
  const gone = new Set(deleted.map(({ entityId }) => entityId));
  return keys.filter((key) => gone.has(runOfKey(key)));
}

/** Other objects in the bucket are ignored. */
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
