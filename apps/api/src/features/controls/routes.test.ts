import type { ControlOverview, ControlReading, ControlSeries, NegativeControls } from '@curvewell/contracts';
import { DEFAULT_LABORATORY_RULES, runCheckSchema, type Run } from '@curvewell/domain';
import { generateCfxXlsx, syntheticRun } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import {
  configuration,
  decide,
  importedRun,
  importFiles,
  interpretedRun,
  SMALL_PLATE,
  submit,
} from '../../../test/run-factory.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { recordControls } from './change/record-controls.ts';
import { deleteWithoutEntry, withoutRules } from '../../../test/without-rules.ts';

let test: TestApp;
let run: Run;
let scope: string;

beforeAll(async () => {
  test = await createTestApp();
  run = await controlledRun();
  const [choice] = (await test.call('tech', 'GET', '/controls')).json<
    { kit: { id: string }; reactionBuffer: { id: string }; channel: string }[]
  >();
  scope = `kitId=${choice?.kit.id}&reactionBufferId=${choice?.reactionBuffer.id}&channel=${choice?.channel}`;
});
afterAll(() => test.close());

/** A1: wild-type standard, A2: positive control, A3: sample, A4: empty negative control. */
async function controlledRun(seed = 1): Promise<Run> {
  const imported = await importedRun(test, { seed });
  const body = await configuration(test.db, imported);
  const where = { diagnosticName: 'HOMOZYGOUS_WILD_TYPE', kit: { name: 'LCT-13910' } } as const;
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({ where });
  const [fam] = body.analyses ?? [];
  Object.assign(fam?.wells['A1'] ?? {}, { sampleType: 'STANDARD', expectedDiagnostic: { id } });
  Object.assign(fam?.wells['A2'] ?? {}, { sampleType: 'POSITIVE_TEST' });
  const url = `/run/${imported.id}`;
  await test.call('tech', 'PUT', url, body);
  const answer = await test.call('tech', 'POST', `${url}/interpret`);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Run>();
}

const get = async <Answer>(url: string, login = 'tech'): Promise<Answer> =>
  (await test.call(login, 'GET', url)).json<Answer>();
const standard = (login = 'tech', more = '') =>
  get<ControlSeries>(
    `/controls/series?${scope}&sampleType=STANDARD&expected=HOMOZYGOUS_WILD_TYPE&phase=MELT&zone=C${more}`,
    login,
  );
const readingAt = async (position: string) => {
  const { readingId } = await test.db.controlPoint.findFirstOrThrow({ where: { runId: run.id, position } });
  return readingId;
};

describe('readings', () => {
  it('CONTROL-01 an interpretation stores the control readings in its own transaction', async () => {
    const rows = await test.db.controlReading.findMany({
      where: { runId: run.id },
      include: { point: true, peaks: { where: { counted: true } }, series: true },
      orderBy: { point: { position: 'asc' } },
    });
    expect(
      rows.map(({ point, series, call, peaks }) => [
        point?.position,
        series.sampleType,
        series.expected,
        call,
        peaks
          .map(({ zone }) => zone)
          .sort()
          .join(''),
      ]),
    ).toEqual([
      ['A1', 'STANDARD', 'HOMOZYGOUS_WILD_TYPE', 'HOMOZYGOUS_WILD_TYPE', 'AC'],
      ['A2', 'POSITIVE_TEST', '', 'TEST_OK', 'ABCD'],
      ['A4', 'NEGATIVE_TEST', '', 'TEST_OK', ''],
    ]);
  });

  it('CONTROL-01 recording a run again replaces its readings and keeps the notes', async () => {
    const id = await readingAt('A1');
    await test.call('physician', 'POST', `/controls/readings/${id}/notes`, { value: 'Second box' });
    const count = () => test.db.controlPeak.count({ where: { reading: { runId: run.id } } });
    const before = await count();
    await test.db.$queryRaw`SELECT record_controls(${run.id}::uuid)::text`;
    expect(await count()).toBe(before);
    expect(await readingAt('A1')).toBe(id);
    expect((await get<ControlReading>(`/controls/readings/${id}`)).notes).toMatchObject([
      { value: 'Second box' },
    ]);
  });
});

