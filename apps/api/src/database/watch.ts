import { Socket } from 'node:net';

import pg from 'pg';

import { freeTime } from '../process/free-time.ts';
import type { Db } from './opened.ts';
import { openedOf } from './opened.ts';
import { databaseProblem } from './problem.ts';
import { OneByOneClient } from './one-by-one-client.ts';

/** Interval between checks. */
const LOOK_MS = 1_000;
/** A database that does not answer an empty query in this time counts as away. */
const ANSWER_MS = 2_000;

/** Checks whether the database answers, on a separate connection that never waits for others. */
interface DatabaseWatch {
  /** The result of the last check. */
  answers(): boolean;
  /** @throws Error while the database is away */
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

interface Options {
  readonly db: Db;
  readonly databaseUrl: string;
  /** Called when the database stops answering, with the reason, and when it answers again. */
  readonly onChange: (isAway: boolean, reason?: unknown) => void;
  readonly answerMs?: number;
}

interface Line {
  readonly client: pg.Client;
  readonly socket: Socket;
}

/** Watches a database; while it is away, queries fail at once. @returns after the first check */
export async function watchDatabase({
  db,
  databaseUrl,
  onChange,
  answerMs = ANSWER_MS,
}: Options): Promise<DatabaseWatch> {
  const { pool } = openedOf(db);
  let line: Line | undefined;
  let isAway = false;
  let hasAnswered = false;
  let isClosed = false;

  function setAway(next: boolean, reason?: unknown): void {
    pool.setAway(next); // repeated on each check, because new connections may have been tried meanwhile
    if (next !== isAway) onChange(next, reason);
    isAway = next;
  }

  async function look(): Promise<void> {
    try {
      await ask();
      hasAnswered = true;
      setAway(false);
    } catch (error) {
      if (!isClosed && !isCrowded(error)) setAway(true, error);
    }
  }

  async function ask(): Promise<void> {
    if (line !== undefined) {
      try {
        await inTime(line, line.client.query('SELECT 1'), answerMs);
        return;
      } catch (error) {
        hangUp();
        // The connection alone may be broken; a second one shows whether the database is away.
        if (error instanceof NoAnswer) throw error;
      }
    }
    const next = openLine(databaseUrl);
    await inTime(next, next.client.connect(), answerMs);
    line = next;
  }

  function hangUp(): void {
    line?.socket.destroy();
    line = undefined;
  }

  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_MS);
  await looking;

  async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    if (line === undefined || isAway) throw new Error('The database does not respond.');
    return (await line.client.query<Row>(sql)).rows;
  }

  return {
    answers: () => hasAnswered && !isAway,
    query: async <Row extends pg.QueryResultRow>(sql: string) => {
      try {
        return await query<Row>(sql);
      } catch (error) {
        if (databaseProblem(error)?.code !== 'unavailable') throw error;
        // The connection alone may be lost; the check makes a new one.
        looking = looking.then(look);
        await looking;
        return query<Row>(sql);
      }
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      hangUp();
      await looking;
      hangUp();
    },
  };
}

function openLine(databaseUrl: string): Line {
  const socket = new Socket();
  const client = new OneByOneClient({ connectionString: databaseUrl, stream: () => socket });
  return { client, socket };
}

class NoAnswer extends Error {}

async function inTime(line: Line, answer: Promise<unknown>, ms: number): Promise<void> {
  const deadline = freeTime(ms);
  const late = deadline.passed.then(() => {
    throw new NoAnswer(`The database did not respond within ${ms / 1000} s.`);
  });
  try {
    await Promise.race([answer, late]);
  } catch (error) {
    line.socket.destroy();
    throw error;
  } finally {
    deadline.cancel();
  }
}

/** SQLSTATE 53…: the server is up but has no connection left for the watch. */
function isCrowded(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('53') === true;
}
