import { setTimeout as sleep } from 'node:timers/promises';

import { AppError } from '../errors.ts';
import { traced } from '../telemetry/trace-channels.ts';
import { notifyCommitted } from './committed.ts';
import type { Db, Tx } from './opened.ts';
import { openedOf, recordTransaction } from './opened.ts';
import { attempts, type Attempt } from './attempt.ts';
import { databaseProblem, isWorthRetrying } from './problem.ts';

interface TransactionOptions {
  readonly db: Db;
  /** The user who makes the change; turns are shared fairly among users and laboratories. */
  readonly actor?: { readonly userId: string; readonly laboratory: { readonly id: string } | null };
  /** The id of the first row to lock. Changes of the same row wait for one another without a connection. */
  readonly on?: string;
  readonly timeoutMs?: number;
  /** For several reads that need one consistent snapshot. */
  readonly isolationLevel?: 'RepeatableRead';
}

const TIMEOUT_MS = 10_000;
/** Timeout for a connection and the first answer; longer than the watch needs to mark a hanging server as away. */
const START_WAIT_MS = 5_000;
const MAX_RETRIES = 2;
/** Random pause before a retry, so that two conflicting changes do not collide again. */
const LONGEST_PAUSE_MS = 50;

/** Keeps an `AppError`: its cause may be a connection other than the database's. */
const meaningOf = (error: unknown) => (error instanceof AppError ? error : (databaseProblem(error) ?? error));

const lastSteps = new WeakMap<Tx, (() => Promise<void>)[]>();

/** Runs a step just before the commit, for steps that hold locks which others wait for. */
export function beforeCommit(tx: Tx, step: () => Promise<void>): void {
  const steps = lastSteps.get(tx);
  if (steps === undefined) throw new Error('this transaction was not started by `transaction`');
  steps.push(step);
}

const withLastSteps =
  <T>(work: (tx: Tx) => Promise<T>) =>
  async (tx: Tx): Promise<T> => {
    const steps: (() => Promise<void>)[] = [];
    lastSteps.set(tx, steps);
    const done = await work(tx);
    for (const step of steps) await step();
    return done;
  };

/** For a pooler, whose connections have no timeouts of this product. */
async function setTimeouts(db: Db, tx: Tx): Promise<void> {
  const { localTimeouts } = openedOf(db);
  if (localTimeouts === null) return;
  const { lock, statement } = localTimeouts;
  await tx.$queryRaw`
    SELECT set_config('lock_timeout', ${String(lock)}, true), set_config('statement_timeout', ${String(statement)}, true)`;
}

interface Attempted<T> {
  readonly tx: Tx;
  readonly work: (tx: Tx) => Promise<T>;
}

/**
 * Runs the work of a request with an idempotency key: the key is stored first, so that a duplicate waits, and the
 * response last.
 */
async function attempted<T>(attempt: Attempt | undefined, { tx, work }: Attempted<T>): Promise<T> {
  await attempt?.claim(tx);
  const done = await work(tx);
  await attempt?.keep(tx, done);
  return done;
}

/**
 * Runs several changes in one transaction. Every write uses this function.
 *
 * A change waits for its turn before it takes a connection, so that connections remain for reads. A conflict with
 * a concurrent change restarts it, so `work` must only read and write through its `tx`.
 *
 * @throws AppError `busy`, `too-many-requests` when it waited too long, `timed-out`, `unavailable`,
 *   `in-use`, or another error that `databaseProblem` maps
 */
export function transaction<T>(
  { db, actor, on, timeoutMs = TIMEOUT_MS, isolationLevel }: TransactionOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // A transaction with an isolation level only reads.
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
            recordTransaction(tx, db);
            await setTimeouts(db, tx);
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
