import { expect, it } from 'vitest';

import { plateAnalyse, type PlateWell } from '../src/index.ts';
import { GENOTYPING, plateWell, syntheticCurve } from './synthetic.ts';

const WELLS = 24;
const WEAK = 7;
/** A product of 103 RFU reaches the least height of zone A, 30 RFU/°C, at this width. */
const AMPLITUDES = [10, 20, 30, 45, 60, 80, 95];

/** A plate of negative wells but for one product. */
const plate = (amplitude: number, seed: number): readonly PlateWell[] =>
  Array.from({ length: WELLS }, (_, index) =>
    plateWell(
      `${'AB'.charAt(index / 12)}${(index % 12) + 1}`,
      syntheticCurve({
        products: index === WEAK ? [[60, amplitude]] : [],
        seed: 100 * seed + index,
      }),
    ),
  );

it('REVIEW-444 one weak product on a plate of negative wells is a doubtful curve, and the others are none', () => {
  for (const amplitude of AMPLITUDES)
    for (let seed = 1; seed <= 6; seed++) {
      const wells = plate(amplitude, seed);
      const [calls = []] = plateAnalyse({ assays: [{ configuration: GENOTYPING, wells }] });
      const flagged = calls.filter(({ explanation }) => explanation.flags.length > 0);
      expect(flagged.map(({ position }) => position)).toEqual([wells[WEAK]?.position]);
      expect(flagged[0]?.explanation.flags.map(({ code }) => code)).toContain('uncounted-melt');
      expect(flagged[0]?.explanation.diagnostic).toBe('NEGATIVE');
    }
});
