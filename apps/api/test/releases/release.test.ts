import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import type { RecordState } from '@curvewell/domain';
import { verifyRecord } from '@curvewell/verify';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkRestored } from '../../src/backup/check-restored.ts';
import { loadBackup } from '../../src/backup/load-backup.ts';
import { openBackup, type Backup } from '../../src/backup/read-backup.ts';
import { runRestore } from '../../src/commands/backup-command.ts';
import { repackResults } from '../../src/features/interpretation/index.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { packWells } from '../../src/features/plate/index.ts';
import { knownMigrations, migrate } from '../../src/upgrade/migrations.ts';
import { findAccount } from '../../src/standalone/identity/accounts.ts';
import { isPassword } from '../../src/standalone/identity/password-hash.ts';
import { preparing } from '../../src/upgrade/preparing.ts';
import { prepareDatabase } from '../../src/upgrade/prepare-database.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../database.ts';
import { often } from '../often.ts';
import { createTestIssuer, TEST_PASSWORD } from '../sign-in.ts';
import { askCsv, askRelease, type RunAnswers } from './ask-release.ts';
import { changedColumns, columnHashes } from './column-hashes.ts';
import { callsOf, csvTable, curvesOf, fhirContent, printed, sheetTables } from './compare-release.ts';
import { CHANGED_BY_MIGRATIONS, DIFFERENCES } from './differences.ts';
import { IS_NIGHT } from '../often.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NEWEST = '088e2fb';
const RELEASES = often({
  byDay: [NEWEST],
  byNight: readdirSync(HERE).filter((name) => existsSync(`${HERE}${name}/backup.zip`)),
});

