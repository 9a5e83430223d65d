import type { PhaseType } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { GENOTYPING, plateWell, syntheticCurve } from '../../test/synthetic.ts';
import { phaseWith, zoneOf } from '../../test/peaks.ts';
import { plateAnalyse } from '../index.ts';

/** Zones 1.2 °C apart. */
const NEAR = { ...GENOTYPING, phases: [phaseWith([zoneOf('A', 59.4, 60.4), zoneOf('B', 60.6, 61.6)])] };
const PHASE: PhaseType = 'MELT';

/** The Tm of the wells that are flagged because their zones are too close. */
function flagged(tms: readonly number[], { noise = 1, algorithmVersion = '1.1.0' } = {}): number[] {
  const wells = tms.map((tm, k) =>
    plateWell(`A${k + 1}`, syntheticCurve({ products: [[tm, 1000]], step: 0.5, noise, seed: k + 1 })),
  );
  const [calls] = plateAnalyse({ assays: [{ configuration: NEAR, wells }], algorithmVersion });
  return calls!.flatMap(({ explanation }, k) =>
    explanation.flags.some(({ code, phase }) => code === 'zones-too-near' && phase === PHASE)
      ? [tms[k]!]
      : [],
  );
}

const EIGHT = [59.75, 59.76, 59.77, 59.78, 59.79, 59.8, 59.81, 59.82];

describe('REVIEW-301 a peak in one of two close zones is flagged if it may be two products', () => {
  it('but not if it is like the others of its zone', () => {
    expect(flagged(EIGHT)).toEqual([]);
  });

  it('if it is nearer to the other zone than the others of its own, or between both', () => {
    expect(flagged([...EIGHT, 60.01])).toEqual([60.01]);
    expect(flagged([...EIGHT, 60.35])).toEqual([60.35]);
    expect(flagged([...EIGHT, 60.5])).toEqual([60.5]);
  });

  it('if all peaks of a plate are near the boundary', () => {
    expect(flagged(EIGHT.map((tm) => tm + 0.5))).toHaveLength(8);
  });

  it('if too few peaks of the zone exist, or noise hides the width', () => {
    expect(flagged(EIGHT.slice(1))).toHaveLength(7);
    expect(flagged(EIGHT, { noise: 40 })).toHaveLength(8);
  });
});
