import { interpretedWellSchema, sampleTypeSchema, type Run, type Well } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { interpretedRun } from '../../../../test/run-factory.ts';
import { chartOf } from '../../../../test/kit-settings.ts';
import { changeWellsAt } from '../../../../test/change-wells.ts';

let test: TestApp;
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test, { seed: 90 });
});
afterAll(() => test.close());

const wellAt = (position: string): Well => {
  const well = run.analyses[0]?.wells[position];
  if (well === undefined) throw new Error(`the run has a well ${position}`);
  return well;
};

interface Change {
  readonly login?: string;
  readonly of?: Pick<Run, 'id'>;
  readonly wellIds: readonly string[];
  readonly body: object;
}

const update = ({ login = 'tech', of = run, wellIds, body }: Change) =>
  test.call(
    login,
    'PATCH',
    `/run/${of.id}/interpreted-wells?${new URLSearchParams(wellIds.map((id): [string, string] => ['wellIds', id])).toString()}`,
    { comment: 'Repeat of the sample agrees', ...body },
  );

const colorOf = (diagnosticName: string, kit: string) =>
  test.db.diagnosticColor.findFirstOrThrow({ where: { diagnosticName, kit: { name: kit } } });

it('API-14 takes the id of a well and a diagnostic, and returns the updated well', async () => {
  const well = wellAt('A1');
  const color = await colorOf('HETEROZYGOUS', 'LCT-13910');
  const answer = await update({ wellIds: [well.id], body: { id: color.id, comment: 'Clear in both.' } });
  expect(answer.statusCode).toBe(200);
  const [updated, ...others] = z.array(interpretedWellSchema).parse(answer.json());
  expect(others).toEqual([]);
  expect(updated).toMatchObject({ wellId: well.id, position: 'A1', sampleType: 'BLOOD' });
  expect(
    updated?.interpretedWellDiagnostics.map(({ stateDiagnostic, diagnosticColor, comment }) => [
      stateDiagnostic,
      diagnosticColor?.diagnostic.name,
      comment,
    ]),
  ).toEqual([
    ['INITIAL', 'HOMOZYGOUS_WILD_TYPE', null],
    ['UPDATED', 'HETEROZYGOUS', 'Clear in both.'],
  ]);

  // The run shows the override for this well only.
  const after = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  const updates = Object.values(after.analyses[0]?.wells ?? {}).map((one) => [
    one.position,
    one.updatedDiagnostics.map(({ diagnosticColor }) => diagnosticColor?.id),
  ]);
  expect(updates.filter(([, ids]) => ids?.length)).toEqual([['A1', [color.id]]]);
  const [entry] = await test.db.auditEvent.findMany({
    where: { entityId: run.id, action: 'run.diagnostic' },
  });
  expect(entry?.details).toMatchObject({
    wellId: well.id,
    position: 'A1',
    comment: 'Clear in both.',
    from: { diagnostic: { name: 'HOMOZYGOUS_WILD_TYPE' } },
    to: { diagnostic: { name: 'HETEROZYGOUS' } },
  });
});

it('TRUST-72 the latest override of a well counts, even when the clock was set back', async () => {
  const well = wellAt('A1');
  const [first, second] = [
    await colorOf('HETEROZYGOUS', 'LCT-13910'),
    await colorOf('HOMOZYGOUS_MUTATED', 'LCT-13910'),
  ];
  await update({ wellIds: [well.id], body: { id: first.id } });
  await test.db.$transaction([
    test.db.$executeRaw`SET LOCAL session_replication_role = replica`,
    test.db.$executeRaw`UPDATE interpreted_well_diagnostic SET at = now() + interval '1 hour' 
      WHERE well_id = ${well.id}::uuid`,
  ]);
  const answer = await update({ wellIds: [well.id], body: { id: second.id } });
  const [updated] = z.array(interpretedWellSchema).parse(answer.json());
  expect(updated?.interpretedWellDiagnostics.at(-1)?.diagnosticColor?.id).toBe(second.id);
  const after = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  expect(after.analyses[0]?.wells['A1']?.updatedDiagnostics.at(-1)?.diagnosticColor?.id).toBe(second.id);
});

it('API-14 refuses invalid requests, other runs and other laboratories', async () => {
  const well = wellAt('A2');
  const { id } = await colorOf('HETEROZYGOUS', 'LCT-13910');
  const other = await interpretedRun(test, { seed: 91 });
  for (const body of [{}, { id: 'x' }, { diagnosticColor: id }])
    expect((await update({ wellIds: [well.id], body })).statusCode, JSON.stringify(body)).toBe(400);
  expect((await update({ wellIds: ['x'], body: { id } })).statusCode).toBe(400);
  expect((await update({ wellIds: [well.id], body: { id: run.id } })).statusCode).toBe(400);
  expect((await update({ of: other, wellIds: [well.id], body: { id } })).statusCode).toBe(404);
  expect((await update({ of: { id }, wellIds: [well.id], body: { id } })).statusCode).toBe(404);
  expect((await update({ login: 'physician.south', wellIds: [well.id], body: { id } })).statusCode).toBe(404);
  expect(await updatesOf(well)).toBe(0);
});

