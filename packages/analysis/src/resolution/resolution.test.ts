import { type CallExplanation, type CallFlag, flagText } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { GENOTYPING, meltPhase, plateWell, syntheticCurve } from '../../test/synthetic.ts';
import { type ChannelConfiguration, plateAnalyse, wellAnalyse } from '../index.ts';
import { nearZones, RESOLUTIONS, resolutionAt } from './resolution.ts';

const zone = (name: string, minTemp: number, maxTemp: number) => ({
  name,
  minTemp,
  maxTemp,
  label: name,
  minThreshold: null,
  minQuality: null,
});

const flagTexts = ({ flags }: Pick<CallExplanation, 'flags'>, codes: readonly CallFlag['code'][]) =>
  flags.filter(({ code }) => codes.includes(code)).map(flagText);

describe('REVIEW-223 zones whose products merge are pairs closer than the method can resolve', () => {
  it('which depends on the step of the readings and the centres of the zones', () => {
    const zones = [zone('B', 61.5, 62.5), zone('A', 60, 61), zone('C', 70, 71)];
    const [pair, ...others] = nearZones(zones, 0.5);
    expect(others).toEqual([]);
    expect(pair?.zones.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(pair).toMatchObject({ distance: 1.5, needed: resolutionAt(0.5).equal });
    expect(nearZones([zone('A', 60, 61), zone('B', 62, 63)], 0.5)).toEqual([]);
  });

  it('as for the next coarser measured step, and never closer than two readings', () => {
    const [first] = RESOLUTIONS;
    const half = RESOLUTIONS.find(({ step }) => step === 0.5);
    expect(resolutionAt(0.02)).toEqual({ ...first, step: 0.02 });
    expect(resolutionAt(0.3)).toEqual({ ...half, step: 0.3 });
    expect(resolutionAt(3)).toEqual({ step: 3, equal: 6, fifth: 6 });
  });

  it('a coarser step resolves no more, and a small product less than an equal one', () => {
    for (const [i, { equal, fifth }] of RESOLUTIONS.entries()) {
      expect(fifth).toBeGreaterThan(equal);
      if (i > 0) expect(equal).toBeGreaterThanOrEqual(RESOLUTIONS[i - 1]!.equal);
    }
  });
});

describe('REVIEW-224 a single peak in or between such zones may be two products', () => {
  const [phase] = GENOTYPING.phases;
  const near = {
    ...GENOTYPING,
    phases: [{ ...phase!, zones: [zone('A', 59.4, 60.4), zone('B', 60.6, 61.6)] }],
  };
  const textsOf = (
    tms: readonly number[],
    configuration: ChannelConfiguration = near,
    algorithmVersion = '1.1.0',
  ) => {
    const curve = syntheticCurve({ products: tms.map((tm) => [tm, 1000] as const), step: 0.5 });
    const options = { phases: meltPhase(curve), sampleType: 'BLOOD' as const, algorithmVersion };
    return flagTexts(wellAnalyse({ ...options, configuration }).explanation, ['zones-too-near']);
  };

  it('is flagged with the zones’ distance and the required one', () => {
    const needed = resolutionAt(0.5).equal.toFixed(2);
    const text = `MELT: the peak at 60.01 °C may be two products: zone A and the next are 1.20 °C apart, and at this step of the readings two products are two peaks from ${needed} °C on.`;
    expect(textsOf([60])).toEqual([text]);
    expect(textsOf([60.5])).toHaveLength(1);
    expect(textsOf([61])).toHaveLength(1);
  });

  it('but not if both products were found', () => {
    const curve = syntheticCurve({
      products: [
        [59.9, 1000],
        [61.1, 1000],
      ],
      width: 1,
      step: 0.1,
    });
    const options = { phases: meltPhase(curve), sampleType: 'BLOOD' as const, configuration: near };
    const { explanation } = wellAnalyse(options);
    expect(explanation.zonesHit).toEqual(['A', 'B']);
    expect(flagTexts(explanation, ['zones-too-near'])).toEqual([]);
  });

  it('but not one in other zones, or by algorithm 1.0.0', () => {
    expect(textsOf([68])).toEqual([]);
    expect(textsOf([60], GENOTYPING)).toEqual([]);
    expect(textsOf([60], near, '1.0.0')).toEqual([]);
  });
});

describe('REVIEW-225 a peak wider than the others of its zone on the plate may be two products', () => {
  const widthOf = (place: number) => (place === 4 ? 3.6 : 3);
  const textsOf = (count: number, algorithmVersion = '1.1.0') => {
    const wells = Array.from({ length: count }, (_, i) => {
      const curve = syntheticCurve({ products: [[60, 1000]], width: widthOf(i), noise: 3, seed: i + 1 });
      return plateWell(`A${i + 1}`, curve);
    });
    const [calls = []] = plateAnalyse({ assays: [{ configuration: GENOTYPING, wells }], algorithmVersion });
    return calls.map(({ explanation }) => flagTexts(explanation, ['wider-than-zone']));
  };

  it('is flagged with both widths', () => {
    const texts = textsOf(12);
    expect(texts.map((one) => one.length)).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    expect(texts[4]?.[0]).toMatch(
      /^MELT: the peak at (?:59\.9|60\.0)\d °C may be two products: it is 3\.[56]\d °C wide, other peaks in zone A on this plate (?:2\.9|3\.0)\d °C\.$/,
    );
  });

  it('but not if too few wells show the width, or by algorithm 1.0.0', () => {
    expect(textsOf(7).flat()).toEqual([]);
    expect(textsOf(12, '1.0.0').flat()).toEqual([]);
  });
});

describe('REVIEW-280 a peak narrower than the others of its zone on the plate may lack a part', () => {
  const textsOf = (width: number, algorithmVersion = '1.1.0') => {
    const wells = Array.from({ length: 12 }, (_, i) => {
      const widthHere = i === 4 ? width : 3;
      const curve = syntheticCurve({ products: [[60, 1000]], width: widthHere, noise: 3, seed: i + 1 });
      return plateWell(`A${i + 1}`, curve);
    });
    const [calls = []] = plateAnalyse({ assays: [{ configuration: GENOTYPING, wells }], algorithmVersion });
    return calls.flatMap(({ position, explanation }) =>
      flagTexts(explanation, ['narrower-than-zone']).map((text) => `${position} ${text}`),
    );
  };

  it('is flagged with both widths', () => {
    expect(textsOf(2)).toEqual([
      expect.stringMatching(
        /^A5 MELT: the peak at (?:59\.9|60\.0)\d °C is (?:1\.9|2\.0)\d °C wide, other peaks in zone A on this plate (?:2\.9|3\.0)\d °C: part of it may be missing or counted as another peak\.$/,
      ),
    ]);
  });

  it('but not for a tenth, or by algorithm 1.0.0', () => {
    expect(textsOf(2.7)).toEqual([]);
    expect(textsOf(2, '1.0.0')).toEqual([]);
  });
});