describe('the page', () => {
  it('API-180 API-181 lists every control by zone, and negative controls by their wells', async () => {
    const { controls, negatives } = await get<ControlOverview>(`/controls/overview?${scope}`);
    expect(
      controls.map(({ sampleType, expected, phase, zone }) => [sampleType, expected, phase, zone]),
    ).toEqual([
      ['POSITIVE_TEST', undefined, 'ANNEAL', 'A'],
      ['POSITIVE_TEST', undefined, 'ANNEAL', 'B'],
      ['POSITIVE_TEST', undefined, 'MELT', 'C'],
      ['POSITIVE_TEST', undefined, 'MELT', 'D'],
      ['STANDARD', 'HOMOZYGOUS_WILD_TYPE', 'ANNEAL', 'A'],
      ['STANDARD', 'HOMOZYGOUS_WILD_TYPE', 'MELT', 'C'],
    ]);
    expect(controls[0]?.mean).toBeCloseTo(55.3, 1);
    expect(controls[0]).toMatchObject({ hasLimits: false, worst: null });
    expect(negatives).toMatchObject({ contaminated: 0, notCalled: 0 });
  });

  it('CONTROL-21 a negative control that failed without a peak does not count as clean', async () => {
    const counted = async () => [
      (await get<ControlOverview>(`/controls/overview?${scope}`)).negatives,
      await get<NegativeControls>(`/controls/negatives?${scope}`),
    ];
    const [before] = await counted();
    const files = await generateCfxXlsx(
      syntheticRun({
        wells: SMALL_PLATE,
        channels: ['FAM'],
        phases: ['MELT', 'ANNEAL'],
        plateType: 'RECTANGULAR_96',
        // Zones B and D end at 63 °C.
        temperature: { from: 45, to: 62, step: 0.2 },
        noise: 3,
        seed: 97,
      }),
    );
    const short = (await importFiles(test, { files })).json<Run>();
    await test.call('tech', 'PUT', `/run/${short.id}`, await configuration(test.db, short));
    const interpreted = await test.call('tech', 'POST', `/run/${short.id}/interpret`);
    expect(interpreted.statusCode, interpreted.body).toBe(200);
    for (const { wells, contaminated, notCalled } of await counted())
      expect([wells, contaminated, notCalled]).toEqual([(before?.wells ?? 0) + 1, 0, 1]);
    await deleteWithoutEntry(test.db, [short.id]);
  });

  it('API-182 API-183 shows points, lots and negative controls of the user’s own laboratory only', async () => {
    const { points, reference, lots } = await standard();
    expect(points.map(({ businessId, position }) => [businessId, position])).toContainEqual([
      run.businessId,
      'A1',
    ]);
    expect(points[0]?.value).toBeCloseTo(55.3, 1);
    expect(reference).toMatchObject({ limits: null, taken: null, revision: 0 });
    expect(lots).toMatchObject([{ name: '26B0417', kitVersion: 'v2', isShifted: false }]);
    const negatives = await get<NegativeControls>(`/controls/negatives?${scope}`);
    expect(negatives.rows.map(({ phase, zone }) => `${phase} ${zone ?? '–'}`)).toEqual([
      'ANNEAL A',
      'ANNEAL B',
      'ANNEAL –',
      'MELT C',
      'MELT D',
      'MELT –',
    ]);
    expect((await standard('tech.south')).points).toEqual([]);
    expect(await get('/controls', 'tech.south')).toEqual([]);
    expect((await standard('tech', '&from=2099-01-01T00:00:00Z')).points).toEqual([]);
  });

  it('API-184 a reading lists its peaks, the samples that it supports, and who approved the run', async () => {
    const id = await readingAt('A2');
    const reading = await get<ControlReading>(`/controls/readings/${id}`);
    expect(reading).toMatchObject({
      position: 'A2',
      sampleType: 'POSITIVE_TEST',
      lot: '26B0417',
      kitVersion: 'v2',
      call: 'TEST_OK',
      isFailed: false,
      marks: ['A3'],
      exclusion: null,
      rule: { demand: 'confirm', approved: null },
    });
    expect(reading.peaks.filter(({ counted }) => counted)).toHaveLength(4);
    await submit(test, run.id);
    await decide(test, run.id);
    expect((await get<ControlReading>(`/controls/readings/${id}`)).rule.approved).toMatchObject({
      byName: 'Ingrid Lindqvist',
    });
    expect((await test.call('tech.south', 'GET', `/controls/readings/${id}`)).statusCode).toBe(404);
  });

  // “Ingrid Lindqvist confirmed it when approving”, although nothing had to be confirmed then.
  it('TRUST-666 a reading of an approved run has the demand that was in force when it was approved', async () => {
    const { approve } = DEFAULT_LABORATORY_RULES;
    const rules = (failedControls: 'note') =>
      test.db.laboratory.updateMany({ data: { rules: { approve: { ...approve, failedControls } } } });
    const demand = async (position: string) =>
      (await get<ControlReading>(`/controls/readings/${await readingAt(position)}`)).rule.demand;
    await rules('note');
    expect(await demand('A2')).toBe('confirm');
    await test.db.laboratory.updateMany({ data: { rules: {} } });
  });
});

