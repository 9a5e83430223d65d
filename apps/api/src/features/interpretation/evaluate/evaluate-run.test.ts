import { randomUUID } from 'node:crypto';

import { interpretationCalls } from '@curvewell/contracts';
import type { ChartWell, EvaluatedSettings, EvaluatedWell, Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { importedRun, interpretedRun } from '../../../../test/run-factory.ts';
import { storedSettings } from '../../../../test/stored-settings.ts';
import { withoutRules } from '../../../../test/without-rules.ts';
import { changeWellsAt } from '../../../../test/change-wells.ts';

let test: TestApp;
let run: Run;
let stored: EvaluatedSettings;
beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test, { seed: 1 });
  stored = await storedSettings(test.db);
});
afterAll(() => test.close());

const evaluate = async (settings: object, login = 'research', { id }: { id: string } = run) =>
  test.app.inject({
    method: 'POST',
    url: `/api/run/${id}/evaluate`,
    headers: await test.signIn(login),
    payload: settings,
  });

async function evaluated(settings: EvaluatedSettings): Promise<EvaluatedWell[]> {
  const answer = await evaluate(settings);
  expect(answer.statusCode, answer.body).toBe(200);
  return interpretationCalls.evaluate.answer.parse(answer.json());
}

it('API-161 the stored settings give the same calls as the interpretation, to the last digit', async () => {
  const chart = await test.app.inject({
    url: `/api/run/${run.id}/chart`,
    headers: await test.signIn('tech'),
  });
  const interpreted = chart.json<ChartWell[]>().map(({ position, explanation, data }) => ({
    position,
    sampleType: explanation.sampleType,
    combination: explanation.combination,
    rule: explanation.triedRules.findLast(({ holds }) => holds)?.rule ?? null,
    diagnostic: explanation.diagnostic,
    phases: explanation.phases.map(({ type, peaks }) => ({
      type,
      peaks,
      chartPoints: data.find((one) => one.type === type)?.chartPoints,
    })),
  }));
  const wells = await evaluated({ ...stored, curves: true });
  expect(wells.map(({ position }) => position)).toEqual(['A1', 'A2', 'A3', 'A4']);
  // Stored charts round slopes to seven digits, so points are compared numerically.
  const withoutPoints = (all: typeof interpreted | EvaluatedWell[]) =>
    all.map((well) => ({ ...well, phases: well.phases.map(({ chartPoints: _points, ...phase }) => phase) }));
  expect(withoutPoints(wells)).toEqual(withoutPoints(interpreted));
  expect(wells.every(({ phases }) => phases.every(({ chartPoints }) => chartPoints !== undefined))).toBe(
    true,
  );
});

it('API-161 a moved zone, a threshold and a rule change the calls, and nothing is stored', async () => {
  const { updatedAt: _updatedAt, ...before } = (await test.db.run.findUniqueOrThrow({
    where: { id: run.id },
  })) as { updatedAt?: unknown };
  const audits = await test.db.auditEvent.count();
  const wells = await evaluated(stored);
  const wild = wells.find(({ position }) => position === 'A1');
  expect(wild).toMatchObject({ diagnostic: 'HOMOZYGOUS_WILD_TYPE' });

  const moved = await evaluated({
    ...stored,
    phases: stored.phases.map((phase) => ({
      ...phase,
      zones: phase.zones.map((zone) => (zone.minTemp < 56 ? { ...zone, minTemp: 20, maxTemp: 21 } : zone)),
    })),
  });
  expect(moved.find(({ position }) => position === 'A1')).toMatchObject({ combination: 'NONE' });

  const high = await evaluated({
    ...stored,
    phases: stored.phases.map((phase) => ({ ...phase, minThreshold: 1e6 })),
  });
  expect(high.every(({ combination }) => combination === 'NONE')).toBe(true);

  const swapped = await evaluated({
    ...stored,
    rules: stored.rules.map((rule) => ({ ...rule, diagnostic: 'ABNORMAL' as const })),
  });
  expect(swapped.find(({ position }) => position === 'A1')).toMatchObject({ diagnostic: 'ABNORMAL' });
  expect(await evaluated(stored)).toEqual(wells);

  const { updatedAt: _now, ...after } = (await test.db.run.findUniqueOrThrow({
    where: { id: run.id },
  })) as { updatedAt?: unknown };
  expect(after).toEqual(before);
  expect(await test.db.auditEvent.count()).toBe(audits);
});

