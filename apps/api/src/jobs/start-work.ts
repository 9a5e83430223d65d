import type { Db } from '../database/db.ts';
import { readRestoredCopy, type RestoredCopy } from '../backup/installation.ts';
import type { Jobs, JobHandlers } from './jobs.ts';

/**
 * Jobs with effects outside the database: they send to file servers and mail servers, sign heads, write
 * backups, and move or delete files and curves in an object store, which the copy may share with the real installation.
 */
const HELD_IN_A_COPY: ReadonlySet<string> = new Set([
  'audit-head',
  'audit-heads',
  'backup',
  'delivery',
  'delivery-notice',
  'move-blobs',
  'purge',
  'time-stamp',
]);
/** How often a copy checks whether it was confirmed. */
const LOOK_MS = 5_000;

interface Dependencies {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'work'>;
  readonly handlers: JobHandlers;
  readonly onHeld: (copy: RestoredCopy) => void;
  readonly onConfirmed: () => void;
  readonly onError: (error: unknown) => void;
  readonly lookMs?: number;
}

/**
 * Starts background jobs. In a restored copy, jobs with external effects wait until a user confirms that the
 * copy is the real installation.
 *
 * @returns stops the checks
 */
export async function startWork(dependencies: Dependencies): Promise<() => void> {
  const { db, jobs, handlers, onHeld } = dependencies;
  const copy = await readRestoredCopy(db);
  if (copy === null) {
    await jobs.work(handlers);
    return () => undefined;
  }
  onHeld(copy);
  await jobs.work(only(handlers, (kind) => !HELD_IN_A_COPY.has(kind)));
  return workOnceConfirmed(dependencies);
}

function workOnceConfirmed({
  db,
  jobs,
  handlers,
  onConfirmed,
  onError,
  lookMs = LOOK_MS,
}: Dependencies): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    try {
      if ((await readRestoredCopy(db)) === null) {
        if (!isStopped) await jobs.work(only(handlers, (kind) => HELD_IN_A_COPY.has(kind)));
        onConfirmed();
        return;
      }
    } catch (error) {
      if (!isStopped) onError(error);
    }
    lookLater();
  };
  const lookLater = () => {
    if (!isStopped) timer = setTimeout(() => void look(), lookMs).unref();
  };
  lookLater();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

const only = (handlers: JobHandlers, isWanted: (kind: string) => boolean): JobHandlers =>
  Object.fromEntries(Object.entries(handlers).filter(([kind]) => isWanted(kind)));
