/**
 * `pnpm bench:load`: sends RATE requests a second (300) for MINUTES (10) to the product as `npm start` starts
 * it, with a PostgreSQL that writes to disk: lists, runs, charts, comments and `/me`. Start times are fixed
 * in advance, and the response time counts from them. After each minute a bare route that sends the same list
 * after the same SQL is requested as often, to separate the machine's share of the times. Ends with an error
 * if a request failed or transactions deadlocked. `RATE=75 MINUTES=60` is the campaign of a release, `RATE=75
 * MINUTES=240` the long one for memory growth. With KEEP=1 the summary is stored. It takes 70 s a minute and
 * cannot be divided, because memory growth shows only in one continuous process.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { keptMeasurement } from '../test/kept-measurement.ts';
import { bareRoutes } from './bare-routes.ts';
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts';
import { growthOf, type Growth } from './growth.ts';
import type { Memory } from './measured.ts';
import { median } from './pairs.ts';
import { startServers, type Servers } from './servers.ts';
import { print } from './table.ts';

const RATE = Number(process.env['RATE'] ?? 300);
const MINUTES = Number(process.env['MINUTES'] ?? 10);
if (!Number.isInteger(MINUTES) || MINUTES < 1) throw new Error('MINUTES is a whole number from 1.');
const MINUTE_S = 60;
const BARE_S = 10;
const LEARNING_S = 10;
/** Memory is read after a full garbage collection, at the end of every fifth minute. */
const READ_EVERY = 5;
/** Fewer minutes do not show memory growth. */
const MIN_MINUTES = 20;
const COPIES = 200;
const LISTED = 'list of 13';
const LIST = '/api/run?size=13';
const GOALS = { p99Ms: 100, mebibytesAnHour: 2, listBytes: 20_000, chartBytes: 1_500_000 } as const;
const MEBIBYTE = 1024 * 1024;

const kept = keptMeasurement({
  name: 'load',
  what: `requests at ${RATE} a second for ${MINUTES} min`,
  command: `KEEP=1 RATE=${RATE} MINUTES=${MINUTES} pnpm bench:load`,
});

interface Answered {
  readonly kind: string;
  readonly ms: number;
  readonly failure: string | null;
}

interface Kind {
  readonly name: string;
  readonly ask: () => Promise<void>;
}

interface Runs {
  readonly small: string;
  readonly large: string;
  readonly commented: readonly string[];
}

/** The requests, in turn. */
function mixOf({ askProduct }: Servers, { small, large, commented }: Runs): readonly Kind[] {
  const kind = (name: string, path: string): Kind => ({ name, ask: askProduct({ path }).ask });
  const list = kind(LISTED, LIST);
  const me = kind('oneself', '/api/me');
  const open = kind('open 96 × 2', `/api/run/${small}`);
  const chart = kind('chart 96 × 2', `/api/run/${small}/chart`);
  const largeChart = kind('chart 384 × 2', `/api/run/${large}/chart`);
  let turn = 0;
  const comment: Kind = {
    name: 'comment',
    ask: () => {
      const path = `/api/run/${commented[turn++ % commented.length] ?? ''}/comment`;
      return askProduct({ path, method: 'POST', body: { value: 'Seen.' } }).ask();
    },
  };
  const four = [list, open, list, me];
  return [...four, chart, ...four, comment, ...four, largeChart, ...four, list];
}

/** Sends requests at fixed times, whether or not earlier ones were answered. */
async function requestAll(kinds: readonly Kind[], seconds: number): Promise<readonly Answered[]> {
  const begun = performance.now();
  const answers: Promise<Answered>[] = [];
  for (let number = 0; number < RATE * seconds; number++) {
    const due = begun + (number * 1000) / RATE;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    const kind = kinds[number % kinds.length];
    if (kind !== undefined) answers.push(answered(kind, due));
  }
  return Promise.all(answers);
}

