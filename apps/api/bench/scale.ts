/**
 * `pnpm bench:scale 10000 100000 1000000`: what lists, late pages, searches, histories, exports and writes take of
 * PostgreSQL as runs grow. For each number of runs it fills a database of its own, asks the product as `npm start`
 * starts it, and prints the buffers (8 KiB, found in memory or read), statements, rows and log of each answer, its
 * bytes, and the exponent with which buffers grow. These are counts: a busy machine gives the same.
 *
 * `docs/measurements/scale.json` keeps the figures, also of numbers of runs that are not measured this time, and
 * `docs/pictures/scale.svg` is drawn from it. ENTRIES is the number of audit entries (three a run if omitted). KEEP=<folder> keeps the
 * filled databases there and uses them again. STATEMENTS=1 prints the dearest statements of each answer as well.
 * WRITES=1 also measures what counting costs 16 clients that change runs. FULL=20000 adds so many copies of an approved
 * run, with all its rows except its files and curves, and keeps the figures in `scale-full.json`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import pg from 'pg';

import { startBenchDatabase, type BenchDatabase } from './bench-database.ts';
import { startBenchIssuer, type BenchIssuer } from './bench-issuer.ts';
import { startProduct } from './measured-process.ts';
import { costTable, countedDuring, medianCost, type Cost, type Measured } from './scale-costs.ts';
import { fillScale, type Filled } from './scale-fill.ts';
import { liveThrough, type Request } from './scale-life.ts';
import { addFullRuns } from './scale-full.ts';
import { scalePicture } from './scale-picture.ts';
import { bareSearches, scaleQuestions } from './scale-questions.ts';
import { writeTimes } from './scale-writes.ts';
import { print } from './table.ts';

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000];
const { ENTRIES } = process.env;
const ENTRIES_OF_RUN = 3;
const KEEP = process.env['KEEP'];
const PORT = Number(process.env['BENCH_PORT'] ?? 18_490);
const ADDRESS = `http://127.0.0.1:${PORT}`;
const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const FULL = Number(process.env['FULL'] ?? 0);
const MEASUREMENTS = path.join(DOCS, `measurements/${FULL > 0 ? 'scale-full' : 'scale'}.json`);
/** Nothing has to outlive the measurement. */
const SERVER = [
  'shared_preload_libraries=pg_stat_statements',
  'fsync=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'shared_buffers=512MB',
  'max_wal_size=3GB',
  'wal_level=minimal',
  'max_wal_senders=0',
];

const OVERLOADED_MS = 3_000;
const WARMING = { rounds: 2, atOnce: 16 };
/** The median is printed. */
const ASKED = 5;
const LIVES = 3;

const measured: Measured[] = [];
for (const runs of SIZES) measured.push(await measure(runs));
print(`\n${costTable(measured)}`);
await keepMeasurements();

async function measure(runs: number): Promise<Measured> {
  const keptFolder = KEEP === undefined ? undefined : path.join(KEEP, `curvewell-scale-${runs}`);
  const database = await startBenchDatabase({ settings: SERVER, keptFolder });
  const issuer = await startBenchIssuer();
  const counter = new pg.Client({ connectionString: database.url });
  try {
    await counter.connect();
    await counter.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const filled = await filledOf(database, runs);
    const product = await startProduct({
      address: ADDRESS,
      database,
      issuer,
      // A worker would count as well.
      environment: { CURVEWELL_ROLE: 'api', REQUESTS_PER_MINUTE: '0' },
    });
    try {
      const of = { counter, issuer, database };
      if (FULL > 0) {
        await lifeCosts(of, 0);
        await addFullRuns(counter, FULL);
      }
      const costs = [
        ...(await questionCosts(of, runs, filled)),
        ...(await bareCosts(counter, runs, filled)),
        ...(await lifeCosts(of)),
      ];
      if (process.env['WRITES'] !== undefined) await writeTimes(database.url, filled.laboratoryId);
      const { rows } = await counter.query<{ entries: number; bytes: number }>(
        `SELECT count(*)::int AS entries, pg_database_size(current_database())::float8 AS bytes FROM audit_event`,
      );
      return { runs, entries: rows[0]?.entries ?? 0, bytes: rows[0]?.bytes ?? 0, costs };
    } finally {
      await product.stop();
    }
  } finally {
    await counter.end();
    issuer.close();
    await database.close();
  }
}

interface Measuring {
  readonly counter: pg.Client;
  readonly issuer: BenchIssuer;
  readonly database: BenchDatabase;
}

async function filledOf({ url, folder }: BenchDatabase, runs: number): Promise<Filled> {
  const file = path.join(folder, 'filled.json');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return JSON.parse(kept) as Filled; // as written below
  const filled = await fillScale(url, { runs, entries: Number(ENTRIES ?? runs * ENTRIES_OF_RUN) });
  await writeFile(file, JSON.stringify(filled));
  return filled;
}

