import { describe, expect, it } from 'vitest';

import { measureReplicates, type ReplicateSpread } from '../bench/replicate-spread.ts';
import { HAS_REFERENCE_DATA, WHY_SKIPPED } from './reference-data.ts';

/** For a true fraction of 0.93 in 96 wells, two standard errors are 0.05. */
const MIN_COVERED = 0.87;

describe.skipIf(!HAS_REFERENCE_DATA)(
  `REVIEW-270 SE(Tm) of 96 identical wells matches their spread (else ${WHY_SKIPPED})`,
  () => {
    const onPlates = HAS_REFERENCE_DATA
      ? measureReplicates().spreads.filter(({ analysed }) => analysed === 'on its plate')
      : [];
    const at = (file: string, step: number): ReplicateSpread | undefined =>
      onPlates.find((one) => one.file === file && Math.abs(one.step - step) < 0.01);

    // An analyser's block adds some hundredths of a degree that no curve shows.
    it.each([
      ['C317.melt.hr', 0.1, 1.35],
      ['VIMCFX96_meltcurve', 0.5, 1.25],
    ])('%s, a reading each %d °C: not smaller', (file, step, most) => {
      const spread = at(file, step);
      expect(spread?.wells).toBe(96);
      expect(spread?.ratio).toBeGreaterThan(0.5);
      expect(spread?.ratio).toBeLessThan(most);
      expect(spread?.covered).toBeGreaterThan(MIN_COVERED);
    });

    // With few readings in a melt most of SE(Tm) is model misfit, which is the same in identical wells.
    it.each([
      [0.5, 0.35],
      [1, 0.2],
    ])('C317.melt.hr thinned to %d °C: not larger than the model’s misfit', (step, least) => {
      const spread = at('C317.melt.hr', step);
      expect(spread?.wells).toBe(96);
      expect(spread?.ratio).toBeGreaterThan(least);
      expect(spread?.ratio).toBeLessThan(1.1);
      expect(spread?.covered).toBeGreaterThan(MIN_COVERED);
    });
  },
);
