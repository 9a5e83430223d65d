import { SESSION_PREFIX } from './progress.ts';

/** The key of the advisory lock for preparing the database; an arbitrary number. */
export const PREPARATION_LOCK = 7_240_115;

/** The session that prepares the database, if any; every role may query this. */
export const WORKING_SESSION = `
  SELECT a.pid, a.application_name AS name, a.client_addr::text AS address,
    b.blocks_done::float8 AS "blocksDone", b.blocks_total::float8 AS "blocksTotal"
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    LEFT JOIN pg_stat_progress_create_index b ON b.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = ${PREPARATION_LOCK} AND l.objsubid = 1
    AND l.mode = 'ExclusiveLock' AND l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

export interface WorkingSession {
  readonly pid: number;
  readonly name: string | null;
  /** Null: this machine, or hidden from this role. */
  readonly address: string | null;
  readonly blocksDone: number | null;
  readonly blocksTotal: number | null;
}

/** “340,000 of 1,000,000 audit entries chained” */
export function progressOf({ name, blocksDone, blocksTotal }: WorkingSession): string {
  const what = name?.startsWith(SESSION_PREFIX) === true ? name.slice(SESSION_PREFIX.length) : 'begins';
  if (blocksDone === null || blocksTotal === null || blocksTotal === 0) return what;
  return `${what}, ${Math.floor((blocksDone / blocksTotal) * 100)} %`;
}
