import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { splitSweeps } from './phases.ts';

const MIN_SPAN = 5;
const sweeps = (...temperature: number[]) => splitSweeps(Float64Array.from(temperature), MIN_SPAN);

describe('the sweeps of a temperature', () => {
  test('is one for rising and one for falling temperatures', () => {
    expect(sweeps(40, 43, 46)).toEqual([{ rising: true, from: 0, to: 3 }]);
    expect(sweeps(46, 43, 40)).toEqual([{ rising: false, from: 0, to: 3 }]);
  });

  test('are two for one turn, which ends the first', () => {
    expect(sweeps(40, 45, 50, 45, 40)).toEqual([
      { rising: true, from: 0, to: 3 },
      { rising: false, from: 3, to: 5 },
    ]);
  });

  test('are two if the top is read twice, with one such reading each', () => {
    expect(sweeps(40, 45, 50, 50, 45, 40)).toEqual([
      { rising: true, from: 0, to: 3 },
      { rising: false, from: 3, to: 6 },
    ]);
  });

  test('ignore fluctuations at the start', () => {
    // The first readings of a real LightCycler 480 curve.
    expect(sweeps(64.91, 64.85, 64.73, 64.67, 64.82, 65.12, 70, 75)).toEqual([
      { rising: true, from: 0, to: 8 },
    ]);
  });

  test('are two of the same direction for a jump back to the start', () => {
    expect(sweeps(40, 45, 50, 40, 45, 50)).toEqual([
      { rising: true, from: 0, to: 3 },
      { rising: true, from: 3, to: 6 },
    ]);
  });

  test('are none if the temperature hardly changes', () => {
    expect(sweeps(60, 61, 60.5, 62)).toEqual([]);
    expect(sweeps()).toEqual([]);
    expect(sweeps(60)).toEqual([]);
  });

  test('cover all readings without a gap', () => {
    const readings = fc.array(fc.double({ min: 20, max: 110, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(readings, (temperature) => {
        const found = sweeps(...temperature);
        const ends = found.map(({ to }) => to);
        expect(found.map(({ from }) => from)).toEqual(found.length === 0 ? [] : [0, ...ends.slice(0, -1)]);
        if (found.length > 0) expect(ends.at(-1)).toBe(temperature.length);
      }),
    );
  });
});
