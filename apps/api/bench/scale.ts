/**
 * `pnpm bench:scale 10000 100000 1000000`: what lists, late pages, searches and histories take of PostgreSQL as runs
 * grow. For each number of runs it fills a database of its own, asks the product as `npm start` starts it, and prints
 * the statements and the buffers (8 KiB, found in memory or read) of each answer, and the exponent with which buffers
 * grow. These are counts: a busy machine gives the same. ENTRIES limits the audit trail (300,000); with STATEMENTS the
 * dearest statements of each answer are printed as well.
 */
import pg from 'pg';

import { startBenchDatabase } from './bench-database.ts';
import { startBenchIssuer } from './bench-issuer.ts';
import { PRODUCT, startMeasured } from './measured-process.ts';
import { fillScale } from './scale-fill.ts';
import { scaleQuestions, type ScaleQuestion } from './scale-questions.ts';
import { writeTimes } from './scale-writes.ts';
import { print } from './table.ts';

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000];
const ENTRIES = Number(process.env['ENTRIES'] ?? 300_000);
const PORT = Number(process.env['BENCH_PORT'] ?? 18_490);
const ADDRESS = `http://127.0.0.1:${PORT}`;
/** Nothing has to outlive the measurement. */
const SERVER = [
  'shared_preload_libraries=pg_stat_statements',
  'fsync=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'shared_buffers=512MB',
  'max_wal_size=8GB',
];

const WARMING = { rounds: 2, atOnce: 16 };
/** The median is printed. */
const ASKED = 5;

interface Cost {
  readonly name: string;
  readonly status: number;
  readonly statements: number;
  readonly buffers: number;
}

const costs: Cost[][] = [];
for (const runs of SIZES) costs.push(await measure(runs));
printCosts();

async function measure(runs: number): Promise<Cost[]> {
  const database = await startBenchDatabase({ settings: SERVER });
  const issuer = await startBenchIssuer();
  const counter = new pg.Client({ connectionString: database.url });
  try {
    await counter.connect();
    await counter.query('CREATE EXTENSION pg_stat_statements');
    const filled = await fillScale(database.url, { runs, entries: Math.min(ENTRIES, runs * 3) });
    const product = await startMeasured({
      ...PRODUCT,
      address: `${ADDRESS}/health/ready`,
      environment: {
        ...PRODUCT.environment,
        // A worker would count as well.
        CURVEWELL_ROLE: 'api',
        DATABASE_URL: database.url,
        DATA_DIR: database.folder,
        OIDC_URL: issuer.url,
        SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
        PORT: String(PORT),
        PUBLIC_URL: ADDRESS,
        REQUESTS_PER_MINUTE: '0',
      },
    });
    try {
      const found: Cost[] = [];
      for (const question of scaleQuestions(runs, filled)) {
        const token = await issuer.tokenFor(database.db, question.login);
        // Each connection of the pool reads the catalogue when it first does something.
        for (let round = 0; round < WARMING.rounds; round++)
          await Promise.all(Array.from({ length: WARMING.atOnce }, () => ask(question, token)));
        const asked: Cost[] = [];
        for (let time = 0; time < ASKED; time++) {
          await counter.query('SELECT pg_stat_statements_reset()');
          const status = await ask(question, token);
          asked.push({ name: question.name, status, ...(await counted(counter)) });
        }
        found.push(...asked.toSorted((a, b) => a.buffers - b.buffers).slice(ASKED >> 1, (ASKED >> 1) + 1));
        if (process.env['STATEMENTS'] !== undefined) await printStatements(counter, question.name);
      }
      await writeTimes(database.url, filled.laboratoryId);
      return found;
    } finally {
      await product.stop();
    }
  } finally {
    await counter.end();
    issuer.close();
    await database.close();
  }
}

async function ask({ path, body }: ScaleQuestion, token: string): Promise<number> {
  const answer = await fetch(`${ADDRESS}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) process.stderr.write(`${path}: ${answer.status} ${text.slice(0, 300)}\n`);
  return answer.status;
}

async function printStatements(counter: pg.Client, name: string): Promise<void> {
  const { rows } = await counter.query<{ line: string }>(
    `SELECT concat_ws(' ', shared_blks_hit + shared_blks_read, regexp_replace(left(query, 1500), '\\s+', ' ', 'g')) AS line
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%' ORDER BY shared_blks_hit + shared_blks_read DESC LIMIT 3`,
  );
  for (const { line } of rows) process.stderr.write(`${name}: ${line}\n`);
}

/** Of all that was executed since the last reset, but for this and for the queue of jobs. */
async function counted(counter: pg.Client): Promise<Pick<Cost, 'statements' | 'buffers'>> {
  const { rows } = await counter.query<Pick<Cost, 'statements' | 'buffers'>>(
    `SELECT coalesce(sum(calls), 0)::int AS statements, coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int AS buffers
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%' AND query NOT LIKE '%pgboss%'`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate answers one row');
  return row;
}

function printCosts(): void {
  const figure = (value: number) => value.toLocaleString('en-GB');
  print(
    `\n| asked | statements | ${SIZES.map((runs) => `buffers at ${figure(runs)} runs`).join(' | ')} | exponent |`,
  );
  print(`| --- | --: | ${SIZES.map(() => '--: |').join(' ')} --: |`);
  for (const [index, { name }] of (costs[0] ?? []).entries()) {
    const row = costs.map((one) => one[index]);
    const [first, last] = [row[0], row.at(-1)];
    if (first === undefined || last === undefined) continue;
    const growth = Math.log(last.buffers / first.buffers) / Math.log((SIZES.at(-1) ?? 1) / (SIZES[0] ?? 1));
    const buffers = row.map((one) => (one?.status === 200 ? figure(one.buffers) : `status ${one?.status}`));
    print(
      `| ${name} | ${last.statements} | ${buffers.join(' | ')} | ${SIZES.length > 1 ? growth.toFixed(2) : '–'} |`,
    );
  }
}
