import { describe, expect, it } from 'vitest';

import { phaseWith } from '../../test/peaks.ts';
import { syntheticCurve } from '../../test/synthetic.ts';
import type { CurveSlope } from '../curve/curve-slope.ts';
import { phaseDetect } from '../phase-analyse.ts';
import { TEMPLATE } from '../plate-settings.ts';
import { targetCurve, type TargetCurve } from './target-curve.ts';
import { partOf, taughtWithout } from './template.ts';
import { templateShape } from './template-shape.ts';

const TM = 70;
const HEIGHT = 100;

/** A curve with given slopes, read from 40 to 95 °C. */
function curveOf(slopeAt: (temperature: number) => number, noise = 0): CurveSlope {
  const { detected } = phaseDetect(syntheticCurve({ products: [] }), phaseWith([]));
  if (detected === null) throw new Error('the curve has too few readings');
  return { ...detected, noise, slope: detected.grid.temperature.map(slopeAt) };
}

/** A product with a constant slope, relative to that at Tm. */
const level = (part: number, noise = 0): TargetCurve => ({
  curve: curveOf(() => part * HEIGHT, noise),
  tm: TM,
  background: 0,
  height: HEIGHT,
});
const LEVELS = [0.2, 0.3, 0.4, 0.5];

describe('REVIEW-273 a template at one distance', () => {
  const few = 1 + TEMPLATE.unsure / LEVELS.length;

  it('is the median of the wells and their spread, which is larger for few wells', () => {
    const part = partOf(
      LEVELS.map((one) => level(one)),
      2,
    );
    expect(part?.middle).toBeCloseTo(0.35, 9);
    expect(part?.spread).toBeCloseTo(TEMPLATE.perMedian * 0.1 * few, 9);
  });

  it('does not count noise as spread', () => {
    const [first] = LEVELS.map((one) => level(one));
    const gain = first?.curve.window.gain[200] ?? 1;
    // Noise with which the standard error of the relative slope is 0.2.
    const noisy = LEVELS.map((one) => level(one, (0.2 * HEIGHT) / gain));
    expect(partOf(noisy, 2)?.spread).toBeCloseTo(TEMPLATE.leastSpread * few, 9);
  });

  it('is undefined if fewer than four wells were read', () => {
    expect(
      partOf(
        LEVELS.slice(1).map((one) => level(one)),
        2,
      ),
    ).toBeNull();
    expect(
      partOf(
        LEVELS.map((one) => level(one)),
        40,
      ),
    ).toBeNull();
  });

  it('excludes the evaluated well', () => {
    const taught = new Map(LEVELS.map((one, place) => [place, level(one)]));
    expect(taughtWithout({ taught }, 1)).toEqual([0, 2, 3].map((place) => taught.get(place)));
  });
});

it('REVIEW-273 the background of a curve is the slope that a tenth of its readings do not exceed', () => {
  // A fifth of the readings is flat, the rest falls.
  const curve = curveOf((t) => (t < 51 ? 5 : t === TM ? 100 : 50));
  expect(targetCurve(curve, { tm: TM })).toMatchObject({ tm: TM, background: 5, height: 95 });
  expect(targetCurve(curve, { tm: 45 })).toBeNull();
});

it('REVIEW-273 a template is drawn at even distances on both sides of Tm', () => {
  const peaked = [1, 1, 1, 1].map((): TargetCurve => ({
    curve: curveOf((t) => HEIGHT * Math.exp(-Math.abs(t - TM))),
    tm: TM,
    background: 0,
    height: HEIGHT,
  }));
  const shape = templateShape(peaked);
  expect(shape).toMatchObject({ from: -TEMPLATE.reach, step: TEMPLATE.step });
  expect(shape?.middle).toHaveLength((2 * TEMPLATE.reach) / TEMPLATE.step + 1);
  const [at, above] = [TEMPLATE.reach, TEMPLATE.reach + 1].map((far) => shape?.middle[far / TEMPLATE.step]);
  expect(at).toBeCloseTo(1, 1);
  expect(above).toBeCloseTo(Math.exp(-1), 1);
});
