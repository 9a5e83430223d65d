/**
 * `pnpm bench:server`: the processor time of a request, compared with a bare Fastify route that reads the
 * same rows with `pg` and sends the same bytes. Each server is a separate process; the client is not counted.
 * Arguments choose parts: `pnpm bench:server interpretation report`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { bareRoutes } from './bare-routes.ts';
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts';
import { listTimes } from './list-times.ts';
import { comparePairs } from './pairs.ts';
import { plateWork } from './plate-work.ts';
import { readCases, type Case } from './server-cases.ts';
import { startServers, type Question, type Servers } from './servers.ts';
import { print, printHead, printRow } from './table.ts';

const PAIRS = 5;
const INTERPRETATIONS = 6;
const GOALS = { pdf: 2, interpretation: 1.3, loopDelayMs: 20, mebibytes: 512 } as const;
const MEBIBYTE = 1024 * 1024;
const PARTS = ['reads', 'interpretation', 'report', 'lists', 'users'] as const;
const chosen = process.argv.slice(2);
const unknown = chosen.filter((part) => !PARTS.some((known) => known === part));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${PARTS.join(', ')}`);
const measures = (part: (typeof PARTS)[number]): boolean => chosen.length === 0 || chosen.includes(part);

async function compareReads({ askProduct, askBare }: Servers, cases: readonly Case[]): Promise<boolean> {
  const met = [];
  for (const { name, path, requests, goal } of cases) {
    const cost = await comparePairs(askProduct({ path }), askBare(path), { requests, pairs: PAIRS });
    met.push(printRow({ name, ...cost, goal }));
  }
  return met.every(Boolean);
}

const reportOf = (runId: string): Question => ({
  path: `/api/run/export/${runId}`,
  method: 'POST',
  body: { format: 'PDF' },
});

async function compareReport({ askProduct, askBare }: Servers, runId: string): Promise<boolean> {
  const cost = await comparePairs(askProduct(reportOf(runId)), askBare('/pdf'), {
    requests: 1,
    pairs: PAIRS,
  });
  return printRow({ name: 'PDF of 384 × 2', ...cost, goal: GOALS.pdf });
}

const interpretationOf = (runId = ''): Question => ({ path: `/api/run/${runId}/interpret`, method: 'POST' });

/** Every interpretation takes a run that was not interpreted before. */
async function compareInterpretation(
  { product, askProduct, askBare }: Servers,
  waiting: readonly string[],
): Promise<boolean> {
  const runs = waiting.values();
  const interpret = () => askProduct(interpretationOf(runs.next().value)).ask();
  const cost = await comparePairs({ process: product, ask: interpret }, askBare('/interpret'), {
    requests: 1,
    pairs: INTERPRETATIONS - 1,
  });
  return printRow({ name: 'interpretation of 384 × 2', ...cost, goal: GOALS.interpretation });
}

interface Calm {
  readonly text: string;
  readonly isMet: boolean;
}

/** Runs one long task while the server is otherwise idle. */
async function watch({ product, askProduct }: Servers, what: string, question: Question): Promise<Calm> {
  product.watch();
  await askProduct(question).ask();
  const { loopDelayMs, peakBytes } = await product.usage();
  const mebibytes = peakBytes / MEBIBYTE;
  return {
    text: `During ${what} the event loop was late by ${loopDelayMs.toFixed(0)} ms (p99; goal ≤ ${GOALS.loopDelayMs}); until then at most ${mebibytes.toFixed(0)} MiB were resident (goal ≤ ${GOALS.mebibytes}).`,
    isMet: loopDelayMs <= GOALS.loopDelayMs && mebibytes <= GOALS.mebibytes,
  };
}

async function waitingRuns(database: BenchDatabase, count: number): Promise<string[]> {
  const ids = [];
  for (let made = 0; made < count; made++) {
    const { id } = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: false });
    ids.push(id);
  }
  return ids;
}

const database = await startBenchDatabase();
try {
  const plate = await plateWork(database);
  const [watched = '', ...waiting] = await waitingRuns(database, INTERPRETATIONS + 1);
  const cases = await readCases(database);
  const paths = cases.map(({ path }) => path).filter((path) => path.startsWith('/api'));
  const routes = await bareRoutes(database, paths);
  const servers = await startServers(database, { routes, ...plate });
  const met: boolean[] = [];
  try {
    print(`Processor time a request, ms: medians of ${PAIRS} pairs, one server and the other in turn.`);
    printHead();
    const calms: Calm[] = [];
    if (measures('reads')) met.push(await compareReads(servers, cases));
    if (measures('interpretation')) {
      met.push(await compareInterpretation(servers, waiting));
      calms.push(await watch(servers, 'an interpretation', interpretationOf(watched)));
    }
    if (measures('report')) {
      met.push(await compareReport(servers, plate.run.id));
      calms.push(await watch(servers, 'a report', reportOf(plate.run.id)));
    }
    for (const { text, isMet } of calms) {
      print(`\n${text}`);
      met.push(isMet);
    }
  } finally {
    await servers.stop();
  }
  if (measures('lists')) met.push(await listTimes(database));
  process.exitCode = met.every(Boolean) ? 0 : 1;
} finally {
  await database.close();
}
if (measures('users')) {
  const file = fileURLToPath(new URL('users.ts', import.meta.url));
  const users = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (users.status !== 0) process.exitCode = 1;
}
