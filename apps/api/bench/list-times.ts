import type { ArchiveSearchCriterion, RunSort } from '@curvewell/contracts';
import type { RunStatus } from '@curvewell/domain';
import pg from 'pg';

import { searchArchive } from '../src/features/archive/search-archive.ts';
import { openDatabase, type Db } from '../src/database/db.ts';
import { createActor } from '../src/features/identity/index.ts';
import { listRuns } from '../src/features/runs/list/list-runs.ts';
import type { LaboratoryCaller } from '../src/actor.ts';
import { addManyRuns } from '../test/many-runs.ts';
import type { BenchDatabase } from './bench-database.ts';
import { compareWithSql } from './recorded.ts';
import { print, printHead, printRow } from './table.ts';

const ROUNDS = 15;
const GOAL = 3;
const LIVE = 24;
const ARCHIVED = 100_000;
const FILL_TIMEOUT_MS = 600_000;

interface Question {
  readonly name: string;
  readonly search?: string;
  readonly status?: RunStatus;
  readonly sortDirection?: 'asc' | 'desc';
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
/** With every filter and its count, if no run was ever archived. */
const LIVE_QUESTIONS: readonly Question[] = [
  { name: 'all by number', sort: 'businessId', sortDirection: 'desc' },
  { name: 'all, the undecided first', sort: 'undecided', sortDirection: 'desc' },
  { name: 'those that wait, by age', status: 'WAIT_FOR_APPROVAL', sort: 'since' },
  { name: 'approved by number', status: 'APPROVED', sort: 'businessId', sortDirection: 'desc' },
  { name: 'approved by file', status: 'APPROVED', sort: 'fileName' },
  { name: 'a common word', search: 'admin', sort: 'businessId', sortDirection: 'desc' },
  { name: 'a rare word', search: 'admin_7777', sort: 'businessId', sortDirection: 'desc' },
];

/** Lists of two laboratories with 24 live and 100,000 archived runs each, compared with their SQL alone. */
export async function listTimes(database: BenchDatabase): Promise<boolean> {
  const laboratories = await database.db.laboratory.findMany({ orderBy: { name: 'asc' } });
  await database.db.$executeRaw`TRUNCATE run CASCADE`;
  for (const { id } of laboratories) await fill(database, id);
  await settle(database.db);

  const db = openDatabase(database.url);
  const plain = new pg.Client({ connectionString: database.url, options: '-c timezone=UTC' });
  await plain.connect();
  const user = await db.appUser.findUniqueOrThrow({
    where: { login: 'tech' },
    include: { laboratory: true },
  });
  if (user.laboratory === null) throw new Error('the technician has a laboratory');
  const actor = { ...createActor(user, []), laboratory: user.laboratory, requestId: 'bench' };
  const asking = { database: db, actor, plain };
  const met: boolean[] = [];
  try {
    print(`\nLists at ${laboratories.length * (LIVE + ARCHIVED)} runs, most of them archived;`);
    met.push(...(await askAll(QUESTIONS, asking)));
    await reviveAll(database);
    print(`\nThe run list at as many live runs, half of them of one laboratory;`);
    met.push(...(await askAll(LIVE_QUESTIONS, asking)));
  } finally {
    await plain.end();
    await db.$disconnect();
  }
  return met.every(Boolean);
}

interface Asking {
  readonly database: Db;
  readonly actor: LaboratoryCaller;
  readonly plain: pg.Client;
}

/** Whether each is answered within its goal. */
async function askAll(
  questions: readonly Question[],
  { database: db, actor, plain }: Asking,
): Promise<boolean[]> {
  print(`time to the answer beside the same SQL alone, ms: medians of ${ROUNDS} rounds in turn.`);
  printHead();
  const met: boolean[] = [];
  for (const { name, search = '', status, criteria, sort, sortDirection = 'asc' } of questions) {
    const page = { page: 0, size: 13, sort, sortDirection } as const;
    const ask = () =>
      criteria === undefined
        ? listRuns({ db }, actor, { ...page, search, status })
        : searchArchive({ db }, actor, { ...page, searchCriteria: criteria });
    met.push(printRow({ name, ...(await compareWithSql(ask, { plain, rounds: ROUNDS })), goal: GOAL }));
  }
  return met;
}

/**
 * Makes all archived runs live again, and a few of them undecided. The product never does, so the trigger that
 * protects decided runs is off.
 */
async function reviveAll({ db }: BenchDatabase): Promise<void> {
  await db.$executeRaw`ALTER TABLE run DISABLE TRIGGER run_decided_kept`;
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
      await tx.$executeRaw`
        UPDATE run SET archived_at = NULL, archived_by_name = NULL, status = CASE business_id % 2000
          WHEN 0 THEN 'WAIT_FOR_APPROVAL'::run_status WHEN 1 THEN 'RUN_TO_INTERPRET'::run_status ELSE status END`;
    },
    { timeout: FILL_TIMEOUT_MS },
  );
  await settle(db);
}

/** What the background jobs and PostgreSQL do after so many changes. */
async function settle(db: Db): Promise<void> {
  await db.$executeRaw`SELECT fold_run_counts()`;
  await db.$executeRaw`VACUUM (ANALYZE)`;
}

/** One statement, which takes longer than the product allows. */
async function fill({ db }: BenchDatabase, laboratoryId: string): Promise<void> {
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
      await addManyRuns(tx, laboratoryId, { live: LIVE, archived: ARCHIVED });
    },
    { timeout: FILL_TIMEOUT_MS },
  );
}