async function questionCosts({ counter, issuer, database }: Measuring, runs: number, filled: Filled) {
  const found: Cost[] = [];
  for (const { name, login, path: asked, body } of scaleQuestions(runs, filled)) {
    const token = await issuer.tokenFor(database.db, login);
    const request: Request = { login, method: body ? 'POST' : 'GET', path: asked, ...(body && { body }) };
    // Each connection of the pool reads the catalogue when it first does something.
    for (let round = 0; round < WARMING.rounds; round++)
      await Promise.all(Array.from({ length: WARMING.atOnce }, () => send(request, token)));
    const costs: Cost[] = [];
    for (let time = 0; time < ASKED; time++) {
      const [{ status, bytes }, counted] = await countedDuring(counter, () => send(request, token));
      costs.push({ name, status, bytes, ...counted });
    }
    found.push(medianCost(costs));
    if (process.env['STATEMENTS'] !== undefined) await printStatements(counter, name);
  }
  return found;
}

/** Beside the searches of the trail: the same rows by SQL alone. */
async function bareCosts(counter: pg.Client, runs: number, filled: Filled): Promise<Cost[]> {
  const found: Cost[] = [];
  for (const { name, sql, values } of bareSearches(runs, filled)) {
    const costs: Cost[] = [];
    for (let time = 0; time < ASKED; time++) {
      const [, counted] = await countedDuring(counter, () => counter.query(sql, [...values]));
      costs.push({ name, status: 200, bytes: 0, ...counted });
    }
    found.push(medianCost(costs));
  }
  return found;
}

/** The writes of a run, each counted once in each of several lives; one life before them fills caches. */
async function lifeCosts({ counter, issuer, database }: Measuring, lives = LIVES): Promise<Cost[]> {
  const costs: Cost[] = [];
  const ask = async (request: Request) =>
    (await send(request, await issuer.tokenFor(database.db, request.login))).json();
  for (let life = 0; life <= lives; life++)
    await liveThrough({
      db: database.db,
      seed: Date.now() % 1_000_000,
      ask,
      count: async (name, request) => {
        const token = await issuer.tokenFor(database.db, request.login);
        const [{ status, bytes, json }, counted] = await countedDuring(counter, () => send(request, token));
        if (life > 0) costs.push({ name, status, bytes, ...counted });
        if (life > 0 && process.env['STATEMENTS'] !== undefined) await printStatements(counter, name);
        return /export|chart/.test(request.path) ? null : json();
      },
    });
  return [...Map.groupBy(costs, ({ name }) => name).values()].map(medianCost);
}

interface Answered {
  readonly status: number;
  readonly bytes: number;
  readonly json: () => unknown;
}

async function send(request: Request, token: string): Promise<Answered> {
  const { method, path: asked, body } = request;
  const isForm = body instanceof FormData;
  const answer = await fetch(`${ADDRESS}/api${asked}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const content = Buffer.from(await answer.arrayBuffer());
  // On a busy machine the product refuses some requests, and does nothing for them.
  if (answer.status === 429) {
    await sleep(OVERLOADED_MS);
    return send(request, token);
  }
  if (!answer.ok) process.stderr.write(`${asked}: ${answer.status} ${content.toString().slice(0, 300)}\n`);
  return {
    status: answer.status,
    bytes: content.length,
    json: () => JSON.parse(content.toString()) as unknown,
  };
}

async function printStatements(counter: pg.Client, name: string): Promise<void> {
  const { rows } = await counter.query<{ line: string }>(
    `SELECT concat_ws(' ', shared_blks_hit + shared_blks_read, regexp_replace(left(query, 1500), '\\s+', ' ', 'g')) AS line
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%' ORDER BY shared_blks_hit + shared_blks_read DESC LIMIT 3`,
  );
  for (const { line } of rows) process.stderr.write(`${name}: ${line}\n`);
}

async function keepMeasurements(): Promise<void> {
  const kept = JSON.parse(await readFile(MEASUREMENTS, 'utf8').catch(() => '{"sizes":[]}')) as {
    sizes: Measured[];
  }; // as written below
  const others = kept.sizes.filter(({ runs }) => !SIZES.includes(runs));
  const sizes = [...others, ...measured].sort((a, b) => a.runs - b.runs);
  const command = `${FULL > 0 ? `FULL=${FULL} ` : ''}pnpm bench:scale ${sizes.map(({ runs }) => runs).join(' ')}`;
  await writeFile(MEASUREMENTS, `${JSON.stringify({ command, sizes }, null, 2)}\n`);
  if (FULL === 0) await writeFile(path.join(DOCS, 'pictures/scale.svg'), scalePicture(sizes));
}
