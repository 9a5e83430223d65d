import { fromPrisma, PgBoss } from 'pg-boss';

import type { Tx } from '../db.ts';
import { inOrigin, withOrigin } from '../telemetry/job-origin.ts';
import { QUEUES, type JobData, type JobName } from './queues.ts';

/** Connections of the queue's own, beside the one that listens. */
const CONNECTIONS = 2;
/** How often what is due later is looked for; what is due now is told by the database. */
const LOOK_S = 2;
const BEAT_S = 3;
/** How long the work in hand may go on when the process stops. */
const STOP_MS = 10_000;

/** Does one job. What it throws is a fault of ours: the queue begins it again. */
export type Work<Name extends JobName> = (data: JobData[Name], signal: AbortSignal) => Promise<void>;
export type Works = { readonly [Name in JobName]: Work<Name> };

/** Work that is done in the background, by one of the processes on this database. */
export interface Jobs {
  /** Asks for work within a transaction: it is done if, and only if, that is committed. */
  ask<Name extends JobName>(tx: Tx, name: Name, asked: Asked<Name>): Promise<void>;
  /** Does what is asked for, until it stops. */
  work(works: Works): Promise<void>;
  stop(): Promise<void>;
}

interface Asked<Name extends JobName> {
  readonly data: JobData[Name];
  /** Not before. */
  readonly startAfter?: Date;
}

interface Options {
  readonly databaseUrl: string;
  readonly onError: (error: unknown) => void;
}

/** Makes the tables of the queue, or brings them up to date. Only while no other process prepares the database. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  // What goes wrong is thrown as well.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const [name, options] of Object.entries(QUEUES)) {
      await boss.createQueue(name, { notify: true, ...options });
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The queue of a database that is prepared. Connections are made when they are first needed. */
export function openJobs({ databaseUrl, onError }: Options): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    application_name: 'curvewell jobs',
    migrate: false,
    useListenNotify: true,
    schedule: false,
    // Who works with the tables need not own them.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  let started: Promise<unknown> | undefined;
  const start = () => (started ??= boss.start());

  return {
    ask: async (tx, name, { data, startAfter }) => {
      await start();
      await boss.send(name, withOrigin(data), {
        db: fromPrisma(tx),
        ...(startAfter !== undefined && { startAfter }),
      });
    },
    work: async (works) => {
      await start();
      const each = async <Name extends JobName>(name: Name, work: Work<Name>) => {
        await boss.work<JobData[Name]>(
          name,
          {
            notifyPollingIntervalSeconds: LOOK_S,
            pollingIntervalSeconds: LOOK_S,
            heartbeatRefreshSeconds: BEAT_S,
          },
          async ([job]) => {
            if (job !== undefined) await inOrigin(job.data, name, (data) => work(data, job.signal));
          },
        );
      };
      for (const name of Object.keys(QUEUES) as JobName[]) await each(name, works[name]);
    },
    stop: async () => {
      if (started === undefined) return;
      await started.catch(() => undefined);
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
