import { jobKindSchema, type JobKind } from '@curvewell/domain';
import { fromPrisma, PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss';

import type { Db, Tx } from '../database/db.ts';
import { inOrigin, withOrigin } from '../telemetry/job-origin.ts';
import { QUEUES, type JobData } from './queues.ts';
import { PermanentFailure, plainErrorText } from './outcome.ts';
import { monotonicClock } from './monotonic-clock.ts';

/** Connections of the queue's own: of a worker, beside the one that listens, and of who only asks. */
export const JOB_CONNECTIONS = { worker: 2, asker: 1 } as const;
/** How often scheduled jobs are polled for; the database notifies workers of jobs that are due now. */
const LOOK_S = 2;
const BEAT_S = 3;
/** How often jobs without a beat are searched for. */
const SUPERVISE_S = 5;
/** What fell into a time without workers is made up for. */
const EACH_DAY = { tz: 'UTC', missed: 'once' } as const;
/** How long the work in hand may continue when the process stops. */
const STOP_MS = 10_000;

/** One attempt at a job. */
export interface Try {
  /** Of this job, from 1. */
  readonly number: number;
  /** Aborted when the job is somebody else's, or the process stops. */
  readonly signal: AbortSignal;
}

/** Does one job. What it throws is retried, but for `PermanentFailure`. */
export type JobHandler<Kind extends JobKind> = (data: JobData[Kind], one: Try) => Promise<Outcome>;
/** `again`: this try has failed, and the work has asked for the next one itself. */
type Outcome = 'done' | 'again';
export type JobHandlers = { readonly [Kind in JobKind]?: JobHandler<Kind> };

/** Work that is done in the background, by one of the processes on this database. */
export interface Jobs {
  /** Asks for work within a transaction: it is done if, and only if, that is committed. */
  ask<Kind extends JobKind>(tx: Tx, kind: Kind, request: JobRequest<Kind>): Promise<void>;
  /** The same for much work of one kind, to be done now. */
  askMany<Kind extends JobKind>(tx: Tx, kind: Kind, data: readonly JobData[Kind][]): Promise<void>;
  /** Does what is requested, until it stops. */
  work(handlers: JobHandlers): Promise<void>;
  stop(): Promise<void>;
}

/** Whether work of a kind waits or goes on. */
export async function isQueued(db: Db, kind: JobKind): Promise<boolean> {
  const [row] = await db.$queryRaw<{ is: boolean }[]>`
    SELECT EXISTS (SELECT FROM pgboss.job WHERE name = ${kind} AND state < 'completed') AS is`;
  return row?.is === true;
}

interface JobRequest<Kind extends JobKind> {
  readonly data: JobData[Kind];
  /** Not before. */
  readonly startAfter?: Date;
}

interface Options {
  readonly databaseUrl: string;
  /** Whether this process does jobs; else it only asks for them. */
  readonly isWorker: boolean;
  readonly onError: (error: unknown) => void;
}

/** Makes the tables of the queue, or brings them up to date. Only while no other process prepares the database. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  // What goes wrong is thrown as well.
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

/** The queue of a database that is prepared. Connections are made when they are first needed. */
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
    // Who works with the tables need not own them.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error: unknown) => {
    onError(asError(error));
  });
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
          if (isOptional && (await takeOffClock(boss, kind)))
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

/** The queue reports some errors by their fields alone. */
function asError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null) return error;
  const { message } = error as { readonly message?: unknown };
  return Object.assign(new Error(String(message)), error);
}

/**
 * Ends a daily request that no process can serve: it has waited for a day. Anyone who starts last
 * need not know of others, who would have done it; one that comes later puts it on the clock again, and does what waits.
 */
async function takeOffClock(boss: PgBoss, kind: JobKind): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(
    `DELETE FROM pgboss.schedule WHERE name = $1 AND EXISTS (
       SELECT FROM pgboss.job WHERE name = $1 AND state = 'created' AND created_on < now() - interval '1 day')
     RETURNING name`,
    [kind],
  );
  return rows.length > 0;
}

interface Doing {
  readonly onError: (error: unknown) => void;
  readonly stopping: AbortSignal;
}

/** One attempt at a job, and what the queue is to keep of how it ended. */
export async function runJob(
  handlers: JobHandlers,
  {
    id,
    name,
    data,
    retryCount,
    signal,
  }: Pick<JobWithMetadata, 'id' | 'name' | 'data' | 'retryCount' | 'signal'>,
  { onError, stopping }: Doing,
): Promise<JobResult<object>> {
  // Each queue holds what its own work takes.
  const work = handlers[name as JobKind] as JobHandler<JobKind> | undefined;
  try {
    const one = { number: retryCount + 1, signal: AbortSignal.any([signal, stopping]) };
    const outcome = await inOrigin(data, name, async (own) => {
      try {
        if (work === undefined) throw new Error(`this process has no job handler for “${name}”`);
        return await work(own, one);
      } catch (error) {
        // The log names it with the request that asked for it.
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
