import { describe, expect, it } from 'vitest';

import { itemAt } from '../src/at.ts';
import { type KitPlate, kitPlates } from '../bench/physical/kits.ts';
import { ownMethod } from '../bench/physical/methods.ts';
import { ladderPlates, mixedPlates } from '../bench/physical/plates.ts';
import { callScores, peakFigures, type PeakScore, peakScore } from '../bench/physical/score.ts';
import { truthOf } from '../bench/physical/truth.ts';
import type { Well } from '../bench/physical/well.ts';

const SEEDS = [3001, 3002, 3003];
const STRIP = 16;

/** The wells of a plate, analysed in strips of this size, with their truth. */
function scored(wells: readonly Well[], truths = wells.map(truthOf), strip = wells.length): PeakScore[] {
  return Array.from({ length: wells.length / strip }, (_, k) => k * strip).flatMap((from) => {
    const together = wells.slice(from, from + strip);
    const results = ownMethod(together, null);
    return together.map((well, i) => peakScore(well, itemAt(truths, from + i), itemAt(results, i)));
  });
}

// If 24 peaks were required and shoulders counted, strips would have 0.937 exact sets and 49 false peaks per
// 1,000 wells.
it('REVIEW-260 a strip of 16 wells with products of different widths is analysed as well as a plate', () => {
  const plates = mixedPlates(itemAt(SEEDS, 1))
    .filter(([well]) => well?.snr === 100 || well?.snr === 50)
    .map((wells) => ({ wells, truths: wells.map(truthOf) }));
  const strips = peakFigures(plates.flatMap(({ wells, truths }) => scored(wells, truths, STRIP)));
  const whole = peakFigures(plates.flatMap(({ wells, truths }) => scored(wells, truths)));
  expect(strips.exact).toBeGreaterThan(whole.exact - 0.015);
  expect(strips.falsePerThousand).toBeLessThan(whole.falsePerThousand + 10);
});

// If shoulders counted, 28 of these 2304 wells would be called so.
it('REVIEW-261 a product’s own shoulder is not called as the next target', () => {
  const plates = SEEDS.flatMap((seed) => kitPlates(seed, { snr: 300 }));
  const wellsOf = ({ wells }: KitPlate) => wells.map(({ well }) => well);
  const scores = callScores(
    plates,
    plates.map((plate) => ownMethod(wellsOf(plate), plate.kit)),
  );
  expect(scores.length).toBe(SEEDS.length * 8 * 96);
  expect(scores.filter((one) => one.isFalsePositive).length).toBeLessThan(0.002 * scores.length);
});

describe('REVIEW-262 with decreasing noise, the same wells', () => {
  const ladder = SEEDS.map(ladderPlates);
  const steps = itemAt(ladder, 0).map(({ snr }, step) => ({
    snr,
    figures: peakFigures(ladder.flatMap((plates) => scored(itemAt(plates, step).wells))),
  }));

  it.each(steps.slice(1).map(({ snr }, k) => [snr, k] as const))(
    'SNR %i: show no fewer peaks, more exact sets, and smaller errors of Tm',
    (_, k) => {
      const before = itemAt(steps, k).figures;
      const { figures } = itemAt(steps, k + 1);
      expect(figures.recall).toBeGreaterThanOrEqual(before.recall);
      expect(figures.exact).toBeGreaterThanOrEqual(before.exact);
      expect(figures.rmse).toBeLessThanOrEqual(before.rmse);
      expect(figures.median).toBeLessThanOrEqual(before.median);
    },
  );
});
