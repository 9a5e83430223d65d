import { randomUUID } from 'node:crypto';

import { controlCalls, kitCalls } from '@curvewell/contracts';
import type { Run, RunCheck } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { withoutRules } from './without-rules.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  chartOf,
  configureEntry,
  expectSameCalls,
  exportedVersion,
  importVersion,
  evaluatedBy,
  verifiedAfterApproval,
} from './kit-settings.ts';
import { LIMIT, referenceOf, shiftedRun, switchedOn } from './shifted-runs.ts';
import { decide, submit } from './run-factory.ts';
import { storedSettings } from './stored-settings.ts';

let test: TestApp;
let versionId = '';
beforeAll(async () => {
  test = await createTestApp();
  versionId = await switchedOn(test);
}, 60_000);
afterAll(() => test.close());

const wellsOf = (run: Run) => chartOf(test, run);
const keptOf = ({ id }: Run) => test.db.tmShift.findMany({ where: { interpretation: { runId: id } } });
const checkOf = async ({ id }: Run): Promise<RunCheck['doubts']> =>
  (await test.call('tech', 'GET', `/run/${id}/check?decision=approve`)).json<RunCheck>().doubts;
const exported = async ({ id }: Run, format: 'CSV' | 'PDF') =>
  test.call('tech', 'POST', `/run/export/${id}`, { format });

describe('a run whose controls melt 0.6 °C too high', () => {
  let run: Run;
  beforeAll(async () => {
    run = await shiftedRun(test, 0.6);
  });

  it('TMC-01 is called with shifted zones, and shows the zones used for each well', async () => {
    const wells = await wellsOf(run);
    const [first, control] = [wells.get('A1')!, wells.get('B1')!];
    expect(first.explanation).toMatchObject({ diagnostic: 'HOMOZYGOUS_WILD_TYPE' });
    expect(first.explanation.tmShift).toMatchObject({ decision: 'moved', controls: 3, limit: LIMIT });
    const moved = first.explanation.tmShift!.moved;
    expect(moved).toBeCloseTo(0.6, 1);
    const [zone] = first.constantPhaseInfos[0]!.constantZoneInfos;
    expect(zone).toMatchObject({ minTemp: 53 + moved, maxTemp: 57.5 + moved });
    expect(control.explanation.tmShift?.ofOthers).toMatchObject({ controls: 2 });
  });

  it('TMC-05 stores the shift with the interpretation, and the settings', async () => {
    expect(await keptOf(run)).toEqual([
      expect.objectContaining({
        kitVersionId: versionId,
        channel: 'FAM',
        decision: 'moved',
        controls: 3,
        limit: LIMIT,
        median: expect.closeTo(0.6, 1) as number,
        moved: expect.closeTo(0.6, 1) as number,
      }),
    ]);
    const { configuration: used } = await test.db.interpretation.findFirstOrThrow({
      where: { runId: run.id },
    });
    expect(used).toMatchObject({
      assays: [
        {
          tmShift: { limit: LIMIT },
          phases: [{ zones: [{ referenceTm: 55.3 }, { referenceTm: 60.8 }] }, {}],
        },
      ],
    });
  });

  it('TMC-06 states it in the check, with the controls, and in CSV and PDF', async () => {
    const { plate } = await checkOf(run);
    expect(plate).toContainEqual({
      text: expect.stringMatching(
        /^LCT-13910 v2, FAM: Zones moved by \+0\.\d\d °C: 3 controls melted/,
      ) as string,
      positions: ['B1', 'B2', 'B3'],
    });
    const { body } = await exported(run, 'CSV');
    expect(body).toMatch(/A1;FAM;.*Zones moved by \+0\.\d\d °C/);
    expect(body).toMatch(/B1;FAM;.*This control is evaluated by the other 2 controls: zones \+0\.\d\d °C/);
  });

  it('TMC-05 has a signed record in which the external program gets the same calls', async () => {
    expectSameCalls(await verifiedAfterApproval(test, run), 6);
  });

  it('TMC-07 gets the same calls with draft settings, and with the kit’s zones without them', async () => {
    const settings = await storedSettings(test.db);
    const evaluate = async (tmShift: { limit: number } | null) => {
      const phases = settings.phases.map((phase) => ({
        ...phase,
        zones: phase.zones.map((zone) => ({ ...zone, referenceTm: referenceOf(zone.name) })),
      }));
      return evaluatedBy<{ position: string; diagnostic: string | null; tmShift?: object }>(test, run, {
        ...settings,
        phases,
        tmShift,
      });
    };
    const [on] = await evaluate({ limit: LIMIT });
    expect(on).toMatchObject({ position: 'A1', diagnostic: 'HOMOZYGOUS_WILD_TYPE' });
    expect(on?.tmShift).toMatchObject({ decision: 'moved' });
    const [off] = await evaluate(null);
    expect(off).toMatchObject({ position: 'A1', diagnostic: null });
    expect(off).not.toHaveProperty('tmShift');
  });
});