async function answered({ name, ask }: Kind, due: number): Promise<Answered> {
  const failure = await ask().then(
    () => null,
    // Failures that differ only by ids of runs and requests are one kind.
    (error: unknown) => String(error).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…'),
  );
  return { kind: name, ms: performance.now() - due, failure };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

const timesOf = (all: readonly Answered[]) => all.map(({ ms }) => ms);

function printKinds(all: readonly Answered[]): void {
  print(
    '\n| request | requests | failed | median ms | p95 ms | p99 ms |\n| --- | --: | --: | --: | --: | --: |',
  );
  const kinds = Map.groupBy(all, ({ kind }) => kind);
  for (const [name, some] of [...kinds, ['all', all] as const]) {
    const failed = some.filter(({ failure }) => failure !== null).length;
    const times = [0.5, 0.95, 0.99].map((part) => quantile(timesOf(some), part).toFixed(0));
    print(`| ${[name, some.length, failed, ...times].join(' | ')} |`);
  }
}

interface Sample extends Memory {
  readonly hours: number;
}

interface MemoryGrowth {
  readonly inUse: Growth;
  readonly resident: Growth;
}

function memoryGrowth(samples: readonly Sample[]): MemoryGrowth | null {
  if (MINUTES < MIN_MINUTES) return null;
  const growth = (read: (memory: Memory) => number) =>
    growthOf(samples.map((sample) => ({ hours: sample.hours, value: read(sample) / MEBIBYTE })));
  return {
    inUse: growth(({ usedBytes }) => usedBytes),
    resident: growth(({ residentBytes }) => residentBytes),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
const shown = ({ perHour, error }: Growth): string => `${perHour.toFixed(1)} ± ${error.toFixed(1)}`;
const mebibytesOf = (bytes: number): string => (bytes / MEBIBYTE).toFixed(0);

function timesOfEach(texts: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(texts, (text) => text);
  return Object.fromEntries([...groups].map(([text, same]) => [text, same.length]));
}

async function deadlocks({ db }: BenchDatabase): Promise<number> {
  const [row] = await db.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return row?.deadlocks ?? Number.NaN;
}

async function measure(database: BenchDatabase, servers: Servers, runs: Runs): Promise<boolean> {
  const mix = mixOf(servers, runs);
  const bare = [{ name: 'bare', ask: servers.askBare(LIST).ask }];
  await requestAll(mix, LEARNING_S);
  await requestAll(bare, LEARNING_S);
  const [all, ofBare, ratios, samples]: [Answered[], Answered[], number[], Sample[]] = [[], [], [], []];
  const before = await servers.product.usage();
  let after = before;
  const begun = performance.now();
  for (let minute = 1; minute <= MINUTES; minute++) {
    const some = await requestAll(mix, MINUTE_S);
    const usage = await servers.product.usage();
    after = usage;
    const floor = await requestAll(bare, BARE_S);
    all.push(...some);
    ofBare.push(...floor);
    const lists = some.filter(({ kind }) => kind === LISTED);
    ratios.push(quantile(timesOf(lists), 0.99) / quantile(timesOf(floor), 0.99));
    const p99 = quantile(timesOf(some), 0.99).toFixed(0);
    print(
      `minute ${minute}: p99 ${p99} ms, ${mebibytesOf(usage.residentBytes)} MiB, ${usage.handles} handles, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
    if (minute % READ_EVERY > 0) continue;
    const memory = await servers.product.memory();
    samples.push({ ...memory, hours: (performance.now() - begun) / 3_600_000 });
    print(
      `after garbage collection: ${mebibytesOf(memory.usedBytes)} MiB in use, ${mebibytesOf(memory.residentBytes)} resident`,
    );
  }
  printKinds([...all, ...ofBare]);
  const used = (after.processorMs - before.processorMs) / all.length;
  const p99 = quantile(timesOf(all), 0.99);
  const stuck = await deadlocks(database);
  const failures = [...all, ...ofBare].flatMap(({ failure }) => failure ?? []);
  const growth = memoryGrowth(samples);
  kept.add({
    part: `${RATE} a second for ${MINUTES} min`,
    count: all.length,
    seconds: MINUTES * MINUTE_S,
    failures: timesOfEach(failures),
    figures: {
      p99Ms: Math.round(p99),
      processorMsEach: Math.round(used * 100) / 100,
      deadlocks: stuck,
      ...(growth !== null && {
        inUseMiBAnHour: tenths(growth.inUse.perHour),
        inUseError: tenths(growth.inUse.error),
        memoryMiBAnHour: tenths(growth.resident.perHour),
        memoryError: tenths(growth.resident.error),
      }),
    },
  });
  for (const failure of new Set(failures)) print(failure);
  print(`\n${RATE} requests a second for ${MINUTES} min: ${failures.length} failed, ${stuck} deadlocks;`);
  print(`p99 ${p99.toFixed(0)} ms (goal ≤ ${GOALS.p99Ms}); ${used.toFixed(2)} ms of processor time each;`);
  print(`p99 of lists ${median(ratios).toFixed(2)} × that of the bare route in the same minute (median);`);
  if (growth !== null) {
    print(`after garbage collection, memory in use grew by ${shown(growth.inUse)} MiB an hour`);
    print(`(goal ≤ ${GOALS.mebibytesAnHour}), resident memory by ${shown(growth.resident)}.`);
  }
  return failures.length === 0 && stuck === 0;
}

const database = await startBenchDatabase();
try {
  const { id: small } = await database.makeRun({ plateType: 'RECTANGULAR_96', isInterpreted: true });
  const { id: large } = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  await database.copyRun(small, COPIES);
  // The other two are read all the time, and their responses must not grow.
  const others = { id: { notIn: [small, large] } };
  const commented = (await database.db.run.findMany({ where: others, select: { id: true } })).map(
    ({ id }) => id,
  );
  const largest = `/api/run/${large}/chart`;
  const routes = await bareRoutes(database, [LIST, largest]);
  const bytesOf = (path: string) => routes.find((route) => route.path === path)?.answer.body.length;
  print(`A list of 13 runs is ${bytesOf(LIST)} bytes (goal ≤ ${GOALS.listBytes}),`);
  print(
    `the chart of 384 wells in two channels ${bytesOf(largest)} (goal ≤ ${GOALS.chartBytes}), compressed.`,
  );
  const servers = await startServers(database, {
    routes,
    curves: [],
    interpretation: { runId: small, assays: [], writes: [] },
  });
  try {
    if (!(await measure(database, servers, { small, large, commented }))) process.exitCode = 1;
  } finally {
    await servers.stop();
  }
} finally {
  await database.close();
}
