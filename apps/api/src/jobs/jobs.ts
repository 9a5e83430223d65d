import { jobKindSchema, type JobKind } from '@curvewell/domain';
import { fromPrisma, PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss';

import type { Db, Tx } from '../database/db.ts';
import { inOrigin, withOrigin } from '../telemetry/job-origin.ts';
import { QUEUES, type JobData } from './queues.ts';
import { PermanentFailure, plainErrorText } from './outcome.ts';
import { monotonicClock } from './monotonic-clock.ts';

/**
 * Connections of the queue, besides the listener's: for a worker, and for a process that only requests jobs.
 */
export const JOB_CONNECTIONS = { worker: 2, asker: 1 } as const;
/** How often scheduled jobs are polled; workers are notified of jobs that are due now. */
const LOOK_S = 2;
const BEAT_S = 3;
/** How often jobs without heartbeat are searched. */
const SUPERVISE_S = 5;
/** A job that was missed while no worker ran is made up for. */
const EACH_DAY = { tz: 'UTC', missed: 'once' } as const;
/** How long running jobs may continue when the process stops. */
const STOP_MS = 10_000;

export interface Try {
  /** The number of the attempt, from 1. */
  readonly number: number;
  /** Aborted when another worker takes the job, or the process stops. */
  readonly signal: AbortSignal;
}

/** Runs one job. Errors lead to a retry, except `PermanentFailure`. */
export type JobHandler<Kind extends JobKind> = (data: JobData[Kind], one: Try) => Promise<Outcome>;
/** `again`: the attempt failed, and the handler has scheduled the next one itself. */
type Outcome = 'done' | 'again';
export type JobHandlers = { readonly [Kind in JobKind]?: JobHandler<Kind> };

/** Background jobs, run by any of the processes on this database. */
export interface Jobs {
  /** Requests a job in a transaction; it runs if and only if that is committed. */
  ask<Kind extends JobKind>(tx: Tx, kind: Kind, request: JobRequest<Kind>): Promise<void>;
  /** Requests many jobs of one kind, to run now. */
  askMany<Kind extends JobKind>(tx: Tx, kind: Kind, data: readonly JobData[Kind][]): Promise<void>;
  /** Runs requested jobs until stopped. */
  work(handlers: JobHandlers): Promise<void>;
  stop(): Promise<void>;
}

export async function isQueued(db: Db, kind: JobKind): Promise<boolean> {
  const [row] = await db.$queryRaw<{ is: boolean }[]>`
    SELECT EXISTS (SELECT FROM pgboss.job WHERE name = ${kind} AND state < 'completed') AS is`;
  return row?.is === true;
}

interface JobRequest<Kind extends JobKind> {
  readonly data: JobData[Kind];
  /** The earliest start. */
  readonly startAfter?: Date;
}

interface Options {
  readonly databaseUrl: string;
  /** Whether this process runs jobs, or only requests them. */
  readonly isWorker: boolean;
  readonly onError: (error: unknown) => void;
}

/** Creates or updates the tables of the queue. Only one process may prepare the database at a time. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  // Errors are also thrown.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const kind of jobKindSchema.options) {
      const { cron, policy, isOptional = false, ...options } = QUEUES[kind];
      await boss.createQueue(kind, { notify: true, ...options, ...(policy !== undefined && { policy }) });
      await boss.updateQueue(kind, options);
      if (cron !== undefined && !isOptional) await boss.schedule(kind, cron, {}, EACH_DAY);
    }
    const isScheduled = (name: string) =>
      jobKindSchema.options.some((kind) => kind === name && QUEUES[kind].cron !== undefined);
    for (const { name } of await boss.getSchedules()) if (!isScheduled(name)) await boss.unschedule(name);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The queue of a prepared database. Connects on first use. */
export function openJobs({ databaseUrl, isWorker, onError }: Options): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: isWorker ? JOB_CONNECTIONS.worker : JOB_CONNECTIONS.asker,
    clock: monotonicClock,
    application_name: 'curvewell jobs',
    migrate: false,
    useListenNotify: isWorker,
    schedule: isWorker,
    supervise: isWorker,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    // The role of the process does not own the tables.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error: unknown) => onError(asError(error)));
  const stopping = new AbortController();
  let started: Promise<unknown> | undefined;
  const start = () => {
    started ??= boss.start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };

  return {
    ask: async (tx, kind, { data, startAfter }) => {
      await start();
      await boss.send(kind, withOrigin(data), {
        db: fromPrisma(tx),
        ...(startAfter !== undefined && { startAfter }),
      });
    },
    askMany: async (tx, kind, data) => {
      if (data.length === 0) return;
      await start();
      await boss.insert(
        kind,
        data.map((one) => ({ data: withOrigin(one) })),
        { db: fromPrisma(tx) },
      );
    },
    work: async (handlers) => {
      await start();
      for (const kind of jobKindSchema.options) {
        const { cron, isOptional = false } = QUEUES[kind];
        if (handlers[kind] === undefined) {
          if (isOptional && (await stopSchedule(boss, kind)))
            onError(new Error(`No worker has run the job “${kind}” for a day: it is no longer scheduled.`));
          continue;
        }
        if (cron !== undefined && isOptional) await boss.schedule(kind, cron, {}, EACH_DAY);
        const options = {
          notifyPollingIntervalSeconds: LOOK_S,
          pollingIntervalSeconds: LOOK_S,
          heartbeatRefreshSeconds: BEAT_S,
          includeMetadata: true,
          perJobResults: true,
        } as const;
        await boss.work<JobData[typeof kind], unknown, typeof options>(kind, options, async (jobs) =>
          Promise.all(jobs.map((job) => runJob(handlers, job, { onError, stopping: stopping.signal }))),
        );
      }
    },
    stop: async () => {
      stopping.abort();
      if (started === undefined) return;
      await started.catch(() => undefined);
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

/** The queue reports some errors as plain objects. */
function asError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null) return error;
  const { message } = error as { readonly message?: unknown };
  return Object.assign(new Error(String(message)), error);
}

/**
 * Removes the schedule of a daily job that no process has run for a day. A worker that starts later restores
 * the schedule and runs what waits.
 */
async function stopSchedule(boss: PgBoss, kind: JobKind): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(
    `DELETE FROM pgboss.schedule WHERE name = $1 AND EXISTS (
       SELECT FROM pgboss.job WHERE name = $1 AND state = 'created' AND created_on < now() - interval '1 day')
     RETURNING name`,
    [kind],
  );
  return rows.length > 0;
}

