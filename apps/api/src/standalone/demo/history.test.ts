import { expect, it } from 'vitest';

import { HISTORY_RUNS, historyPlan } from './history-plan.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const plan = historyPlan(NOW);

it('MORNING-06 the history is sixty deterministic runs of the last three months in three lots', () => {
  expect(plan.map(({ number }) => number)).toEqual(
    Array.from({ length: HISTORY_RUNS }, (_, place) => place + 1),
  );
  const days = plan.map(({ plate }) => plate.runDate.getTime());
  expect(days).toEqual(days.toSorted((a, b) => a - b));
  expect(days[0]).toBeGreaterThan(Date.parse('2026-08-20'));
  expect(days.at(-1)).toBeLessThan(NOW.getTime());
  expect([...new Set(plan.map(({ plate }) => plate.lot))]).toEqual(['26A0033', '26B0417', '26B0431']);
  expect(historyPlan(NOW)).toEqual(plan);
});

it('MORNING-06 the last lot melts at higher temperatures, and one negative control is contaminated', () => {
  const meanTm = (lot: string) => {
    const tms = plan
      .filter(({ plate }) => plate.lot === lot)
      .flatMap(({ plate }) => plate.synthesis.find(({ position }) => position === 'C12')?.melts ?? [])
      .filter(({ channel }) => channel === 'FAM')
      .map(({ tm }) => tm);
    return tms.reduce((sum, tm) => sum + tm, 0) / tms.length;
  };
  expect(meanTm('26B0431') - meanTm('26B0417')).toBeGreaterThan(0.05);
  expect(Math.abs(meanTm('26B0417') - meanTm('26A0033'))).toBeLessThan(0.06);
  const contaminated = plan.filter(({ plate }) =>
    plate.synthesis.some(({ sampleType, melts }) => sampleType === 'NEGATIVE_TEST' && melts.length > 0),
  );
  expect(contaminated.map(({ number }) => number)).toEqual([49, 52, 55]);
});