it('KIT-174 a draft rule may use the width of a peak, and the ratio of two', async () => {
  const [zone] = (await evaluated(stored)).flatMap(({ combination }) =>
    /^[A-Z]( [+] [A-Z])*$/.test(combination) ? [combination.split(' + ')] : [],
  );
  const width = zone?.[0] ?? '';
  const rule = (operator: 'GT' | 'LT') => ({
    zones: zone ?? [],
    diagnostic: 'ABNORMAL' as const,
    expressions: [{ firstOperand: { width }, operator, secondOperand: 100 }],
  });
  const calls = async (operator: 'GT' | 'LT') =>
    (await evaluated({ ...stored, rules: [rule(operator)] })).filter(
      ({ combination }) => combination === zone?.join(' + '),
    );
  expect((await calls('LT')).map(({ rule: chosen }) => chosen)).toContain(0);
  expect(new Set((await calls('GT')).map(({ rule: chosen }) => chosen))).toEqual(new Set([null]));
});

it('KIT-306 a well that is tried as a reference counts as a standard in this evaluation only', async () => {
  const curveShape = {
    channel: 'FAM',
    phase: 'MELT',
    before: [47, 51],
    after: [66, 70],
    background: 'linear',
    alignAt: null,
    references: ['HOMOZYGOUS_WILD_TYPE', 'HOMOZYGOUS_MUTATED'],
    distance: 1,
    ratio: 2,
  } as const;
  const settings = { ...stored, curveShape: { ...curveShape, references: [...curveShape.references] } };
  const faultsOf = async (more: Partial<EvaluatedSettings>) =>
    (await evaluated({ ...settings, ...more } as EvaluatedSettings))
      .filter(({ position }) => position === 'A2')
      .map(({ shape }) => [shape?.fault, shape?.faultOf]);
  const both = ['HOMOZYGOUS_MUTATED', 'HOMOZYGOUS_WILD_TYPE'];
  expect(await faultsOf({})).toEqual([['missing-reference', both]]);
  const triedReferences = [
    { position: 'A1', diagnostic: 'HOMOZYGOUS_WILD_TYPE' },
    { position: 'A3', diagnostic: 'HOMOZYGOUS_MUTATED' },
  ];
  expect(await faultsOf({ triedReferences })).toEqual([['single-reference', both]]);
  expect(await faultsOf({})).toEqual([['missing-reference', both]]);
});

it('API-161 a run of another laboratory is not found, and users who may not read kits are refused', async () => {
  expect((await evaluate(stored, 'tech')).statusCode).toBe(403);
  const strange = await interpretedRun(test, { login: 'tech.south' });
  expect((await evaluate(stored, 'research', strange)).statusCode).toBe(404);
  expect((await evaluate({ ...stored, phases: [{ phaseType: 'MELT' }] })).statusCode).toBe(400);
});

it('API-160 the interpreted runs of a kit and buffer are listed, for the caller’s laboratory only', async () => {
  const { kitId, reactionBufferId } = stored;
  const runsOf = async (login: string, kit = kitId) =>
    test.app.inject({
      url: `/api/kit/${kit}/reaction-buffer/${reactionBufferId}/runs`,
      headers: await test.signIn(login),
    });
  const own = interpretationCalls.kitRuns.answer.parse((await runsOf('research')).json());
  expect(own).toEqual([
    {
      runId: run.id,
      businessId: run.businessId,
      runDate: expect.any(String) as string,
      analyserId: (await test.db.run.findUniqueOrThrow({ where: { id: run.id } })).analyserId,
      wells: 4,
      hasFailedControl: false,
      channels: ['FAM'],
    },
  ]);
  const unused = await test.db.kit.create({
    data: { name: randomUUID(), buffers: { create: { reactionBufferId } } },
  });
  expect((await runsOf('research', unused.id)).json()).toEqual([]);
  expect((await runsOf('research', randomUUID())).statusCode).toBe(404);
  expect((await runsOf('tech')).statusCode).toBe(403);
});

