import { type CallExplanation, type CallFlag, flagText, type Peak } from '@curvewell/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { GENOTYPING, plateWell, syntheticCurve } from '../../test/synthetic.ts';
import { plateAnalyse } from '../index.ts';
import { withReplicateFlags } from './replicate-flags.ts';

const peakAt = (tm: number, change: Partial<Peak> = {}): Peak => ({
  tm,
  tmError: 0.02,
  height: 300,
  width: 2,
  area: 700,
  significance: 90,
  quality: 0.9,
  zone: null,
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
  ...change,
});

/** A peak that is too low: `height` below the minimum 100. */
const lowAt = (tm: number, height: number, significance = 90): Peak =>
  peakAt(tm, {
    height,
    significance,
    accepted: false,
    reason: 'height-below-threshold',
    measured: height,
    limit: 100,
  });

interface Well {
  readonly position: string;
  readonly group: string | null;
  readonly peaks: readonly Peak[];
  readonly diagnostic: string | null;
  readonly range: [number, number];
}

const well = (position: string, peaks: readonly Peak[], change: Partial<Well> = {}): Well => ({
  position,
  peaks,
  group: 'S-1',
  diagnostic: 'X',
  range: [40, 95],
  ...change,
});

/** The flag texts of each well, by position. */
function textsOf(wells: readonly Well[]): ReadonlyMap<string, readonly string[]> {
  const calls = wells.map(({ position, peaks, diagnostic, range }) => {
    const phases = [{ type: 'MELT', range, peaks }];
    return { position, explanation: { phases, diagnostic, flags: [] } as unknown as CallExplanation };
  });
  const flagged = withReplicateFlags(
    calls,
    wells.map(({ group }) => ({ replicateGroup: group })),
  );
  return new Map(flagged.map(({ position, explanation }) => [position, explanation.flags.map(flagText)]));
}

const inAll = (wells: readonly Well[], texts: readonly string[]) =>
  new Map(wells.map(({ position }) => [position, texts]));

describe('REVIEW-210 replicates with different peaks or results are all flagged', () => {
  it('with the peak, its place, and the wells that have it', () => {
    const wells = [
      well('A1', [peakAt(70)]),
      well('A2', [peakAt(70.1)]),
      well('A3', [peakAt(69.9), peakAt(76.2)]),
    ];
    const texts = 'MELT: replicates differ: A3 has a peak at 76.20 °C that A1 and A2 lack.';
    expect(textsOf(wells)).toEqual(inAll(wells, [texts]));
  });

  it('and the flag names their results', () => {
    const wells = [
      well('A1', [], { diagnostic: 'NEGATIVE' }),
      well('A2', [], { diagnostic: null }),
      well('A10', [], { diagnostic: 'NEGATIVE' }),
    ];
    const texts = textsOf(wells.toReversed());
    expect(texts.get('A2')).toEqual(['Replicates differ: Negative in A1 and A10; no call in A2.']);
  });

  it('with the first wells of the plate and the well itself, and a count of the others', () => {
    const wells = Array.from({ length: 9 }, (_, i) =>
      well(`B${i + 1}`, i < 5 ? [peakAt(70), peakAt(80)] : [peakAt(70)]),
    );
    expect(textsOf(wells).get('B6')).toEqual([
      'MELT: replicates differ: B1, B2, B3 and 2 others have a peak at 80.00 °C that B6, B7, B8 and 1 other lack.',
    ]);
    expect(textsOf(wells).get('B5')).toEqual([
      'MELT: replicates differ: B5, B1, B2 and 2 others have a peak at 80.00 °C that B6, B7, B8 and 1 other lack.',
    ]);
  });

  it('also if the same product melts elsewhere, above or below', () => {
    const wells = [well('A1', [peakAt(70)]), well('A2', [peakAt(70.31)])];
    expect(textsOf(wells).get('A1')).toEqual([
      'MELT: replicates differ: A1 has a peak at 70.00 °C that A2 lacks.',
      'MELT: replicates differ: A2 has a peak at 70.31 °C that A1 lacks.',
    ]);
  });
});

