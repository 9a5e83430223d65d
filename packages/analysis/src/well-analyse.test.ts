import { callExplanationSchema, type SampleType } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { GENOTYPING, meltPhase, syntheticCurve, type SyntheticCurve } from '../test/synthetic.ts';
import { ALGORITHM_VERSION, callEvaluate, wellAnalyse } from './index.ts';

const call = (products: SyntheticCurve['products'], sampleType: SampleType = 'BLOOD') =>
  wellAnalyse({
    phases: meltPhase(syntheticCurve({ products })),
    configuration: GENOTYPING,
    sampleType,
  }).explanation;

describe('the call of a well', () => {
  it('is the zone that contains a peak', () => {
    const explanation = call([[68, 1000]]);
    expect(explanation.zonesHit).toEqual(['B']);
    expect(explanation.combination).toBe('B');
    expect(explanation.diagnostic).toBe('HOMOZYGOUS_WILD_TYPE');
    expect(explanation.phases[0]?.peaks[0]?.tm).toBeCloseTo(68, 1);
    expect(explanation.score).toBeGreaterThan(0.9);
    expect(explanation.algorithmVersion).toBe(ALGORITHM_VERSION);
  });

  it('compares heights if two zones are hit, and falls back to the rule without condition', () => {
    expect(
      call([
        [60, 500],
        [68, 1000],
      ]).diagnostic,
    ).toBe('HETEROZYGOUS_13910');
    const explanation = call([
      [60, 1000],
      [68, 800],
    ]);
    expect(explanation.diagnostic).toBe('HETEROZYGOUS');
    expect(explanation.triedRules.map(({ rule, holds }) => [rule, holds])).toEqual([
      [3, false],
      [4, true],
    ]);
  });

  it('is the diagnostic of NONE if nothing melts', () => {
    const explanation = call([]);
    expect(explanation.combination).toBe('NONE');
    expect(explanation.diagnostic).toBe('NEGATIVE');
    expect(explanation.score).toBeGreaterThan(0);
  });

  it('is empty if no rule is configured', () => {
    const { explanation } = wellAnalyse({
      phases: meltPhase(syntheticCurve({ products: [[60, 1000]] })),
      configuration: { ...GENOTYPING, rules: [] },
      sampleType: 'BLOOD',
    });
    expect(explanation.diagnostic).toBeNull();
    expect(explanation.combination).toBe('A');
  });

  it('keeps a peak outside every zone, and has no diagnostic', () => {
    const explanation = call([
      [68, 1000],
      [80, 600],
    ]);
    expect(explanation).toMatchObject({ combination: 'B', diagnostic: null });
    expect(explanation.flags.map(({ code }) => code)).toContain('unexpected-peak');
  });

  it('has the reason of a rejected peak', () => {
    const explanation = call([
      [68, 1000],
      [80, 55],
    ]);
    const rejected = explanation.phases[0]?.peaks.filter(({ accepted }) => !accepted);
    expect(rejected?.[0]?.reason).toBe('height-below-threshold');
    expect(rejected?.[0]?.limit).toBe(30);
  });

  it.each([
    ['NEGATIVE_TEST', [], 'TEST_OK'],
    ['NEGATIVE_TEST', [[80, 1000]], 'TEST_KO'],
    ['POSITIVE_TEST', [[68, 1000]], 'TEST_OK'],
    ['POSITIVE_TEST', [], 'TEST_KO'],
    ['STANDARD', [[68, 1000]], 'HOMOZYGOUS_WILD_TYPE'],
    ['DNA', [[68, 1000]], 'HOMOZYGOUS_WILD_TYPE'],
  ] satisfies [SampleType, SyntheticCurve['products'], string][])(
    'of a %s with %j is %s',
    (sampleType, products, diagnostic) => {
      expect(call(products, sampleType).diagnostic).toBe(diagnostic);
    },
  );

  it('is evaluated again from its explanation', () => {
    for (const products of [
      [],
      [[60, 1000]],
      [
        [60, 500],
        [68, 1000],
      ],
    ] as SyntheticCurve['products'][]) {
      const explanation = call(products);
      expect(explanation).toMatchObject(callEvaluate(explanation));
    }
  });

  it('is explained in the domain’s words', () => {
    expect(() =>
      callExplanationSchema.parse(
        call([
          [60, 500],
          [68, 1000],
        ]),
      ),
    ).not.toThrow();
  });
});