/** One attempt at a job, and the outcome for the queue. */
export async function runJob(
  handlers: JobHandlers,
  {
    id,
    name,
    data,
    retryCount,
    signal,
  }: Pick<JobWithMetadata, 'id' | 'name' | 'data' | 'retryCount' | 'signal'>,
  { onError, stopping }: { readonly onError: (error: unknown) => void; readonly stopping: AbortSignal },
): Promise<JobResult<object>> {
  // Each queue has the data of its own kind.
  const work = handlers[name as JobKind] as JobHandler<JobKind> | undefined;
  try {
    const one = { number: retryCount + 1, signal: AbortSignal.any([signal, stopping]) };
    const outcome = await inOrigin(data, name, async (own) => {
      try {
        if (work === undefined) throw new Error(`this process has no job handler for “${name}”`);
        return await work(own, one);
      } catch (error) {
        // The log line includes the request that asked for the job.
        if (!(error instanceof PermanentFailure) && !stopping.aborted) onError(error);
        throw error;
      }
    });
    return { id, status: 'completed', output: outcome === 'done' ? {} : { again: true } };
  } catch (error) {
    if (error instanceof PermanentFailure)
      return { id, status: 'deadletter', output: { message: error.message } };
    return { id, status: 'failed', output: { message: plainErrorText(error) } };
  }
}