describe('changes', () => {
  it('API-185 only users who write diagnostics add notes', async () => {
    const url = `/controls/readings/${await readingAt('A4')}/notes`;
    expect((await test.call('tech', 'POST', url, { value: 'Splash' })).statusCode).toBe(403);
    expect((await test.call('physician.south', 'POST', url, { value: 'Splash' })).statusCode).toBe(404);
    const noted = await test.call('physician', 'POST', url, { value: 'Splash' });
    expect(noted.json<ControlReading>().notes).toMatchObject([
      { authorName: 'Ingrid Lindqvist', value: 'Splash' },
    ]);
    expect((await lastAudit())?.action).toBe('control.note');
  });

  it('API-186 a reading is excluded with a reason and included again; of two concurrent requests the second is refused', async () => {
    const id = await readingAt('A1');
    const url = `/controls/readings/${id}/excluded`;
    const { revision } = await get<ControlReading>(`/controls/readings/${id}`);
    const out = { isExcluded: true, reason: 'Pipetting error', revision };
    expect((await test.call('tech', 'PUT', url, out)).statusCode).toBe(403);
    expect((await test.call('physician', 'PUT', url, { ...out, reason: 'x' })).statusCode).toBe(400);
    expect((await test.call('physician.south', 'PUT', url, out)).statusCode).toBe(404);
    const left = await test.call('physician', 'PUT', url, out);
    expect(left.json<ControlReading>().exclusion).toMatchObject({ reason: 'Pipetting error' });
    expect((await standard()).points.find(({ readingId }) => readingId === id)).toMatchObject({
      isExcluded: true,
    });
    expect(await lastAudit()).toMatchObject({
      action: 'control.leave-out',
      details: { reason: 'Pipetting error' },
    });
    const late = await test.call('quality', 'PUT', url, { ...out, isExcluded: false });
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'stale']);
    const back = await test.call('quality', 'PUT', url, {
      ...out,
      isExcluded: false,
      revision: revision + 1,
    });
    expect(back.json<ControlReading>().exclusion).toBeNull();
    expect((await lastAudit())?.action).toBe('control.take-in');
  });

  it('API-187 a lot with control readings is set as the new mean, with a reason', async () => {
    const [kit, buffer] = [...scope.matchAll(/=([\w-]+)/g)].map(([, id]) => id);
    const lotId = (await standard()).lots[0]?.lotId;
    const body = { kitId: kit, reactionBufferId: buffer, lotId, reason: 'New probe batch', revision: 0 };
    const take = (login: string, change = {}) =>
      test.call(login, 'PUT', '/controls/reference', { ...body, ...change });
    expect((await take('tech')).statusCode).toBe(403);
    expect((await take('physician.south')).statusCode).toBe(404);
    const other = await test.db.lot.findFirstOrThrow({ where: { name: '26A0033' } });
    expect((await take('physician', { lotId: other.id })).statusCode).toBe(404);
    expect((await take('physician')).json()).toEqual({ revision: 1 });
    expect((await take('physician')).statusCode).toBe(409);
    expect((await standard()).reference).toMatchObject({
      revision: 1,
      taken: { lotId, reason: 'New probe batch' },
    });
    expect(await lastAudit()).toMatchObject({
      action: 'control.take-mean',
      details: { from: null, to: lotId },
    });
  });

  it('TRUST-660 a stale change of the mean of a shared kit names only people of the own laboratory', async () => {
    const { laboratoryId, kitId, reactionBufferId, lotId } =
      await test.db.controlReference.findFirstOrThrow();
    const south = await test.db.laboratory.findFirstOrThrow({ where: { name: { contains: 'South' } } });
    const entityId = `${kitId} ${reactionBufferId}`;
    await recordAudit(
      test.db,
      { userId: null, name: 'Signe South', laboratory: south },
      { action: 'control.take-mean', entity: 'control-reference', entityId },
    );
    const own = await test.db.auditEvent.findFirstOrThrow({ where: { laboratoryId, entityId } });
    const body = { kitId, reactionBufferId, lotId, reason: 'Late', revision: 0 };
    const answer = await test.call('physician', 'PUT', '/controls/reference', body);
    expect(answer.json()).toMatchObject({ code: 'stale', details: { by: own.actorName } });
    expect(answer.body).not.toContain('Signe South');
  });

  // Both had read the same revision, and the second overwrote the first.
  it('API-187 of two servers that set a mean concurrently the second is refused', async () => {
    const taken = await test.db.controlReference.findFirstOrThrow();
    const { laboratoryId, kitId, reactionBufferId, lotId, revision } = taken;
    const where = { laboratoryId_kitId_reactionBufferId: { laboratoryId, kitId, reactionBufferId } };
    const body = { kitId, reactionBufferId, lotId, reason: 'Too late', revision };
    const second = await test.db.$transaction(async (tx) => {
      await tx.controlReference.update({
        where,
        data: { reason: 'Another server', revision: { increment: 1 } },
      });
      const pending = test.call('physician', 'PUT', '/controls/reference', body);
      await waitForBlockedStatement();
      return { pending };
    });
    expect((await second.pending).json()).toMatchObject({ code: 'stale' });
    expect(await test.db.controlReference.findUnique({ where })).toMatchObject({ reason: 'Another server' });
  });

  it('API-188 a control is exported as CSV, and the export is audited', async () => {
    const answer = await test.call(
      'tech',
      'GET',
      `/controls/series/csv?${scope}&sampleType=STANDARD&expected=HOMOZYGOUS_WILD_TYPE&phase=MELT&zone=C`,
    );
    expect(answer.headers['content-type']).toContain('text/csv');
    const [heads, line] = answer.body.slice(1).split('\r\n');
    expect(heads).toBe('Run;Position;Read;Lot;Tm (°C);Distance (SD);Rules;Excluded');
    expect(line).toMatch(/^\d+;A1;[\d:.TZ-]+;26B0417;55\.\d+;/);
    expect((await lastAudit())?.action).toBe('control.export');
  });

  it('CONTROL-22 the time of an import is not exported as the time of a reading', async () => {
    const source = async (runDateSource: 'FILE' | 'IMPORT' | 'UNKNOWN') => {
      await withoutRules(test.db, (tx) => tx.run.update({ where: { id: run.id }, data: { runDateSource } }));
      await test.db.$executeRaw`SELECT recount_controls(${run.laboratory.id}::uuid)`;
    };
    for (const unknown of ['IMPORT', 'UNKNOWN'] as const) {
      await source(unknown);
      const { body } = await test.call(
        'tech',
        'GET',
        `/controls/series/csv?${scope}&sampleType=STANDARD&expected=HOMOZYGOUS_WILD_TYPE&phase=MELT&zone=C`,
      );
      expect(body.slice(1).split('\r\n')[1]).toMatch(/^\d+;A1;;26B0417;55\.\d+;/);
      expect((await standard()).points[0]?.isDateKnown).toBe(false);
    }
    await source('FILE');
    expect((await standard()).points[0]?.isDateKnown).toBe(true);
  });
});

