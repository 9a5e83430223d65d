import { interpretationCalls, type WellReferences } from '@curvewell/contracts';
import { unpackPoints, type ChartWell, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { approvedRun, importedRun, interpretedRun, SMALL_PLATE } from '../../../../test/run-factory.ts';

/** The negative control has a product, so it fails. */
const [FIRST] = SMALL_PLATE;
if (FIRST === undefined) throw new Error('the plate has wells');
const CONTAMINATED = [
  { ...FIRST, name: 'Z-1' },
  { ...FIRST, position: 'A4', name: 'NTC' },
];

let test: TestApp;
/** S-1 to S-3 and a negative control NTC each; in order of import. */
let runs: { approved: Run; contaminated: Run; before: Run; own: Run; after: Run; south: Run };
beforeAll(async () => {
  test = await createTestApp();
  runs = {
    approved: await approvedRun(test, { seed: 1 }),
    contaminated: await approvedRun(test, { seed: 6, wells: CONTAMINATED }),
    before: await interpretedRun(test, { seed: 2 }),
    own: await interpretedRun(test, { seed: 3 }),
    after: await interpretedRun(test, { seed: 4 }),
    south: await interpretedRun(test, { seed: 5, login: 'tech.south' }),
  };
});
afterAll(() => test.close());

const wellOf = (run: Run, position: string): string => run.analyses[0]?.wells[position]?.id ?? '';

async function referencesOf(run: Run, position: string): Promise<WellReferences> {
  const answer = await test.call('tech', 'GET', `/run/${run.id}/well/${wellOf(run, position)}/references`);
  expect(answer.statusCode, answer.body).toBe(200);
  return interpretationCalls.references.answer.parse(answer.json());
}

const placesOf = (places: WellReferences['kit']) =>
  places.map(({ runId, positions }) => [runId, positions.join(' ')]);

describe('REVIEW-381 the curves to compare a well with', () => {
  it('REVIEW-381 include the same sample in earlier runs of the laboratory, newest first', async () => {
    const { sample } = await referencesOf(runs.own, 'A2');
    expect(placesOf(sample)).toEqual([
      [runs.before.id, 'A2'],
      [runs.approved.id, 'A2'],
    ]);
    // A control has no earlier runs.
    expect((await referencesOf(runs.own, 'A4')).sample).toEqual([]);
  });

  it('REVIEW-382 the controls of the lot that were as expected, in approved runs', async () => {
    const { lot } = await referencesOf(runs.own, 'A1');
    expect(placesOf(lot)).toEqual([[runs.approved.id, 'A4']]);
    // Not those of the own run.
    expect((await referencesOf(runs.approved, 'A1')).lot).toEqual([]);
  });

  it('REVIEW-383 all wells of other live runs with the kit and the buffer', async () => {
    const others = [runs.after, runs.before, runs.contaminated, runs.approved].map(({ id }) => [
      id,
      id === runs.contaminated.id ? 'A1 A4' : 'A1 A2 A3 A4',
    ]);
    const { kit } = await referencesOf(runs.own, 'A1');
    expect(placesOf(kit)).toEqual(others);
    const statuses = kit.map(({ status }) => status);
    expect(statuses).toEqual(['RUN_TO_INTERPRET', 'RUN_TO_INTERPRET', 'APPROVED', 'APPROVED']);
    await test.db.run.update({ where: { id: runs.after.id }, data: { archivedAt: new Date() } });
    expect(placesOf((await referencesOf(runs.own, 'A1')).kit)).toEqual(others.slice(1));
    await test.db.run.update({ where: { id: runs.after.id }, data: { archivedAt: null } });
  });

  it('REVIEW-381 a well of another run or laboratory does not exist', async () => {
    const strange = [
      ['tech', runs.own, runs.before],
      ['tech', runs.south, runs.south],
      ['tech.south', runs.own, runs.own],
    ] as const;
    for (const [login, { id }, wells] of strange) {
      const answer = await test.call(login, 'GET', `/run/${id}/well/${wellOf(wells, 'A1')}/references`);
      expect(answer.statusCode).toBe(404);
    }
  });
});

describe('REVIEW-380 the fluorescence of a run', () => {
  const fluorescenceOf = async ({ id }: Run, { login = 'tech', channel = 'FAM' } = {}) =>
    test.call(login, 'GET', `/run/${id}/fluorescence?channel=${channel}`);

  it('REVIEW-380 is the measured one, of each well and phase', async () => {
    const answer = await fluorescenceOf(runs.own);
    const phases = interpretationCalls.fluorescence.answer.parse(answer.json());
    expect(
      phases.map(({ phase, wells }) => [phase, wells.map(({ position }) => position).join(' ')]),
    ).toEqual([
      ['ANNEAL', 'A1 A2 A3 A4'],
      ['MELT', 'A1 A2 A3 A4'],
    ]);
    const chart = (await test.call('tech', 'GET', `/run/${runs.own.id}/chart`)).json<ChartWell[]>();
    const slopes = chart[0]?.data.find(({ type }) => type === 'MELT');
    const points = unpackPoints(
      phases[1]?.wells[0]?.chartPoints ?? { x: { scale: 1, steps: '' }, y: { scale: 1, steps: '' } },
    );
    // The fluorescence falls by the area under its negative slope.
    const at = (temperature: number): number =>
      points.find(({ x }) => Math.abs(x - temperature) < 0.05)?.y ?? NaN;
    const area = unpackPoints(
      slopes?.chartPoints ?? { x: { scale: 1, steps: '' }, y: { scale: 1, steps: '' } },
    )
      .filter(({ x }) => x > 52 && x <= 58)
      .reduce((sum, { y }) => sum + 0.2 * y, 0);
    expect((at(52) - at(58)) / area).toBeCloseTo(1, 1);
    expect(at(52)).toBeGreaterThan(at(58));
  });

  it('REVIEW-380 a channel without curves and a run that is not interpreted have none', async () => {
    expect((await fluorescenceOf(runs.own, { channel: 'TEXAS_RED' })).json()).toEqual([]);
    expect((await fluorescenceOf(await importedRun(test, { seed: 6 }))).json()).toEqual([]);
  });

  it('REVIEW-380 is not found by another laboratory', async () => {
    expect((await fluorescenceOf(runs.own, { login: 'tech.south' })).statusCode).toBe(404);
  });
});
