import { describe, expect, test } from 'vitest';

import { kitDocumentSchema } from './kit-document.ts';
import { commonPeaks, meanCurve, type SeenPeak } from './melt-summary.ts';
import { starterKit, starterThreshold, starterZones } from './starter-kit.ts';

const RANGE: [number, number] = [60, 95];

/** A peak for each temperature, each in a well of its own. */
const peaksAt = (...tms: readonly number[]): SeenPeak[] =>
  tms.map((tm, index) => ({ position: `A${index + 1}`, tm, height: 400 }));
const noise: SeenPeak = { position: 'A1', tm: 66, height: 12 };

describe('the zones of a starter kit', () => {
  test('SHELL-181 one product: the zone lies around the peaks of most wells, noise moves nothing', () => {
    const peaks = [...peaksAt(84.1, 84.2, 84.3, 84.2), noise];
    expect(starterZones({ range: RANGE, peaks }, 1)).toEqual([[83.1, 85.3]]);
  });

  test('SHELL-181 two products: a zone around each group, with a gap between neighbours', () => {
    const peaks = peaksAt(80, 80.1, 79.9, 85.4, 85.5, 85.6);
    expect(starterZones({ range: RANGE, peaks }, 2)).toEqual([
      [78.9, 81.1],
      [84.4, 86.6],
    ]);
    const near = starterZones({ range: RANGE, peaks: peaksAt(80, 80, 81.5, 81.5) }, 2);
    expect(near).toEqual([
      [79, 80.7],
      [80.9, 82.5],
    ]);
  });

  test('SHELL-181 a product that the run does not show gets a zone on the free part of the range', () => {
    const [first, second] = starterZones({ range: RANGE, peaks: peaksAt(84, 84, 84) }, 2);
    expect(second).toEqual([83, 85]);
    expect(first?.[1]).toBeLessThan(83);
    expect(first?.[0]).toBeGreaterThan(60);
  });

  test('SHELL-181 with peaks all over the range the zones lie evenly', () => {
    const peaks = peaksAt(...Array.from({ length: 41 }, (_, index) => 60 + index / 2));
    expect(starterZones({ range: [60, 80], peaks }, 2)).toEqual([
      [64.7, 68.7],
      [71.3, 75.3],
    ]);
  });

  test('SHELL-181 without peaks the zones lie evenly on the range, and none leaves it', () => {
    expect(starterZones({ range: RANGE, peaks: [] }, 1)).toEqual([[74, 81]]);
    expect(starterZones({ range: [60, 66], peaks: [] }, 2)).toEqual([
      [61.4, 62.6],
      [63.4, 64.6],
    ]);
    expect(starterZones({ range: RANGE, peaks: peaksAt(60.2, 60.2) }, 1)).toEqual([[60, 61.2]]);
  });
});

test('SHELL-181 the threshold is a tenth of the usual height, to two digits', () => {
  expect(starterThreshold(peaksAt(84, 84))).toBe(40);
  expect(starterThreshold([{ position: 'A1', tm: 84, height: 1.23 }])).toBe(0.12);
  expect(starterThreshold([])).toBe(0);
});

test('SHELL-182 a starter kit is a valid document with a rule for each combination, not validated', () => {
  const kit = starterKit({
    name: 'p50',
    reactionBuffer: 'Standard',
    analyser: 'QuantStudio',
    products: 2,
    curves: { channel: 'FAM', phase: 'MELT', range: RANGE, peaks: peaksAt(80, 80, 85, 85) },
  });
  expect(kitDocumentSchema.parse(kit)).toEqual(kit);
  const [configuration] = kit.configurations;
  expect(configuration?.status).toBe('NOT_VALIDATED');
  expect(configuration?.channels[0]?.rules.map(({ zones }) => zones.join(''))).toEqual(['', 'A', 'B', 'AB']);
  const labels = kit.kit.diagnostics.map(({ label }) => label);
  expect(labels.join()).not.toMatch(/wild|mutated|zygous/i);
});

describe('the summary of curves without a kit', () => {
  test('SHELL-184 peaks near one another are one, with the number of their wells', () => {
    const peaks = [...peaksAt(84.1, 84.3, 84.2), ...peaksAt(79.5), noise];
    const [main, other] = commonPeaks(peaks);
    expect(main?.tm).toBeCloseTo(84.2, 5);
    expect(main?.wells).toBe(3);
    expect(other).toEqual({ tm: 79.5, wells: 1 });
    expect(commonPeaks(peaks)).toHaveLength(2);
  });

  test('SHELL-184 the mean is taken where all curves were read', () => {
    const mean = meanCurve([
      { x: [60, 70, 80], y: [0, 10, 0] },
      { x: [65, 70, 75, 85], y: [4, 20, 8, 0] },
    ]);
    expect(mean[0]).toEqual([65, 4.5]);
    expect(mean.at(-1)?.[0]).toBe(80);
    const nearest = mean.reduce((best, one) => (Math.abs(one[0] - 70) < Math.abs(best[0] - 70) ? one : best));
    expect(nearest[1]).toBeCloseTo(15, 0);
    expect(meanCurve([])).toEqual([]);
    expect(
      meanCurve([
        { x: [60], y: [1] },
        { x: [70], y: [1] },
      ]),
    ).toEqual([]);
  });
});