it('TMC-02 a run whose controls exceed the kit’s limit is not corrected, and fails', async () => {
  const run = await shiftedRun(test, 1.2, { seed: 2 });
  const wells = await wellsOf(run);
  expect(wells.get('B1')!.explanation.diagnostic).toBe('TEST_KO');
  expect(wells.get('A2')!.explanation.flags.map(({ code }) => code)).toContain('failed-control');
  const { failedControls, plate } = await checkOf(run);
  expect(failedControls.map(({ position }) => position)).toEqual(['B1', 'B2', 'B3']);
  expect(failedControls[0]!.cause).toMatch(/^The controls melted \+1\.\d\d °C from the kit/);
  expect(plate[0]).toMatchObject({ positions: ['B1', 'B2', 'B3'] });
  expect(await keptOf(run)).toEqual([expect.objectContaining({ decision: 'beyond-limit', moved: 0 })]);
});

it('TMC-01 the zones of a run without controls are not shifted, and the check says so', async () => {
  const run = await shiftedRun(test, 0.6, { controls: 0, seed: 3 });
  const { facts } = await checkOf(run);
  expect(facts.map(({ text }) => text)).toContain(
    'LCT-13910 v2, FAM: Zones not moved: no positive control or standard has a peak that can be compared with the kit.',
  );
  expect(await keptOf(run)).toEqual([
    expect.objectContaining({ decision: 'no-controls', controls: 0, median: null, error: null }),
  ]);
});

it('TMC-10 API-340 GET /controls/tm-shifts returns the shift of each run in order of reading', async () => {
  const settings = await storedSettings(test.db);
  const { kitId, reactionBufferId } = settings;
  const url = `/controls/tm-shifts?kitId=${kitId}&reactionBufferId=${reactionBufferId}&channel=FAM`;
  const answer = await test.call('tech', 'GET', url);
  const { points, isCut } = controlCalls.tmShifts.answer.parse(answer.json());
  expect(isCut).toBe(false);
  expect(points.map(({ decision }) => decision).sort()).toEqual(['beyond-limit', 'moved', 'no-controls']);
  expect(points.find(({ decision }) => decision === 'moved')).toMatchObject({
    kitVersion: 'v2',
    controls: 3,
  });
  const later = await test.call('tech', 'GET', `${url}&from=2099-01-01T00:00:00.000Z`);
  expect(later.json()).toMatchObject({ points: [], isCut: false, limits: null, referencePoints: 0 });
  expect(points.map(({ distance }) => distance)).toEqual([null, null, null]);
});

it('TMC-24 shifts are evaluated like control readings', async () => {
  const { kitId, reactionBufferId } = await storedSettings(test.db);
  const chance = [-0.5, 1.1, -1.6, 0.3, 0.8, -0.1, -0.8, 1.6, -0.3, -1.1, 0.1, 0.5, 0.9, 4];
  await shiftedRun(test, 0.6, { seed: 40 });
  await test.db.$executeRaw`TRUNCATE tm_shift`;
  for (const [place, step] of chance.entries()) await copyOfRun(place, 0.1 + 0.1 * step);
  const url = `/controls/tm-shifts?kitId=${kitId}&reactionBufferId=${reactionBufferId}&channel=FAM`;
  const answer = controlCalls.tmShifts.answer.parse((await test.call('tech', 'GET', url)).json());
  const { points, limits, referencePoints } = answer;
  expect(points).toHaveLength(14);
  expect(limits?.mean).toBeCloseTo(0.1, 1);
  expect(limits?.sd).toBeCloseTo(0.1, 1);
  expect(referencePoints).toBe(13);
  expect(points.at(-1)?.distance).toBeGreaterThan(3);
  expect(points.map(({ rules }) => rules.join())).toEqual([...Array<string>(13).fill(''), '1-3s']);
});

/** A copy of the shifted run, read some days later, with another shift. */
async function copyOfRun(days: number, median: number): Promise<void> {
  await withoutRules(
    test.db,
    (tx) => tx.$executeRaw`
    WITH of AS (
      SELECT r, i, gen_random_uuid() AS run_id, gen_random_uuid() AS interpretation_id
      FROM interpretation i JOIN run r ON r.id = i.run_id ORDER BY r.business_id LIMIT 1
    ), run_copy AS (
      INSERT INTO run SELECT (jsonb_populate_record(r, jsonb_build_object('id', run_id,
        'business_id', (r).business_id + 1000 + ${days}::int, 'run_date', (r).run_date + ${days}::int * interval '1 day'))).* FROM of
    ), interpretation_copy AS (
      INSERT INTO interpretation SELECT (jsonb_populate_record(i, jsonb_build_object('id', interpretation_id, 'run_id', run_id))).* FROM of
    )
    INSERT INTO tm_shift SELECT interpretation_id, (r).laboratory_id, ${versionId}::uuid,
      (SELECT reaction_buffer_id FROM well WHERE run_id = (r).id AND reaction_buffer_id IS NOT NULL LIMIT 1),
      'FAM', 'too-small', 3, ${median}::float8, 0.05, 0.8, 0 FROM of`,
  );
}

