import { setTimeout as sleep } from 'node:timers/promises';

import { AppError } from '../errors.ts';
import { traced } from '../telemetry/trace-channels.ts';
import { notifyCommitted } from './committed.ts';
import type { Db, Tx } from './opened.ts';
import { openedOf } from './opened.ts';
import { attempts, type Attempt } from './attempt.ts';
import { databaseProblem, isWorthRetrying } from './problem.ts';

interface TransactionOptions {
  readonly db: Db;
  /** Whose change it is: turns are shared out fairly among people and laboratories. */
  readonly actor?: { readonly userId: string; readonly laboratory: { readonly id: string } | null };
  /** The id of what is locked first. Changes of the same wait for one another without a connection. */
  readonly on?: string;
  readonly timeoutMs?: number;
  /** For several reads that have to fit together: they see the database as it is at one moment. */
  readonly isolationLevel?: 'RepeatableRead';
}

const TIMEOUT_MS = 10_000;
/** For a connection and the first answer; longer than a server may stand still before it counts as away. */
const START_WAIT_MS = 5_000;
const MAX_RETRIES = 2;
/** Two that stood in each other's way do not meet again at once. */
const LONGEST_PAUSE_MS = 50;

/** What has a meaning keeps it: the cause of an `AppError` may be a connection to something else than the database. */
const meaningOf = (error: unknown) => (error instanceof AppError ? error : (databaseProblem(error) ?? error));

const lastSteps = new WeakMap<Tx, (() => Promise<void>)[]>();

/** Has something done at the end of a transaction, just before it is committed: what others wait for. */
export function beforeCommit(tx: Tx, step: () => Promise<void>): void {
  const steps = lastSteps.get(tx);
  if (steps === undefined) throw new Error('this is no transaction of `transaction`');
  steps.push(step);
}

/** The work, and then what it has asked to be done last. */
const withLastSteps =
  <T>(work: (tx: Tx) => Promise<T>) =>
  async (tx: Tx): Promise<T> => {
    const steps: (() => Promise<void>)[] = [];
    lastSteps.set(tx, steps);
    const done = await work(tx);
    for (const step of steps) await step();
    return done;
  };

interface Attempted<T> {
  readonly tx: Tx;
  readonly work: (tx: Tx) => Promise<T>;
}

/** The work of a request that names itself: with its key before, so that another one waits, and its answer after. */
async function attempted<T>(attempt: Attempt | undefined, { tx, work }: Attempted<T>): Promise<T> {
  await attempt?.claim(tx);
  const done = await work(tx);
  await attempt?.keep(tx, done);
  return done;
}

/**
 * Makes several changes in the database as one: all of them or none. The one way to do so.
 *
 * It waits for its turn before it takes a connection, so that readers always find one. What
 * fails because somebody else did something at the same moment is done again from the start,
 * and then sees it; so `work` does nothing but read and write through its `tx`.
 *
 * @throws AppError `busy`, `too-many-requests` when it waited too long, `timed-out`, `unavailable`,
 *   `in-use` or whatever else the database's trouble means
 */
export function transaction<T>(
  { db, actor, on, timeoutMs = TIMEOUT_MS, isolationLevel }: TransactionOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // Several reads change nothing.
  const attempt = isolationLevel === undefined ? attempts.getStore() : undefined;
  const claim = { on, userId: actor?.userId, laboratoryId: actor?.laboratory?.id };
  const options = {
    maxWait: START_WAIT_MS,
    timeout: timeoutMs,
    ...(isolationLevel !== undefined && { isolationLevel }),
  };
  const waitAndWork = () =>
    openedOf(db).queue.take(claim, async () => {
      for (let retries = 0; ; retries++) {
        try {
          const [done, tx] = await db.$transaction(async (tx) => {
            return [await withLastSteps(() => attempted(attempt, { tx, work }))(tx), tx] as const;
          }, options);
          if (attempt !== undefined) attempt.isClaimed = true;
          notifyCommitted(tx);
          return done;
        } catch (error) {
          if (retries === MAX_RETRIES || !isWorthRetrying(error)) throw meaningOf(error);
        }
        await sleep(Math.random() * LONGEST_PAUSE_MS);
      }
    });
  return traced('transaction', waitAndWork, 'transaction');
}