/** Whether a statement of this database waits for a lock. */
const waitForBlockedStatement = () =>
  expect
    .poll(async () => {
      const [row] = await test.db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.count;
    })
    .toBe(1);

describe('Westgard rules', () => {
  /** Wild-type standards whose lower product melts at these temperatures, and one sample. */
  async function standardsAt(tms: readonly number[], seed: number): Promise<Run> {
    const wells = [...tms, 55.3].map((tm, place) => ({
      position: `B${place + 1}`,
      name: `W-${place}`,
      sampleType: null,
      melts: [{ channel: 'FAM' as const, tm, amplitude: 1000, width: 0.75 }],
    }));
    const imported = await importedRun(test, { seed, wells, login: 'tech.south' });
    const body = await configuration(test.db, imported);
    const where = { diagnosticName: 'HOMOZYGOUS_WILD_TYPE', kit: { name: 'LCT-13910' } } as const;
    const { id } = await test.db.diagnosticColor.findFirstOrThrow({ where });
    const [fam] = body.analyses ?? [];
    for (const place of tms.keys())
      Object.assign(fam?.wells[`B${place + 1}`] ?? {}, {
        sampleType: 'STANDARD',
        expectedDiagnostic: { id },
      });
    await test.call('tech.south', 'PUT', `/run/${imported.id}`, body);
    const answer = await test.call('tech.south', 'POST', `/run/${imported.id}/interpret`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Run>();
  }
  const brokenOf = async ({ id }: Run) => {
    const { brokenRules, analyses } = await get<Run>(`/run/${id}`, 'tech.south');
    const wells = new Map(Object.values(analyses[0]?.wells ?? {}).map((well) => [well.id, well.position]));
    return brokenRules.map(({ wellId, rule }) => [wells.get(wellId), rule]);
  };
  const checkOf = async ({ id }: Run) =>
    runCheckSchema.parse(await get(`/run/${id}/check?decision=approve`, 'physician.south'));

  it('CONTROL-10 a standard that breaks a rule compared with earlier readings marks its wells, in the check and permanently', async () => {
    const first = await standardsAt([55.2, 55.3, 55.4, 55.25, 55.35, 55.2, 55.3, 55.4, 55.25, 55.35], 901);
    expect(await brokenOf(first)).toEqual([]);
    const second = await standardsAt([55.3, 56.1], 902);
    expect(await brokenOf(second)).toEqual([['B2', '1-3s']]);

    const { doubts, demands } = await checkOf(second);
    expect(
      doubts.standards.map(({ position, isAsExpected, outOfRange }) => [position, isAsExpected, outOfRange]),
    ).toEqual([
      ['B1', true, null],
      ['B2', true, expect.stringMatching(/^1-3s, [AC] 56\.\d\d °C is \d+\.\d SD above the mean$/)],
    ]);
    expect(demands.standards).toBe('confirm');
    const { id } = await test.db.controlReading.findFirstOrThrow({
      where: { runId: second.id, point: { position: 'B2' } },
    });
    const url = `/controls/readings/${id}`;
    expect(await get<ControlReading>(url, 'tech.south')).toMatchObject({
      isFailed: false,
      brokenRule: { rule: '1-3s' },
      marks: ['B3'],
    });

    // Later readings move the mean, and do not change the stored results.
    await standardsAt([56.1, 56.1, 56.1, 56.1, 56.1, 56.1], 903);
    expect(await brokenOf(second)).toEqual([['B2', '1-3s']]);
    await test.db.$transaction((tx) =>
      recordControls(tx, { runId: second.id, laboratoryId: second.laboratory.id, isTrial: false }),
    );
    expect(await brokenOf(second)).toEqual([['B2', '1-3s']]);
  });
});

const lastAudit = () => test.db.auditEvent.findFirst({ orderBy: { id: 'desc' } });

it('CONTROL-02 readings are deleted with their run', async () => {
  const gone = await interpretedRun(test, { seed: 77 });
  const count = () => test.db.controlReading.count({ where: { runId: gone.id } });
  expect(await count()).toBe(1);
  await deleteWithoutEntry(test.db, [gone.id]);
  expect(await count()).toBe(0);
});
