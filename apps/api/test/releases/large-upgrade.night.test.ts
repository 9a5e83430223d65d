import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { intactChains } from '../../src/backup/intact-chains.ts';
import { progressOf, WORKING_SESSION, type WorkingSession } from '../../src/upgrade/working-session.ts';
import { catalogueOf } from '../catalogue.ts';
import { createEmptyDatabase, createTestDatabase, type EmptyDatabase } from '../database.ts';
import { addEntries, loadRelease, startMigrate, type MigrateProcess } from './large-upgrade.ts';

const ENTRIES = 1_000_000;
/** Progress of the sequential upgrade. */
const CHAINED = /^([\d,]+) of [\d,]+ audit entries chained/;

/** Locks in this database only: other tests have locks in theirs. */
const LOCKS = `SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database
  WHERE locktype = 'advisory' AND datname = current_database()`;

const RELEASES = ['e6f2545', '088e2fb'];

describe.each(RELEASES)('a large database of release %s', (release) => {
  let database: EmptyDatabase;
  let looking: pg.Client;
  let before: number;
  let columns: readonly Column[];
  let first: MigrateProcess;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    await loadRelease(database.url, release);
    looking = await connect(database.url);
    columns = await columnsOf(looking);
    await addEntries(looking, ENTRIES, release === '088e2fb');
    before = await countOf('SELECT count(*) FROM audit_event');
  }, 600_000);
  afterAll(async () => {
    await looking.end();
    await database.drop();
  });

  async function countOf(sql: string): Promise<number> {
    const { rows } = await looking.query<{ count: string }>(sql);
    return Number(rows[0]?.count);
  }

  /** The number of chained entries in the progress report; null: another step. */
  async function chainedNow(client: pg.Client): Promise<number | null> {
    const { rows } = await client.query<WorkingSession>(WORKING_SESSION);
    const [, chained] = CHAINED.exec(rows[0] === undefined ? '' : progressOf(rows[0])) ?? [];
    return chained === undefined ? null : Number(chained.replaceAll(',', ''));
  }

  it('OPS-387 is chained in batches while others write, and a killed process leaves complete batches', async () => {
    const writing = await connect(database.url);
    first = startMigrate(database.url);
    const seen = new Set<number>();
    // Writes continuously until half is chained, and reads the progress after each write.
    for (let chained: number | null = null; (chained ?? 0) < before / 2;) {
      await writing.query(`UPDATE run SET name = name; ${WRITE[release] ?? ''}`);
      chained = await chainedNow(writing);
      if (chained !== null) seen.add(chained);
      else await sleep(5);
    }
    await first.kill();
    await writing.end();
    expect(seen.size).toBeGreaterThan(2);
    await expect.poll(() => countOf(LOCKS)).toBe(0);
    const chained = await countOf('SELECT count(*) FROM audit_event WHERE number > 0');
    expect(chained).toBeGreaterThan(0);
    expect(chained).toBeLessThan(before);
    expect(await countOf('SELECT sum(number) AS count FROM audit_head')).toBe(chained);
    expect(first.output()).toMatch(/Upgrade: [\d,]+ of [\d,]+ audit entries chained/);
  }, 900_000);

  it('OPS-388 the next process resumes: every entry is chained once, in order, and the chain is intact', async () => {
    const second = startMigrate(database.url);
    expect(await second.ended, second.output()).toBe(0);
    const all = await countOf('SELECT count(*) FROM audit_event');
    expect(await countOf('SELECT count(*) FROM audit_event WHERE number > 0')).toBe(all);
    expect(await countOf('SELECT count(DISTINCT (laboratory_id, number)) FROM audit_event')).toBe(all);
    const lost = `SELECT count(*) FROM (SELECT number, row_number() OVER (PARTITION BY laboratory_id ORDER BY id) AS place
      FROM audit_event) AS e WHERE number <> place`;
    expect(await countOf(lost)).toBe(0);
    expect(await countOf('SELECT count(*) FROM audit_event WHERE brought_in')).toBeGreaterThanOrEqual(
      ENTRIES,
    );
    expect(await intactChains(looking)).toContain(`with ${all} entries, intact`);
    // Entries that were already chained are not chained again.
    const [, from] = /Upgrade: ([\d,]+) of [\d,]+ audit entries/.exec(second.output()) ?? [];
    expect(Number(from?.replaceAll(',', ''))).toBeGreaterThan(2_000);
  }, 900_000);

  it('OPS-388 has the same tables, indexes and rules as a new one', async () => {
    const fresh = await createTestDatabase();
    const other = await connect(fresh.url);
    expect(await catalogueOf(looking)).toEqual(await catalogueOf(other));
    await other.end();
    await fresh.drop();
  });

  it.runIf(release === '088e2fb')(
    'OPS-390 processes of that release continue beside it: no column is missing, and no new one is required',
    async () => {
      const now = new Map((await columnsOf(looking)).map((column) => [column.name, column]));
      for (const { name, type } of columns)
        if (!isOfTrial(name)) expect(now.get(name)?.type, name).toBe(type);
      const former = new Map(columns.map((column) => [column.name, column]));
      const tables = new Set(columns.map(({ name }) => name.split('.')[0]));
      const needed = [...now.values()]
        .filter(({ name, isNeeded }) => isNeeded && former.get(name)?.isNeeded !== true)
        .filter(({ name }) => tables.has(name.split('.')[0]));
      expect(needed.map(({ name }) => name)).toEqual([]);
    },
  );

  it('OPS-389 a second process waits, and reports which process works and its progress, and never suggests to end it', async () => {
    const working = await connect(database.url);
    await working.query(`SET application_name = 'upgrade: 340,000 of 1,000,000 audit entries chained';
      SELECT pg_advisory_lock(7240115)`);
    const waiting = startMigrate(database.url);
    await expect
      .poll(() => waiting.output())
      .toMatch(
        /Waiting while another process prepares this database: 340,000 of 1,000,000 audit entries chained \(session \d+/,
      );
    await working.end();
    expect(await waiting.ended).toBe(0);
    expect(waiting.output()).toMatch(/Nothing to migrate\.\n$/);
    expect(waiting.output()).not.toMatch(/\bend\b/);
  }, 120_000);
});

/** Used only by the single trial process, so no earlier version runs beside it. */
const isOfTrial = (column: string) =>
  /^(identity_account|identity_key|known_network|oidc_record|sign_in_limit)\./.test(column);

interface Column {
  readonly name: string;
  readonly type: string;
  /** Every insert must set it: it has no default, and no trigger fills it for processes of the former release. */
  readonly isNeeded: boolean;
}

async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT table_name || '.' || column_name AS name, data_type AS type,
       is_nullable = 'NO' AND column_default IS NULL AND NOT EXISTS (
         SELECT FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
         WHERE c.relname = table_name AND c.relnamespace = 'public'::regnamespace AND t.tgenabled = 'O'
           AND pg_get_triggerdef(t.oid) ~ format('_of_former_release BEFORE INSERT .*WHEN \\(\\(new.%s IS NULL\\)\\)', column_name)
       ) AS "isNeeded"
     FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  return rows;
}

/** Writes by a process of the earlier release during the upgrade, besides runs. */
const WRITE: Readonly<Record<string, string>> = {
  e6f2545: `INSERT INTO audit_event (actor_name, action, entity) VALUES ('Tara Holm', 'run.view', 'run')`,
};

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
