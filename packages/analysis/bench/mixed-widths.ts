import { type BenchmarkCurve, singleAt } from './mcb1.ts';

/** Wells of a plate, and how many of ten have the wider product. */
const WELLS = 96;
const WIDE_OF_TEN = 3;
/** °C. */
const NARROW = 2;
const WIDE = 3;

/**
 * Plates with one noise level and two kinds of products: 30 % are half as wide again as the others. Each
 * curve has one product; what the majority of wells have in common must not split the others in two.
 */
export function mixedWidths(seed: number): BenchmarkCurve[] {
  const curves: BenchmarkCurve[] = [];
  for (const step of [0.1, 0.2, 0.5, 1.0])
    for (const snr of [1000, 300, 100, 30])
      for (let well = 0; well < WELLS; well++) {
        const width = (well * WIDE_OF_TEN) % 10 < WIDE_OF_TEN ? WIDE : NARROW;
        const condition = { set: 'W', step, width, snr } as const;
        curves.push(singleAt(condition, seed + 500_000_000 + curves.length));
      }
  return curves;
}
