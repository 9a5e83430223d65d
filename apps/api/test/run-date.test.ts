import { decisionRecordSchema, type Run } from '@curvewell/domain';
import { generateRdes, generateRotorGene, syntheticRun } from '@curvewell/instruments/generate';
import papaparse from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  configuration,
  decide,
  importedRun,
  importFiles,
  interpretedRun,
  SMALL_PLATE,
  submit,
} from './run-factory.ts';
import { RUN_DATES } from '../src/upgrade/backfills.ts';
import { readRecord } from '../src/features/decisions/decision-record.ts';
import { withoutRules } from './without-rules.ts';

const NORTH = 'Demo laboratory North';
const PARIS = 'Europe/Paris';
let test: TestApp;
let seed = 4100;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => zoneOfNorth(PARIS));

const zoneOfNorth = (timeZone: string) =>
  test.db.laboratory.updateMany({ where: { name: NORTH }, data: { timeZone } });

/** Imports files with a date without offset (Rotor-Gene), or without a date (RDES). */
async function imported(analyser: 'Rotor-Gene Q' | 'RDML / RDES'): Promise<Run> {
  const plate = syntheticRun({
    wells: SMALL_PLATE,
    channels: ['FAM'],
    plateType: 'RECTANGULAR_96',
    phases: ['MELT'],
    temperature: { from: 45, to: 72, step: 0.5 },
    noise: 1,
    seed: (seed += 1),
    runDate: '2026-10-25T02:30:00Z',
  });
  const files = analyser === 'Rotor-Gene Q' ? generateRotorGene(plate) : generateRdes(plate);
  const answer = await importFiles(test, { analyser, files });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Run>();
}

const put = (run: Pick<Run, 'id' | 'revision'>, body: object, login = 'tech') =>
  test.call(login, 'PUT', `/run/${run.id}`, { revision: run.revision, ...body });
const dated = (local: string, timeZone = PARIS) => ({ runDate: { local, timeZone } });