const updatesOf = ({ id }: Well) => test.db.interpretedWellDiagnostic.count({ where: { wellId: id } });

describe('a diagnostic', () => {
  it('REVIEW-160 is refused unless the sample type may have it: the kit’s and No call for samples, those of controls for controls', async () => {
    const { db } = test;
    const ofKit = await colorOf('HETEROZYGOUS', 'LCT-13910');
    const ofControls = await db.diagnosticColor.findFirstOrThrow({
      where: { kitId: null, diagnosticName: 'TEST_KO' },
    });
    const well = wellAt('A4');
    const answers: Record<string, number[]> = {};
    for (const sampleType of sampleTypeSchema.options) {
      await changeWellsAt(db, { runId: run.id, position: 'A4' }, { sample_type: sampleType });
      answers[sampleType] = [];
      for (const id of [ofKit.id, ofControls.id, null])
        answers[sampleType].push((await update({ wellIds: [well.id], body: { id } })).statusCode);
    }
    expect(answers).toEqual({
      BLOOD: [200, 400, 200],
      DNA: [200, 400, 200],
      STANDARD: [200, 400, 400],
      NEGATIVE_TEST: [400, 200, 400],
      POSITIVE_TEST: [400, 200, 400],
    });
    await changeWellsAt(db, { runId: run.id, position: 'A4' }, { sample_type: 'NEGATIVE_TEST' });
  });

  it('of another kit is refused', async () => {
    const { id } = await colorOf('HETEROZYGOUS', 'Two-product mix');
    expect((await update({ wellIds: [wellAt('A3').id], body: { id } })).json()).toMatchObject({
      code: 'invalid-request',
      message: 'This diagnostic is not available for the well.',
    });
  });

  it('is allowed only if a rule for the well’s kit, buffer, analyser and channel has it', async () => {
    const { db } = test;
    const well = wellAt('A3');
    const kit = await db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
    const color = await db.diagnosticColor.create({
      data: { kitId: kit.id, diagnosticName: 'SICK', label: 'Rare', color: '#123456' },
    });
    const otherBuffer = await db.reactionBuffer.findFirstOrThrow({
      where: { id: { not: well.reactionBuffer?.id ?? '' } },
    });
    const otherAnalyser = await db.analyser.findFirstOrThrow({ where: { name: 'Bio-Rad CFX384' } });
    const own = {
      kitVersionId: well.kitVersion?.id ?? '',
      reactionBufferId: well.reactionBuffer?.id ?? '',
      analyserId: run.analyser,
      channel: 'FAM' as const,
      order: 900,
      zones: ['A'],
    };
    const places = {
      'no rule': null,
      'another channel': { ...own, channel: 'TEXAS_RED' as const },
      'another buffer': { ...own, reactionBufferId: otherBuffer.id },
      'another analyser': { ...own, analyserId: otherAnalyser.id },
      'its own place': own,
    };
    const answers: Record<string, number> = {};
    for (const [name, place] of Object.entries(places)) {
      await db.combinationRule.deleteMany({ where: { diagnosticColorId: color.id } });
      if (place !== null)
        await db.combinationRule.create({ data: { ...place, diagnosticColorId: color.id } });
      answers[name] = (await update({ wellIds: [well.id], body: { id: color.id } })).statusCode;
    }
    expect(answers).toEqual({
      'no rule': 400,
      'another channel': 400,
      'another buffer': 400,
      'another analyser': 400,
      'its own place': 200,
    });
  });
});

it('REVIEW-461 an override of a result that another user has replaced since it was shown is stale and names the user', async () => {
  const well = wellAt('A2');
  const { db } = test;
  const shown = async () => {
    const now = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
    const updated = now.analyses[0]?.wells['A2']?.updatedDiagnostics.at(-1)?.id;
    return updated ?? (await chartOf(test, run)).get('A2')?.interpretedWellDiagnostics[0]?.id;
  };
  const entries = () => db.auditEvent.count({ where: { entityId: run.id, action: 'run.diagnostic' } });
  const first = await shown();
  const before = await entries();
  const body = { id: null, replaces: first };
  expect((await update({ login: 'physician', wellIds: [well.id], body })).statusCode).toBe(200);
  const late = await update({ wellIds: [well.id], body });
  expect([late.statusCode, late.json()]).toMatchObject([
    409,
    { code: 'stale', details: { by: 'Ingrid Lindqvist' } },
  ]);
  expect(await entries()).toBe(before + 1);
  expect((await update({ wellIds: [well.id], body: { id: null, replaces: await shown() } })).statusCode).toBe(
    200,
  );
  expect((await update({ wellIds: [well.id], body: { id: null } })).statusCode, 'not compared').toBe(200);
});
