/**
 * `pnpm bench:users`: many concurrent users of the product as `npm start` starts it, on a PostgreSQL that
 * writes to disk. Each sends a request every few seconds, whether or not the previous one was answered. Ends
 * with an error if a request failed, or if 50 users wait ten times as long as a single one. SECONDS sets the
 * duration with 200 users.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { startBenchDatabase } from './bench-database.ts';
import { startBenchIssuer } from './bench-issuer.ts';
import { startProduct } from './measured-process.ts';
import { print } from './table.ts';

const PORT = Number(process.env['BENCH_PORT'] ?? 18_480);
const ADDRESS = `http://127.0.0.1:${PORT}`;
const RUNS = 4;
const LISTED = 200;
/** Pause between two requests of a user. */
const THINK_MS = { least: 4_000, most: 12_000 };
const IDLE_REQUESTS = 15;
/** Maximum ratio of the 99th percentile with 50 users to the median of a single user. */
const MAX_TIMES_IDLE = 10;

const CROWDS = [
  { people: 50, seconds: 60, mostTimesIdle: MAX_TIMES_IDLE },
  { people: 200, seconds: Number(process.env['SECONDS'] ?? 30), mostTimesIdle: null },
] as const;

type Kind = 'list' | 'open' | 'chart' | 'comment';
const KINDS: readonly Kind[] = ['list', 'open', 'chart', 'comment'];

interface Answered {
  readonly kind: Kind;
  readonly ms: number;
  /** Null: the request succeeded. */
  readonly failure: string | null;
}

interface Runs {
  readonly opened: readonly string[];
  readonly commented: readonly string[];
}

type Person = (kind: Kind, turn: number) => Promise<Answered>;

const database = await startBenchDatabase();
const issuer = await startBenchIssuer();
const product = await startProduct({ address: ADDRESS, database, issuer });
try {
  const runIds: string[] = []; // opened, with their charts; comments go to all listed runs
  for (let made = 0; made < RUNS; made++)
    runIds.push((await database.makeRun({ plateType: 'RECTANGULAR_96', isInterpreted: true })).id);
  await database.copyRun(runIds[0] ?? '', LISTED);
  const listed = (await database.db.run.findMany({ select: { id: true } })).map(({ id }) => id);
  const people = await makePeople(
    { opened: runIds, commented: listed },
    Math.max(...CROWDS.map(({ people: count }) => count)),
  );

  const idle = new Map<Kind, number>();
  for (const kind of KINDS) idle.set(kind, await idleMedian(people, kind));
  print('\n| people | request | requests | failed | median ms | p99 ms | p99 ÷ idle median |');
  print('| --: | --- | --: | --: | --: | --: | --: |');
  for (const [kind, ms] of idle) print(`| 1 | ${kind} | ${IDLE_REQUESTS} | 0 | ${ms.toFixed(0)} | – | – |`);
  let isGood = true;
  for (const crowd of CROWDS) {
    const answered = await requestConcurrently(people.slice(0, crowd.people), crowd.seconds);
    for (const kind of KINDS) {
      const times = printKind(answered, { kind, people: crowd.people, idleMs: idle.get(kind) ?? 0 });
      if (crowd.mostTimesIdle !== null && times > crowd.mostTimesIdle) isGood = false;
    }
    const failures = answered.flatMap(({ failure }) => failure ?? []);
    for (const failure of new Set(failures)) print(failure);
    if (failures.length > 0) isGood = false;
  }
  if (!isGood) process.exitCode = 1;
} finally {
  await product.stop();
  issuer.close();
  await database.close();
}

/** Creates users of the technician's laboratory, each with their own token. */
async function makePeople(runs: Runs, count: number): Promise<Person[]> {
  const { db } = database;
  const tech = await db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  const logins = Array.from({ length: count }, (_, index) => `bench-${index}`);
  await db.appUser.createMany({
    data: logins.map((login) => ({
      login,
      firstname: 'Bench',
      lastname: login,
      email: `${login}@example.org`,
      emailVerified: true,
      laboratoryId: tech.laboratoryId,
    })),
  });
  return Promise.all(logins.map(async (login) => personWith(await issuer.tokenFor(db, login), runs)));
}

function personWith(token: string, { opened, commented }: Runs): Person {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async (kind, turn) => {
    const start = performance.now();
    const runId = opened[turn % opened.length] ?? '';
    const other = commented[turn % commented.length] ?? '';
    const path = {
      list: '/run?size=25',
      open: `/run/${runId}`,
      chart: `/run/${runId}/chart`,
      comment: `/run/${other}/comment`,
    }[kind];
    const body = kind === 'comment' ? { method: 'POST', body: JSON.stringify({ value: 'Seen.' }) } : {};
    try {
      const answer = await fetch(`${ADDRESS}/api${path}`, { headers, ...body });
      const text = await answer.text();
      const failure = answer.ok ? null : `${kind}: ${answer.status} ${text.slice(0, 200)}`;
      return { kind, ms: performance.now() - start, failure };
    } catch (error) {
      return { kind, ms: performance.now() - start, failure: `${kind}: ${String(error)}` };
    }
  };
}

async function idleMedian([person]: readonly Person[], kind: Kind): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < IDLE_REQUESTS; round++) {
    const answered = await person?.(kind, round);
    if (answered === undefined || answered.failure !== null) throw new Error(answered?.failure ?? 'nobody');
    times.push(answered.ms);
  }
  return quantile(times, 0.5);
}

async function requestConcurrently(people: readonly Person[], seconds: number): Promise<Answered[]> {
  const end = performance.now() + seconds * 1000;
  const answers = await Promise.all(
    people.map(async (person, number) => {
      const pending: Promise<Answered>[] = [];
      await sleep(Math.random() * THINK_MS.most);
      for (let turn = number; performance.now() < end; turn++) {
        pending.push(person(KINDS[turn % KINDS.length] ?? 'list', turn));
        await sleep(THINK_MS.least + Math.random() * (THINK_MS.most - THINK_MS.least));
      }
      return Promise.all(pending);
    }),
  );
  return answers.flat();
}

/** @returns the ratio of the 99th percentile to the idle median */
function printKind(
  all: readonly Answered[],
  { kind, people, idleMs }: { readonly kind: Kind; readonly people: number; readonly idleMs: number },
): number {
  const answered = all.filter((one) => one.kind === kind);
  const times = answered.map(({ ms }) => ms);
  const failed = answered.filter(({ failure }) => failure !== null).length;
  const p99 = quantile(times, 0.99);
  const ratio = p99 / idleMs;
  const figures = [quantile(times, 0.5).toFixed(0), p99.toFixed(0), ratio.toFixed(1)];
  print(`| ${people} | ${kind} | ${answered.length} | ${failed} | ${figures.join(' | ')} |`);
  return ratio;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