describe('REVIEW-211 replicates do not differ if chance explains it', () => {
  it('such as peaks within 0.3 °C, or three combined standard errors', () => {
    expect(textsOf([well('A1', [peakAt(70)]), well('A2', [peakAt(70.29)])]).get('A1')).toEqual([]);
    const apart = (tmError: number) =>
      textsOf([well('A1', [peakAt(70, { tmError })]), well('A2', [peakAt(70.5, { tmError })])]).get('A1');
    // Combined SE 0.17 and 0.16.
    expect(apart(0.12)).toEqual([]);
    expect(apart(0.115)).toHaveLength(2);
    expect(apart(0)).toHaveLength(2);
  });

  it('a peak that misses its limit by a tenth, or by two standard errors', () => {
    const beside = (peak: Peak) => textsOf([well('A1', [peakAt(70)]), well('A2', [peak])]).get('A1');
    expect(beside(lowAt(70, 91))).toEqual([]);
    expect(beside(lowAt(70, 89))).toHaveLength(1);
    // Height 75 ± 12.5.
    expect(beside(lowAt(70, 75, 6))).toEqual([]);
    expect(beside(lowAt(70, 74, 6))).toHaveLength(1);
    const weak = (significance: number) => {
      const figures = { measured: significance, limit: 4.72, significance };
      return peakAt(70, { accepted: false, reason: 'significance-below-threshold', ...figures });
    };
    expect([beside(weak(2.8)), beside(weak(2.6))]).toEqual([[], expect.objectContaining({ length: 1 })]);
    // A melt that is too wide by a third is not this product.
    const wide = { accepted: false, reason: 'too-wide', measured: 8, limit: 6 } as const;
    expect(beside(peakAt(70, wide))).toHaveLength(1);
  });

  it('a peak outside the range read in the other well', () => {
    expect(textsOf([well('A1', [peakAt(70)]), well('A2', [], { range: [75, 95] })]).get('A1')).toEqual([]);
  });

  it('wells with another name, no name, or no other well of their name', () => {
    const other = well('A2', [peakAt(60)], { group: 'S-2', diagnostic: null });
    const nameless = [well('A3', [peakAt(60)], { group: null }), well('A4', [], { group: null })];
    const wells = [well('A1', [peakAt(70)]), other, ...nameless];
    expect(textsOf(wells)).toEqual(inAll(wells, []));
  });
});

it('REVIEW-212 replicates are all flagged or none, in any order of comparison', () => {
  const peaks = fc.array(
    fc.record({ tm: fc.double({ min: 69, max: 72, noNaN: true }), accepted: fc.boolean() }),
    { maxLength: 3 },
  );
  const plates = fc.array(fc.record({ peaks, group: fc.constantFrom('S-1', 'S-2', null) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(plates, (plate) => {
      const wells = plate.map((one, i) =>
        well(
          `C${i + 1}`,
          one.peaks.map(({ tm, accepted }) => (accepted ? peakAt(tm) : lowAt(tm, 40))),
          { group: one.group },
        ),
      );
      const texts = textsOf(wells);
      expect(textsOf(wells.toReversed())).toEqual(new Map([...texts].toReversed()));
      for (const group of ['S-1', 'S-2', null]) {
        const counts = wells
          .filter((one) => one.group === group)
          .map(({ position }) => texts.get(position)?.length);
        expect(new Set(counts).size).toBeLessThan(2);
        if (group === null) expect(counts.every((count) => count === 0)).toBe(true);
      }
    }),
  );
});

const curveOf = (...products: readonly [tm: number, amplitude: number][]) =>
  syntheticCurve({ products, noise: 2 });

const codesOf = (flags: readonly CallFlag[]) => flags.map(({ code }) => code);

it('REVIEW-213 algorithm 1.0.0 does not compare replicates, and the flag of 1.1.0 leaves calls as they are', () => {
  const wells = [curveOf([60, 1000]), curveOf([60, 1000], [68, 600]), curveOf([60, 900])].map((curve, i) => ({
    ...plateWell(`A${i + 1}`, curve),
    replicateGroup: 'S-1',
  }));
  const alone = wells.map(({ replicateGroup: _, ...one }) => one);
  const called = (of: typeof alone, algorithmVersion: string) =>
    plateAnalyse({ assays: [{ configuration: GENOTYPING, wells: of }], algorithmVersion })[0] ?? [];
  expect(called(wells, '1.0.0')).toEqual(called(alone, '1.0.0'));
  const [now, before] = [called(wells, '1.1.0'), called(alone, '1.1.0')];
  for (const [i, { explanation }] of now.entries()) {
    const former = before[i]!.explanation;
    // One for the peak, and one for the resulting diagnostic.
    const added = ['replicates-differ', 'replicates-differ'];
    expect(codesOf(explanation.flags)).toEqual([...codesOf(former.flags), ...added]);
    expect({ ...explanation, flags: [] }).toEqual({ ...former, flags: [] });
  }
});