describe('TMC-08 the setting belongs to the kit version', () => {
  const made = async (changes: object) => {
    const kit = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
    const buffer = await test.db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-2' } });
    const analyser = await test.db.analyser.findFirstOrThrow({ where: { name: 'Bio-Rad CFX96' } });
    return test.call('research', 'POST', '/kit', {
      kit: { id: kit.id },
      reactionBuffer: { id: buffer.id },
      analyser: { id: analyser.id },
      ...changes,
    });
  };
  const zone = (referenceTm: number) => ({
    name: 'A',
    minTemp: 53,
    maxTemp: 57.5,
    label: 'T',
    minThreshold: null,
    minQuality: null,
    referenceTm,
  });
  const channels = (referenceTm: number) => [
    {
      name: 'FAM',
      phases: [
        {
          phaseType: 'MELT',
          minThreshold: 60,
          slopeThreshold: 4.72,
          minQuality: 0.4,
          inversed: false,
          zones: [zone(referenceTm)],
        },
      ],
    },
  ];

  it('is off by default, can be enabled with a limit of 0.5 to 2 °C, and is audited', async () => {
    const answer = await made({ kitVersion: { version: 'shift 1' } });
    const { kitVersion } = kitCalls.create.answer.parse(answer.json());
    expect(kitVersion.tmShift).toBeNull();
    const save = (tmShift: object) =>
      test.call('research', 'PUT', `/kit/${kitVersion.id}`, {
        kit: { id: kitVersion.kit.id },
        kitVersion: { id: kitVersion.id, revision: kitVersion.revision },
        tmShift,
      });
    for (const limit of [0.4, 2.1, 0.55]) expect((await save({ limit })).statusCode).toBe(400);
    const saved = kitCalls.update.answer.parse((await save({ limit: 1.2 })).json());
    expect(saved.kitVersion.tmShift).toEqual({ limit: 1.2 });
    const entry = await configureEntry(test, kitVersion.id);
    expect(entry.details).toMatchObject({ from: { tmShift: null }, to: { tmShift: { limit: 1.2 } } });
    const copy = await made({ kitVersion: { version: 'shift 2', copyOf: kitVersion.id } });
    expect(kitCalls.create.answer.parse(copy.json()).kitVersion.tmShift).toEqual({ limit: 1.2 });
  });

  it('needs a reference Tm within its zone', async () => {
    const outside = await made({ kitVersion: { version: 'shift 3' }, channels: channels(57.6) });
    expect(outside.statusCode).toBe(400);
    expect(outside.body).toContain('The reference Tm of zone A, 57.6 °C, lies outside it.');
    const inside = await made({ kitVersion: { version: 'shift 3' }, channels: channels(57.5) });
    const { channels: saved } = kitCalls.create.answer.parse(inside.json());
    expect(saved[0]?.phases[0]?.zones[0]?.referenceTm).toBe(57.5);
  });

  it('is exported and imported with it', async () => {
    const document = await exportedVersion(test, versionId);
    expect(document.version.tmShift).toEqual({ limit: LIMIT });
    const fam = document.configurations[0]!.channels.find(({ name }) => name === 'FAM')!;
    expect(fam.phases.flatMap(({ zones }) => zones).map(({ referenceTm }) => referenceTm)).toEqual([
      55.3, 60.8, 55.3, 60.8,
    ]);
    const answer = await importVersion(test, document, 'shift imported');
    expect(answer.statusCode, answer.body).toBe(200);
    const imported = await test.db.kitVersion.findFirstOrThrow({
      where: { version: 'shift imported' },
      include: { phases: { where: { channel: 'FAM' }, include: { zones: true } } },
    });
    expect(imported.tmShiftLimit).toBe(LIMIT);
    expect(
      imported.phases
        .flatMap(({ zones }) => zones)
        .every(({ name, referenceTm }) => referenceTm === referenceOf(name)),
    ).toBe(true);
  });
});

it('TRUST-665 the shift and the kits of an approved run can be neither changed, deleted nor added', async () => {
  const run = await shiftedRun(test, 0.6, { seed: 665 });
  await submit(test, run.id);
  expect((await decide(test, run.id)).statusCode).toBe(200);
  const [shift] = await keptOf(run);
  const kit = await test.db.runKit.findFirstOrThrow({ where: { runId: run.id } });
  const where = { interpretationId: shift!.interpretationId };
  const attempts = [
    () => test.db.tmShift.updateMany({ where, data: { moved: 0 } }),
    () => test.db.tmShift.deleteMany({ where }),
    () => test.db.tmShift.create({ data: { ...shift!, channel: 'TEXAS_RED' } }),
    () => test.db.runKit.updateMany({ where: { id: kit.id }, data: { order: 9 } }),
    () => test.db.runKit.deleteMany({ where: { id: kit.id } }),
    () => test.db.runKit.create({ data: { ...kit, id: randomUUID(), order: 9 } }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/decided/);
  expect(await keptOf(run)).toEqual([shift]);
  expect(await test.db.runKit.findMany({ where: { runId: run.id } })).toEqual([kit]);
});
