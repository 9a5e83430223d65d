import type { ArchiveSearchCriterion, RunSort } from '@curvewell/contracts';
import pg from 'pg';

import { searchArchive } from '../src/features/archive/search-archive.ts';
import { openDatabase } from '../src/db.ts';
import { createActor } from '../src/features/identity/index.ts';
import { listRuns } from '../src/features/runs/list-runs.ts';
import { addManyRuns } from '../test/many-runs.ts';
import type { BenchDatabase } from './bench-database.ts';
import { median } from './pairs.ts';
import { recordStatements } from './recorded.ts';
import { say, sayHead, sayRow } from './table.ts';

const ROUNDS = 15;
const GOAL = 3;
const LIVE = 24;
const ARCHIVED = 100_000;
const FILL_TIMEOUT_MS = 600_000;

interface Question {
  readonly name: string;
  readonly search?: string;
  readonly criteria?: readonly ArchiveSearchCriterion[];
  readonly sort: RunSort;
}

const contains = (field: 'fileName' | 'operator', value: string): ArchiveSearchCriterion[] => [
  { field, operator: 'CONTAINS', value },
];
const QUESTIONS: readonly Question[] = [
  { name: 'live by number', search: '', sort: 'businessId' },
  { name: 'live by file', search: '', sort: 'fileName' },
  { name: 'live, a common word', search: 'admin', sort: 'fileName' },
  { name: 'archived by number', criteria: [], sort: 'businessId' },
  { name: 'archived by file', criteria: [], sort: 'fileName' },
  { name: 'archived by operator', criteria: [], sort: 'interpretationRunByName' },
  { name: 'archived, common in files', criteria: contains('fileName', 'admin'), sort: 'created' },
  { name: 'archived, rare in files', criteria: contains('fileName', 'admin_7777'), sort: 'created' },
  { name: 'archived, two letters', criteria: contains('fileName', 'zq'), sort: 'created' },
  { name: 'archived, operator', criteria: contains('operator', 'lind'), sort: 'fileName' },
];

/** Lists of two laboratories with 24 live and 100,000 archived runs each, beside their bare SQL. */
export async function listTimes(database: BenchDatabase): Promise<boolean> {
  const laboratories = await database.db.laboratory.findMany({ orderBy: { name: 'asc' } });
  await database.db.$executeRaw`DELETE FROM run`;
  for (const { id } of laboratories) await fill(database, id);
  await database.db.$executeRaw`VACUUM (ANALYZE) run, run_kit, run_kit_lot, run_used_pair`;

  const db = openDatabase(database.url);
  const plain = new pg.Client({ connectionString: database.url, options: '-c timezone=UTC' });
  await plain.connect();
  const user = await db.appUser.findUniqueOrThrow({
    where: { login: 'tech' },
    include: { laboratory: true },
  });
  if (user.laboratory === null) throw new Error('the technician has a laboratory');
  const actor = { ...createActor(user, []), laboratory: user.laboratory, requestId: 'bench' };
  const page = { page: 0, size: 13, sortDirection: 'asc' } as const;
  const met: boolean[] = [];
  say(
    `\nLists at ${laboratories.length * (LIVE + ARCHIVED)} runs, time to the answer beside the same SQL alone, ms:`,
  );
  say(`medians of ${ROUNDS} rounds in turn.`);
  sayHead();
  for (const { name, search, criteria, sort } of QUESTIONS) {
    const ask = () =>
      criteria === undefined
        ? listRuns({ db }, actor, { ...page, sort, search: search ?? '' })
        : searchArchive({ db }, actor, { ...page, sort, searchCriteria: criteria });
    const statements = await recordStatements(ask);
    const own: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      own.push(await timed(ask));
      bare.push(
        await timed(async () => {
          for (const { text, values } of statements) await plain.query(text, [...values]);
        }),
      );
    }
    const ratio = median(own.map((time, round) => time / (bare[round] ?? Number.NaN)));
    met.push(sayRow({ name, product: median(own), bare: median(bare), ratio, goal: GOAL }));
  }
  await plain.end();
  await db.$disconnect();
  return met.every(Boolean);
}

/** In one statement that takes longer than any of the product may. */
async function fill({ db }: BenchDatabase, laboratoryId: string): Promise<void> {
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
      await addManyRuns(tx, laboratoryId, { live: LIVE, archived: ARCHIVED });
    },
    { timeout: FILL_TIMEOUT_MS },
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