describe.each(RELEASES)('release %s', (release) => {
  const file = `${HERE}${release}/backup.zip`;
  const former = JSON.parse(
    gunzipSync(readFileSync(`${HERE}${release}/answers.json.gz`)).toString(),
  ) as RunAnswers[]; // as written by make-release.test.ts
  const changed: Record<string, string[]> = {};
  let backup: Backup;
  let database: EmptyDatabase;
  let test: TestApp;
  let now: RunAnswers[];

  beforeAll(async () => {
    backup = await openBackup(file, null);
    database = await createEmptyDatabase();
    await preparing(database.url, async (client) => {
      const wanted = new Set(backup.manifest.migrations);
      await migrate(client, { wanted });
      await loadBackup(client, backup);
      for (const name of (await knownMigrations()).filter((one) => !wanted.has(one)))
        Object.assign(changed, await applyAlone(client, name));
    });
    // As a process does when it starts.
    expect(await prepareDatabase({ databaseUrl: database.url, applicationUser: null })).toEqual([]);
    test = await createTestApp({ beside: { databaseUrl: database.url, issuer: await createTestIssuer() } });
    now = await askRelease(test);
  });
  afterAll(async () => {
    await test.close();
    await database.drop();
    await backup.close();
  });

  it('OPS-343 loses no row and no value in any migration', () => {
    expect(changed).toEqual(CHANGED_BY_MIGRATIONS[release]);
  });

  it('OPS-435 keeps the passwords of trial accounts', async () => {
    for (const login of ['tech', 'physician']) {
      const account = await findAccount(test.db, login);
      expect(await isPassword(TEST_PASSWORD, account?.passwordHash ?? null)).toBe(true);
    }
  });

  it('OPS-342 has runs in every state, and they stay in it', () => {
    const states = (runs: RunAnswers[]) =>
      runs.map(({ id, businessId, status, isArchived }) => ({ id, businessId, status, isArchived }));
    expect(states(now)).toEqual(states(former));
  });

  it('OPS-342 has the same calls, and curves at the drawn resolution', () => {
    for (const { run, then } of interpreted()) {
      expect(callsOf(run.chart)).toMatchObject(callsOf(then.chart));
      const curves = new Map(curvesOf(run.chart).map((one) => [one.curve, one]));
      for (const { curve, points, step } of curvesOf(then.chart)) {
        const drawn = curves.get(curve);
        expect(drawn?.points.map(({ x }) => x)).toEqual(points.map(({ x }) => x));
        const off = points.map(({ y }, index) => Math.abs(y - (drawn?.points[index]?.y ?? NaN)));
        expect(Math.max(...off)).toBeLessThanOrEqual((step + (drawn?.step ?? 0)) / 2 + 1e-6);
      }
    }
  });

  it.each(['csv', 'lis'] as const)('OPS-342 exports the same rows as %s', (format) => {
    for (const { run, then } of interpreted())
      if (then[format] !== null)
        expect(same(csvTable(run[format]))).toMatchObject(same(csvTable(then[format])));
  });

  it('OPS-342 exports the same cells as XLSX, and the same FHIR', () => {
    for (const { run, then } of interpreted()) {
      expect(same(sheetTables(run.xlsx))).toMatchObject(same(sheetTables(then.xlsx)));
      if (then.fhir !== null) expect(same(fhirContent(run.fhir))).toEqual(same(fhirContent(then.fhir)));
    }
  });

  it('OPS-342 prints the same report', () => {
    for (const { run, then } of interpreted())
      expect(printed(same(run.pdf ?? ''))).toBe(printed(same(then.pdf ?? '')));
  });

  it('OPS-340 says for a decided run without a stored check that there is none', () => {
    for (const { run, then } of interpreted())
      if (isDecided(run) && then.lis === null) expect(run.pdf).toContain('Decided before checks were stored');
  });

  it('OPS-345 has an intact audit trail, valid signatures, and records that verify', async () => {
    expect(await checkRestored(database.url)).toHaveLength(3);
    for (const { run, then } of interpreted()) {
      if (!isDecided(run)) continue;
      const answer = await test.call('tech', 'GET', `/run/${run.id}/record?again=true`);
      const state = then.lis === null ? 'unsigned' : 'unchanged';
      expect(answer.json<RecordState>()).toMatchObject({ state, differences: [] });
      if (then.record === null) continue;
      for (const record of [then.record, run.record ?? ''])
        expect(await failedParts(Buffer.from(record, 'base64'), test.signer.publicKey)).toEqual([]);
    }
  });

  it.runIf(IS_NIGHT)(
    'TRUST-601 gives the same answers and keeps its signatures when its results and wells are packed',
    async () => {
      const errors: unknown[] = [];
      const unpacked = () => test.db.interpretation.count({ where: { results: { equals: Prisma.DbNull } } });
      const before = await unpacked();
      await repackResults({ db: test.db, clock: test.app.clock, onError: (error) => errors.push(error) });
      expect(errors).toEqual([]);
      const decided = now.filter(isDecided);
      expect(before - (await unpacked())).toBeGreaterThanOrEqual(decided.length);
      await packWells({ db: test.db, clock: test.app.clock, onError: (error) => errors.push(error) });
      expect(errors).toEqual([]);
      expect(await test.db.earlierWell.count({ where: { runId: { in: decided.map(({ id }) => id) } } })).toBe(
        0,
      );
      // Workbooks state the minute of the export.
      const answers = (runs: RunAnswers[]): unknown =>
        JSON.parse(
          JSON.stringify(
            runs.map(({ id, status, chart, csv, lis, xlsx }) => ({ id, status, chart, csv, lis, xlsx })),
          ).replaceAll(/("Exported by","[^",]+), [^"]+/g, '$1'),
        );
      expect(answers(await askRelease(test))).toEqual(answers(now));
      for (const { id } of decided) {
        const answer = await test.call('tech', 'GET', `/run/${id}/record?again=true`);
        expect(answer.json<RecordState>()).toMatchObject({ differences: [] });
      }
    },
  );

  it.runIf(IS_NIGHT)('OPS-344 OPS-204 is restored from its backup, and gives the same answers', async () => {
    const lost = await createEmptyDatabase();
    await lost.drop();
    const config = {
      databaseApplicationUser: null,
      backup: { folder: '', recipient: null, keep: { days: 1, weeks: 0, months: 0 } },
    };
    expect(await runRestore([file], { databaseUrl: lost.url, config })).toMatch(/^Restored/);
    const restored = await createTestApp({ beside: { databaseUrl: lost.url, issuer: test.issuer } });
    expect(await askCsv(restored)).toEqual(now.map(({ csv }) => csv));
    await restored.close();
    await lost.drop();
  });

  function interpreted() {
    const runs = former.flatMap((then) => {
      const [run] = now.filter(({ id }) => id === then.id);
      return run === undefined || then.csv === null ? [] : [{ run, then }];
    });
    expect(runs).toHaveLength(6);
    return runs;
  }

  /** Removes intended changes of wording. */
  function same<Answer>(answer: Answer): Answer {
    const rules = DIFFERENCES[release] ?? [];
    const text = rules.reduce((now, [pattern, other]) => now.replace(pattern, other), JSON.stringify(answer));
    return JSON.parse(text) as Answer;
  }
});

const isDecided = ({ status }: RunAnswers) => status === 'APPROVED' || status === 'REJECTED';

/** Applies one migration and returns what it changed. */
async function applyAlone(client: pg.Client, name: string): Promise<Record<string, string[]>> {
  const before = await columnHashes(client);
  expect(await migrate(client, { wanted: new Set([name]) })).toEqual([name]);
  const columns = changedColumns(before, await columnHashes(client));
  return columns.length === 0 ? {} : { [name]: columns };
}

async function failedParts(record: Buffer, key: string): Promise<string[]> {
  const findings = await verifyRecord(record, key);
  return findings.filter(({ state }) => state !== 'holds').map(({ part, text }) => `${part}: ${text}`);
}