it('API-180 API-161 a run without a kit is offered for its analyser, and all its wells are evaluated as samples', async () => {
  const imported = await importedRun(test, { seed: 9 });
  const { analyserId } = await test.db.run.findUniqueOrThrow({ where: { id: imported.id } });
  const runsOf = async (login: string, id = analyserId) =>
    test.app.inject({ url: `/api/analysers/${id}/runs`, headers: await test.signIn(login) });
  const published = interpretationCalls.analyserRuns.answer.parse((await runsOf('research')).json());
  expect(published.map(({ runId }) => runId).toSorted()).toEqual([imported.id, run.id].toSorted());
  expect(published.every(({ wells }) => wells > 0)).toBe(true);
  expect((await runsOf('tech')).statusCode).toBe(403);
  expect((await runsOf('research', randomUUID())).statusCode).toBe(404);

  expect((await evaluate(stored, 'research', imported)).json()).toEqual([]);
  const answer = await evaluate({ ...stored, wells: 'all' }, 'research', imported);
  const wells = interpretationCalls.evaluate.answer.parse(answer.json());
  expect(wells).toHaveLength(published.find(({ runId }) => runId === imported.id)?.wells ?? 0);
  expect(new Set(wells.map(({ sampleType }) => sampleType))).toEqual(new Set(['DNA']));
  // Wells of the kit keep their known content: a control stays a control.
  const all = await evaluated({ ...stored, wells: 'all' });
  expect(all.find(({ position }) => position === 'A1')).toEqual((await evaluated(stored))[0]);
  const known = await test.db.well.findFirstOrThrow({
    where: { runId: run.id, sampleType: 'NEGATIVE_TEST' },
    select: { position: true },
  });
  expect(all.find(({ position }) => position === known.position)?.sampleType).toBe('NEGATIVE_TEST');
});

it('OPS-558 the runs of a kit have the wells and failed controls that were counted when they changed', async () => {
  const { kitId, reactionBufferId } = stored;
  const own = async () => {
    const answer = await test.app.inject({
      url: `/api/kit/${kitId}/reaction-buffer/${reactionBufferId}/runs`,
      headers: await test.signIn('research'),
    });
    const listed = interpretationCalls.kitRuns.answer.parse(answer.json());
    return listed.find(({ runId }) => runId === run.id);
  };
  const laboratoryId = run.laboratory.id;
  const known = await test.db.well.findFirstOrThrow({
    where: { runId: run.id, sampleType: 'NEGATIVE_TEST' },
  });
  await withoutRules(test.db, async (tx) => {
    await changeWellsAt(tx, { runId: run.id, position: known.position }, { result: 'TEST_KO' });
    await tx.$executeRaw`SELECT recount_runs(${laboratoryId}::uuid)`;
  });
  expect(await own()).toMatchObject({ wells: 4, hasFailedControl: true });

  // A position with one version in a channel and another version in the next.
  const first = await test.db.well.findFirstOrThrow({
    where: { runId: run.id, sampleType: { not: 'NEGATIVE_TEST' }, kitVersionId: { not: null } },
  });
  const other = await test.db.kitVersion.create({ data: { kitId, version: randomUUID() } });
  await withoutRules(test.db, async (tx) => {
    await tx.channelAnalysis.create({
      data: {
        runId: run.id,
        laboratoryId,
        name: 'ROX',
        channel: 'ROX',
        wells: [
          {
            position: first.position,
            sample_type: first.sampleType,
            reaction_buffer_id: reactionBufferId,
            kit_version_id: other.id,
          },
        ],
      },
    });
    await tx.runUsedPair.create({
      data: { runId: run.id, laboratoryId, kitVersionId: other.id, reactionBufferId },
    });
    await tx.$executeRaw`SELECT recount_runs(${laboratoryId}::uuid)`;
  });
  expect(await own()).toMatchObject({ wells: 4, hasFailedControl: true });
});

it('LIST-150 the runs of a kit and buffer include those that have other buffers as well, and no others', async () => {
  const { kitId, reactionBufferId } = stored;
  const second = await interpretedRun(test, { seed: 2 });
  const [other, third] = await test.db.kitReactionBuffer.findMany({
    where: { kitId, reactionBufferId: { not: reactionBufferId } },
  });
  if (other === undefined) throw new Error('the kit has another buffer');
  expect(third).toBeUndefined();
  const { kitVersionId, laboratoryId } = await test.db.runUsedPair.findFirstOrThrow({
    where: { runId: second.id },
  });
  await withoutRules(test.db, async (tx) => {
    const pair = { laboratoryId, kitVersionId, reactionBufferId: other.reactionBufferId };
    await tx.runUsedPair.create({ data: { runId: second.id, ...pair } });
    await tx.$executeRaw`SELECT recount_runs(${laboratoryId}::uuid)`;
  });
  const runsOf = async (bufferId: string) => {
    const answer = await test.call('research', 'GET', `/kit/${kitId}/reaction-buffer/${bufferId}/runs`);
    return interpretationCalls.kitRuns.answer.parse(answer.json()).map(({ runId, wells }) => [runId, wells]);
  };
  expect(await runsOf(reactionBufferId)).toEqual([
    [second.id, 4],
    [run.id, 4],
  ]);
  expect(await runsOf(other.reactionBufferId)).toEqual([[second.id, 0]]);
});