/** Changes the run as if its files had no date. */
async function undated(run: Run): Promise<Run> {
  await withoutRules(test.db, (tx) =>
    tx.run.update({ where: { id: run.id }, data: { runDateSource: 'IMPORT' } }),
  );
  return (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
}

describe('the date of an imported run', () => {
  it('STEP1-102 LAB-121 without an offset is read in the laboratory’s time zone, which is stored with it', async () => {
    expect(await imported('Rotor-Gene Q')).toMatchObject({
      runDateSource: 'FILE_ZONE',
      runDateZone: PARIS,
      runDateText: '2026-10-25T02:30:00',
      // 02:30 occurs twice on this day; the first is taken.
      created: '2026-10-25T00:30:00.000Z',
      laboratoryTimeZone: PARIS,
    });
  });

  it('STEP1-102 without an offset is read in the analyser’s time zone, if it has one', async () => {
    const { id, profile } = await test.db.analyser.findUniqueOrThrow({ where: { name: 'Rotor-Gene Q' } });
    const changed = (timeZone: string) =>
      test.call('super', 'PUT', `/analysers/${id}`, {
        profile: { ...(profile as object), version: 900, timeZone },
      });
    expect((await changed('Europe/Atlantis')).statusCode).toBe(400);
    expect((await changed('America/New_York')).statusCode).toBe(200);
    const run = await imported('Rotor-Gene Q');
    await test.db.analyser.update({ where: { id }, data: { profile: profile ?? {} } });
    expect(run).toMatchObject({ runDateZone: 'America/New_York', created: '2026-10-25T06:30:00.000Z' });
  });

  it('STEP1-103 with an offset is the file’s; without a date it is the time of the import', async () => {
    expect(await importedRun(test, { seed: (seed += 1) })).toMatchObject({
      runDateSource: 'FILE',
      runDateZone: null,
      created: '2026-01-15T08:30:00.000Z',
    });
    const run = await imported('RDML / RDES');
    expect(run).toMatchObject({ runDateSource: 'IMPORT', runDateZone: null, runDateText: null });
    expect(Math.abs(Date.parse(run.created) - Date.parse(run.runImportDate))).toBeLessThan(60_000);
  });
});

describe('an entered date', () => {
  it('STEP1-104 is saved with its user and zone; the audit trail has both dates', async () => {
    const run = await imported('RDML / RDES');
    const answer = await put(run, dated('2026-03-01T09:02'));
    expect(answer.json()).toMatchObject({
      created: '2026-03-01T08:02:00.000Z',
      runDateSource: 'PERSON',
      runDateZone: PARIS,
      runDateByName: run.createdByName,
      revision: run.revision + 1,
    });
    const entry = await test.db.auditEvent.findFirstOrThrow({
      where: { entityId: run.id, action: 'run.update' },
    });
    expect(entry.details).toMatchObject({
      from: { runDate: run.created, runDateSource: 'IMPORT' },
      to: { runDate: '2026-03-01T08:02:00.000Z', runDateSource: 'PERSON', runDateZone: PARIS },
    });
  });

  it('STEP1-105 is refused if the files give the date', async () => {
    for (const run of [await importedRun(test, { seed: (seed += 1) }), await imported('Rotor-Gene Q')]) {
      const answer = await put(run, dated('2026-03-01T09:02'));
      expect(answer.json()).toMatchObject({ code: 'illegal-transition' });
      const now = await test.db.run.findUniqueOrThrow({ where: { id: run.id } });
      expect(now.runDate.toISOString()).toBe(run.created);
    }
  });

  it('STEP1-106 is refused in the future, before 2000, in a gap of the clock, and in another zone', async () => {
    const run = await imported('RDML / RDES');
    for (const [local, timeZone, field] of [
      ['2099-01-01T00:00', PARIS, 'local'],
      ['1999-12-31T23:59', PARIS, 'local'],
      ['2026-03-29T02:30', PARIS, 'local'],
      ['2026-03-01T09:02', 'UTC', 'timeZone'],
    ] as const) {
      const answer = await put(run, dated(local, timeZone));
      expect(answer.statusCode, local).toBe(400);
      expect(answer.json<{ issues: unknown }>().issues).toMatchObject([{ path: ['body', 'runDate', field] }]);
    }
    for (const local of ['2026-03-01', '2026-03-01T09:02Z', '01-03-2026 09:02'])
      expect((await put(run, dated(local))).statusCode, local).toBe(400);
  });

  it('STEP1-107 can be entered alone until the run is decided, and its controls move with it', async () => {
    const run = await undated(await interpretedRun(test, { seed: (seed += 1) }));
    expect((await put(run, { ...dated('2026-03-01T09:02'), plateId: 'P-1' })).json()).toMatchObject({
      code: 'illegal-transition',
    });
    const entered = (await put(run, dated('2026-03-01T09:02'))).json<Run>();
    expect(entered.created).toBe('2026-03-01T08:02:00.000Z');
    const readings = await test.db.controlReading.findMany({ where: { runId: run.id } });
    expect(readings.map(({ readAt }) => readAt.toISOString())).toEqual(readings.map(() => entered.created));
    await submit(test, run.id);
    const waiting = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
    expect((await put(waiting, dated('2026-03-02T09:02'))).statusCode).toBe(403);
    const again = await put(waiting, dated('2026-03-02T09:02'), 'physician');
    expect(again.statusCode, again.body).toBe(200);
    const approved = (await decide(test, run.id)).json<Run>();
    expect((await put(approved, dated('2026-03-03T09:02'), 'physician')).json()).toMatchObject({
      code: 'illegal-transition',
    });
  });
});

describe('a run whose files have no date', () => {
  let run: Run;
  beforeAll(async () => {
    await zoneOfNorth(PARIS);
    // Before the interpretation, which hashes the run.
    const imported = await undated(await importedRun(test, { seed: (seed += 1) }));
    await test.call('tech', 'PUT', `/run/${imported.id}`, await configuration(test.db, imported));
    await test.call('tech', 'POST', `/run/${imported.id}/interpret`);
    expect((await submit(test, imported.id)).statusCode).toBe(200);
    run = (await decide(test, imported.id)).json<Run>();
  });
  const results = async (format: string) =>
    test.call('tech', 'POST', `/run/export/${run.id}/results`, { format });

  it('EXPORT-112 has none in the CSV for a LIS, which says so', async () => {
    const { data } = papaparse.parse<Record<string, string>>((await results('LIS_CSV')).body, {
      header: true,
    });
    expect(data[0]).toMatchObject({ run_at: '', run_at_source: 'not in the file' });
  });

  it('EXPORT-113 has none in FHIR, with HL7’s extension, and none in RDML', async () => {
    const body = JSON.stringify((await results('FHIR')).json());
    expect(body).not.toContain('"effectiveDateTime"');
    expect(body).toContain(
      '"_effectiveDateTime":{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason","valueCode":"unknown"}]}',
    );
    expect(body).toContain('Run date not in the file: ');
    const rdml = await results('RDML');
    expect(rdml.statusCode).toBe(200);
    const again = await importFiles(test, {
      analyser: 'RDML / RDES',
      files: [{ name: 'again.rdml', bytes: rdml.rawPayload }],
    });
    expect(again.json<Run>().runDateSource).toBe('IMPORT');
  });

  it('EXPORT-114 has none in the signed record, unless it was signed by a release that did not record the source', async () => {
    const record = decisionRecordSchema.parse(await readRecord(test.db, run.id)).run;
    expect(record).toMatchObject({ runDate: null, runDateSource: 'IMPORT', runDateBy: null });
    await withoutRules(test.db, (tx) =>
      tx.run.update({ where: { id: run.id }, data: { runDateRecorded: false } }),
    );
    const former = decisionRecordSchema.parse(await readRecord(test.db, run.id)).run;
    expect(former.runDate).not.toBeNull();
    expect(former).not.toHaveProperty('runDateSource');
  });
});

it('ENTITY-63 an older run has only the date source that its import report proves', async () => {
  const run = await importedRun(test, { seed: (seed += 1) });
  const derived = async (remarks: readonly string[] | undefined) => {
    await test.db.run.update({
      where: { id: run.id },
      data: {
        runDateSource: 'UNKNOWN',
        runDateZone: null,
        runDateText: null,
        importReport: { ...run.importReport, remarks: remarks as string[] },
      },
    });
    await test.db.$executeRawUnsafe(RUN_DATES.fill, [run.id]);
    const { runDateSource, runDateZone, runDateText } = await test.db.run.findUniqueOrThrow({
      where: { id: run.id },
    });
    return [runDateSource, runDateZone, runDateText];
  };
  expect(await derived(undefined)).toEqual(['UNKNOWN', null, null]);
  expect(await derived([])).toEqual(['FILE', null, null]);
  expect(
    await derived([
      'The file gives no date of the run; the time of the import stands in its place.',
      'Something else.',
    ]),
  ).toEqual(['IMPORT', null, null]);
  expect(
    await derived([
      'The date of the run, 2023-04-09 13:35:03, has no time zone in the file, or none that can be trusted: it is taken as UTC.',
    ]),
  ).toEqual(['FILE_ZONE', 'UTC', '2023-04-09T13:35:03']);
});
