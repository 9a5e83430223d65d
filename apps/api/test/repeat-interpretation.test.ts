import type { SyntheticWell } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { often } from './often.ts';
import { differencesOnRepeating } from './repeat-interpretation.ts';
import { interpretedRun } from './run-factory.ts';
import { WHOLE_RESULTS } from './whole-results.ts';

/** Runs to store and interpret again. */
const RUNS = often({ byDay: 5, byNight: 1_000 });

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Twelve wells with one, two or no products, between 52 and 68 °C, in one channel or both. */
function plateOf(run: number): readonly SyntheticWell[] {
  const at = (step: number): number => 52 + ((run * 7.919 + step * 3.677) % 16);
  return Array.from({ length: 12 }, (_, well) => ({
    position: `${'ABC'[Math.floor(well / 4)] ?? 'A'}${(well % 4) + 1}`,
    name: well === 11 ? 'NTC' : `S-${run}-${well}`,
    sampleType: null,
    melts: (['FAM', 'TEXAS_RED'] as const).flatMap((channel, other) =>
      Array.from({ length: well === 11 ? 0 : (run + well + other) % 3 }, (_product, product) => ({
        channel,
        tm: at(well * 3 + product + other * 5),
        amplitude: 200 + 90 * well,
        width: 0.75,
      })),
    ),
  }));
}

it(
  `ANEW-07 repeating the interpretation of ${RUNS} stored runs gives the same bytes: calls with figures, slopes, chart`,
  async () => {
    const unequal: string[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const channels = run % 2 === 0 ? (['FAM', 'TEXAS_RED'] as const) : (['FAM'] as const);
      const { id } = await interpretedRun(test, { seed: 7_000 + run, wells: plateOf(run), channels });
      const found = await differencesOnRepeating(test.db, id);
      if (found.length > 0) unequal.push(`run ${run}: ${found.join(', ')}`);
    }
    expect(unequal).toEqual([]);
  },
  RUNS * 12_000,
);

it('ANEW-07 repeating the interpretation detects a changed byte in a stored result', async () => {
  const { id } = await interpretedRun(test, { seed: 9_000 });
  const { slopes } = await test.db.interpretation.findUniqueOrThrow({
    where: { runId: id },
    include: { slopes: true },
  });
  const [slope] = slopes;
  const well = await test.db.well.findFirstOrThrow({ where: { runId: id, result: { not: null } } });
  const valuesSha256 = 'a'.repeat(64);
  await test.db.interpretedSlopes.update({ where: { id: slope?.id ?? '' }, data: { valuesSha256 } });
  await test.db.$executeRawUnsafe(`
    UPDATE interpretation SET explanation_text = NULL,
      results = jsonb_set(${WHOLE_RESULTS}, ARRAY['wells', '${well.id}', 'explanation', 'score'], '0.123')
    WHERE run_id = '${id}'`);
  expect(await differencesOnRepeating(test.db, id)).toEqual(['the slopes', `the well ${well.id}`]);
});
