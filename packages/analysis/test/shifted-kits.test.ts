import { expect, it } from 'vitest';

import { rightOf, shiftedPlates, SHIFTS } from '../bench/physical/shifted-kits.ts';
import { TUNING_SEEDS } from '../bench/physical/seeds.ts';

it.each(SHIFTS)(
  'TMC-21 real melts of a plate %d °C off are called correctly with Tm shift correction',
  (shift) => {
    const plates = shiftedPlates(TUNING_SEEDS[0], shift);
    const samples = plates.reduce((sum, { wells }) => sum + wells.length, 0);
    const part = (isCorrected: boolean): number =>
      plates.reduce((sum, plate) => sum + rightOf(plate, isCorrected), 0) / samples;
    expect(part(false)).toBeLessThan(0.7);
    expect(part(true)).toBeGreaterThan(0.95);
  },
);
