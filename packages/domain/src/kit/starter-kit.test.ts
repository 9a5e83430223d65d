import { describe, expect, test } from 'vitest';

import { kitDocumentSchema } from './kit-document.ts';
import { commonPeaks, meanCurve, type SeenPeak } from '../call/melt-summary.ts';
import {
  clearestCurves,
  starterKit,
  type StarterCurves,
  starterThreshold,
  starterZones,
} from './starter-kit.ts';

const RANGE: [number, number] = [60, 95];

/** A peak for each temperature, each in a separate well. */
const peaksAt = (...tms: readonly number[]): SeenPeak[] =>
  tms.map((tm, index) => ({ position: `A${index + 1}`, tm, height: 400 }));
const noise: SeenPeak = { position: 'A1', tm: 66, height: 12 };

describe('the zones of a starter kit', () => {
  test('SHELL-181 one product: the zone lies around the peaks of most wells, noise moves nothing', () => {
    const peaks = [...peaksAt(84.1, 84.2, 84.3, 84.2), noise];
    expect(starterZones({ range: RANGE, peaks }, 1)).toEqual([[83.1, 85.3]]);
  });

  test('SHELL-181 surround the group of each of two products, with a gap between neighbours', () => {
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
    expect(starterZones({ range: RANGE, peaks: peaksAt(84, 84, 84) }, 2)).toEqual([
      [68, 75],
      [83, 85],
    ]);
    expect(starterZones({ range: RANGE, peaks: peaksAt(70, 70) }, 2)).toEqual([
      [69, 71],
      [79.5, 86.5],
    ]);
    // The free part is narrower than a fifth of the range, so the zone leaves a gap on both sides.
    const wide = peaksAt(...Array.from({ length: 41 }, (_, index) => 62 + (3 * index) / 4));
    expect(starterZones({ range: [56, 95], peaks: wide }, 2)).toEqual([
      [56.2, 62.3],
      [62.5, 91.5],
    ]);
    // A gap of 1 °C is no room.
    expect(starterZones({ range: [83, 86], peaks: peaksAt(85, 85) }, 2)[1]).toEqual([84.7, 85.3]);
    expect(starterZones({ range: [82.9, 86], peaks: peaksAt(85, 85) }, 2)[1]).toEqual([84, 86]);
    expect(starterZones({ range: [83, 86], peaks: peaksAt(84.5, 84.5) }, 2)).toEqual([
      [83.7, 84.3],
      [84.7, 85.3],
    ]);
  });

  test('SHELL-181 of more groups than products those of most wells get the zones', () => {
    const peaks = peaksAt(70, 75, 75, 75, 80, 80, 90);
    expect(starterZones({ range: RANGE, peaks }, 2)).toEqual([
      [74, 76],
      [79, 81],
    ]);
    expect(starterZones({ range: RANGE, peaks: peaksAt(70, 85, 85.2) }, 1)).toEqual([[84, 86.2]]);
  });

  test('SHELL-181 a zone excludes the outermost of many peaks', () => {
    const many = [83.5, ...Array.from({ length: 40 }, () => 84), 84.6];
    expect(starterZones({ range: RANGE, peaks: peaksAt(...many.toReversed()) }, 1)).toEqual([[83, 85]]);
  });

  test('SHELL-181 zones that nearly meet get a gap of 0.2 °C', () => {
    expect(starterZones({ range: RANGE, peaks: peaksAt(80, 80, 82, 82) }, 2)).toEqual([
      [79, 80.9],
      [81.1, 83],
    ]);
    expect(starterZones({ range: RANGE, peaks: peaksAt(80, 80, 82.5, 82.5) }, 2)).toEqual([
      [79, 81],
      [81.5, 83.5],
    ]);
  });

  test('SHELL-181 with peaks all over the range the zones are spread evenly', () => {
    const peaks = peaksAt(...Array.from({ length: 41 }, (_, index) => 60 + index / 2));
    expect(starterZones({ range: [60, 80], peaks }, 2)).toEqual([
      [64.7, 68.7],
      [71.3, 75.3],
    ]);
    expect(starterZones({ range: [60, 80], peaks }, 1)).toEqual([[60, 80]]);
  });

  test('SHELL-181 without peaks the zones are spread evenly over the range, and none extends beyond it', () => {
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
  const uneven = [900, 200, 300].map((height, index) => ({ position: `A${index}`, tm: 84, height }));
  expect(starterThreshold(uneven)).toBe(30);
});

describe('KIT-258 the curves for a starter kit', () => {
  const curves = (channel: StarterCurves['channel'], peaks: readonly SeenPeak[]): StarterCurves => ({
    channel,
    phase: 'MELT',
    range: RANGE,
    peaks,
  });
  const higher = (peaks: readonly SeenPeak[], height: number) => peaks.map((peak) => ({ ...peak, height }));
  /** Many peaks anywhere, as in a channel without a dye: an even, shuffled spread. */
  const anywhere = peaksAt(...Array.from({ length: 48 }, (_, index) => 60 + ((index * 29) % 48) * 0.73));
  const product = peaksAt(...Array.from({ length: 24 }, (_, index) => 80 + (index % 5) / 10));
  const chosen = (all: readonly StarterCurves[], products: 1 | 2 = 1) => {
    const { curves: best, isClear } = clearestCurves(all, products) ?? {};
    return [best?.channel, best?.phase, isClear];
  };

  // Regression: the channel with most peaks was taken.
  test('noise never wins against a product, however many or high its peaks are', () => {
    const noisy = curves('CY5', higher(anywhere, 900));
    expect(chosen([noisy, curves('FAM', product)])).toEqual(['FAM', 'MELT', true]);
    expect(chosen([curves('FAM', product), noisy], 2)).toEqual(['FAM', 'MELT', true]);
  });

  test('of several clear channels the one with the highest peaks is taken', () => {
    const others = [
      curves('HEX', higher(product, 50)),
      curves('FAM', product),
      curves('ROX', higher(product, 90)),
    ];
    expect(chosen(others)).toEqual(['FAM', 'MELT', true]);
    // Fewer wells, but a product all the same.
    expect(chosen([curves('HEX', higher(product, 50)), curves('FAM', product.slice(0, 6))])[0]).toBe('FAM');
  });

  test('two products are clear for a kit of two, and not for a kit of one', () => {
    const both = [
      ...product.slice(0, 12),
      ...peaksAt(...Array.from({ length: 12 }, () => 88)).map((peak) => ({
        ...peak,
        position: `B${peak.position}`,
      })),
    ];
    expect(chosen([curves('FAM', both)], 2)[2]).toBe(true);
    expect(chosen([curves('FAM', both)], 1)[2]).toBe(false);
  });

  test('only the highest peak of a well counts', () => {
    const shoulders = product.map(({ position }, index) => ({ position, tm: 61 + index, height: 200 }));
    expect(chosen([curves('FAM', [...shoulders, ...product, ...shoulders])])).toEqual(['FAM', 'MELT', true]);
  });

  test('without a clear channel the one with most wells at one place is taken, as a guess', () => {
    const weak = curves('ROX', [...product.slice(0, 9), ...higher(anywhere.slice(9, 30), 400)]);
    expect(chosen([curves('CY5', higher(anywhere, 900)), weak])).toEqual(['ROX', 'MELT', false]);
    expect(chosen([curves('FAM', [])])).toEqual(['FAM', 'MELT', false]);
    // The place of most wells counts, not that of the first.
    expect(chosen([curves('FAM', [...peaksAt(60, 65, 70), ...product])])[2]).toBe(true);
    // A peak in a single well proves nothing.
    expect(chosen([curves('FAM', product.slice(0, 1))])[2]).toBe(false);
  });

  test('peaks within 2 °C are one product, and half of the wells suffice', () => {
    const at = (...tms: readonly number[]) => chosen([curves('FAM', peaksAt(...tms))])[2];
    expect(at(80, 82)).toBe(true);
    expect(at(80, 82.1)).toBe(false);
    expect(at(80, 80, 80, 90)).toBe(true);
    expect(at(80, 80, 80, 90, 93)).toBe(false);
  });

  test('melting counts before annealing, and a run without curves has none', () => {
    const annealed = { ...curves('FAM', higher(product, 900)), phase: 'ANNEAL' as const };
    expect(chosen([annealed, curves('FAM', higher(anywhere, 10))])).toEqual(['FAM', 'MELT', false]);
    expect(chosen([annealed])).toEqual(['FAM', 'ANNEAL', true]);
    expect(clearestCurves([], 1)).toBeNull();
  });
});

test('SHELL-182 a starter kit is a valid document with a rule for each combination, not validated', () => {
  const kit = starterKit({
    name: 'p50',
    reactionBuffer: 'Standard',
    analyser: 'QuantStudio',
    start: 2,
    curves: [{ channel: 'FAM', phase: 'MELT', range: RANGE, peaks: peaksAt(80, 80, 85, 85) }],
  });
  expect(kitDocumentSchema.parse(kit)).toEqual(kit);
  const zone = (letter: string, [minTemp, maxTemp]: readonly number[]) => ({
    name: letter,
    label: `Product ${letter}`,
    minTemp,
    maxTemp,
    minThreshold: null,
    minQuality: null,
  });
  expect(kit.kit.channels).toEqual([{ channel: 'FAM', label: '' }]);
  expect(kit.version.isEditable).toBe(true);
  expect(kit.configurations).toMatchObject([
    {
      status: 'NOT_VALIDATED',
      channels: [
        {
          name: 'FAM',
          phases: [
            {
              phaseType: 'MELT',
              inversed: false,
              minThreshold: 40,
              zones: [zone('A', [79, 81]), zone('B', [84, 86])],
            },
          ],
          rules: [
            { zones: [], diagnostic: 'NEGATIVE' },
            { zones: ['A'], diagnostic: 'Product A only' },
            { zones: ['B'], diagnostic: 'Product B only' },
            { zones: ['A', 'B'], diagnostic: 'Products A and B' },
          ],
        },
      ],
    },
  ]);
  const labels = kit.kit.diagnostics.map(({ label }) => label);
  expect(labels.join()).not.toMatch(/wild|mutated|zygous/i);
});

test('SHELL-182 a starter kit of one product calls it or none', () => {
  const kit = starterKit({
    name: 'p50',
    reactionBuffer: 'Standard',
    analyser: 'QuantStudio',
    start: 1,
    curves: [{ channel: 'FAM', phase: 'MELT', range: RANGE, peaks: peaksAt(80, 80) }],
  });
  expect(kitDocumentSchema.parse(kit)).toEqual(kit);
  expect(kit.kit.diagnostics).toMatchObject([
    { name: 'NEGATIVE', label: 'No product' },
    { name: 'Product A', label: 'Product A', letters: 'A', meaning: 'positive' },
  ]);
  expect(kit.configurations[0]?.channels[0]?.rules).toMatchObject([
    { zones: [], diagnostic: 'NEGATIVE' },
    { zones: ['A'], diagnostic: 'Product A' },
  ]);
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
