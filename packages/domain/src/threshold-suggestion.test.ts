import { describe, expect, it } from 'vitest';

import { searchedThreshold, type SuggestionWell, thresholdSuggest } from './threshold-suggestion.ts';

const ZONES = [{ minTemp: 58, maxTemp: 62 }];

/** A slope of 5 that rises to a height in the middle of the zone, with a high bump outside of it. */
const slope = (height: number) =>
  [50, 55, 58, 59, 60, 61, 62, 70].map((x) => ({ x, y: 5 + (x === 60 ? height : x === 55 ? 500 : 0) }));
const peak = (height: number, significance = 100, more: Partial<SuggestionWell['peaks'][number]> = {}) => ({
  ...{ tm: 60, height, significance, accepted: true },
  ...more,
});
const well = (
  index: number,
  height: number,
  { peaks = [], sampleType = 'DNA' }: Partial<SuggestionWell> = {},
): SuggestionWell => ({ position: `A${index}`, sampleType, peaks, slope: slope(height) });

const empty = (count: number, most = 9): SuggestionWell[] =>
  Array.from({ length: count }, (_, i) => well(1 + i, i === 0 ? most : 2));
const full = (count: number, least = 36): SuggestionWell[] =>
  Array.from({ length: count }, (_, i) => {
    const height = i === 0 ? least : 100 + i;
    return well(20 + i, height, { peaks: [peak(height)] });
  });

describe('KIT-275 a threshold is suggested', () => {
  it('as many times above the highest curve without product as below the lowest true peak', () => {
    expect(thresholdSuggest([...empty(8), ...full(9)], ZONES)).toEqual({
      outcome: 'found',
      value: 18,
      noise: { position: 'A1', height: 9 },
      peak: { position: 'A20', height: 36 },
      ...{ empty: 8, full: 9, doubtful: 0, negatives: 0, contaminated: [] },
    });
  });

  it('not with fewer than 8 wells of a kind', () => {
    expect(thresholdSuggest([...empty(7), ...full(30)], ZONES)).toMatchObject({
      ...{ outcome: 'too-few', value: null, empty: 7, full: 30 },
    });
    expect(thresholdSuggest([...empty(30), ...full(7)], ZONES).outcome).toBe('too-few');
    expect(thresholdSuggest([], ZONES)).toMatchObject({ outcome: 'too-few', noise: null, peak: null });
  });

  it('not when noise reaches the lowest peak, or rounding would leave the gap', () => {
    expect(thresholdSuggest([...empty(8, 64), ...full(8, 58)], ZONES)).toMatchObject({
      ...{ outcome: 'no-gap', value: null },
      ...{ noise: { height: 64 }, peak: { height: 58 } },
    });
    expect(thresholdSuggest([...empty(8, 10.1), ...full(8, 10.2)], ZONES).outcome).toBe('no-gap');
  });

  it('in the unit of the file, whatever its scale', () => {
    const scaled = [...empty(8), ...full(8)].map((one) => ({
      ...one,
      peaks: one.peaks.map((each) => ({ ...each, height: each.height / 1000 })),
      slope: one.slope.map(({ x, y }) => ({ x, y: y / 1000 })),
    }));
    expect(thresholdSuggest(scaled, ZONES).value).toBe(0.018);
    expect([searchedThreshold(504), searchedThreshold(9.69), searchedThreshold(-1)]).toEqual([5, 0.097, 0]);
  });
});

describe('KIT-276 the kinds of wells do not depend on the threshold', () => {
  const suggest = (...more: SuggestionWell[]) => thresholdSuggest([...empty(8), ...full(8), ...more], ZONES);

  it('a negative control has no product, so a contaminated one leaves no gap', () => {
    const negative = (height: number) =>
      well(40, height, { sampleType: 'NEGATIVE_TEST', peaks: [peak(height)] });
    expect(suggest(negative(20))).toMatchObject({ value: 27, noise: { position: 'A40' }, negatives: 1 });
    expect(suggest(negative(80)).outcome).toBe('no-gap');
    // A threshold above its peak would hide the contamination.
    expect(suggest(negative(20)).contaminated).toEqual(['A40']);
    const faint = well(40, 20, { sampleType: 'NEGATIVE_TEST', peaks: [peak(20, 19)] });
    const beside = well(40, 3, { sampleType: 'NEGATIVE_TEST', peaks: [peak(500, 90, { tm: 55 })] });
    expect([suggest(faint).contaminated, suggest(beside).contaminated]).toEqual([[], []]);
  });

  it('a peak is true when it is certain, or in a positive control', () => {
    expect(suggest(well(40, 16, { peaks: [peak(16, 19)] }))).toMatchObject({ value: 18, doubtful: 1 });
    expect(suggest(well(40, 16, { peaks: [peak(16, 20)] }))).toMatchObject({ value: 12, doubtful: 0 });
    const positive = well(40, 16, { sampleType: 'POSITIVE_TEST', peaks: [peak(16, 5)] });
    expect(suggest(positive)).toMatchObject({ value: 12, peak: { position: 'A40', height: 16 } });
  });

  it('the smaller product of a well counts, not only its highest', () => {
    expect(suggest(well(40, 400, { peaks: [peak(400), peak(25, 60, { tm: 61 })] })).value).toBe(15);
  });

  it('a significant candidate that fails another test is neither noise nor a peak', () => {
    const odd = well(40, 300, { peaks: [peak(300, 50, { accepted: false })] });
    expect(suggest(odd)).toMatchObject({ value: 18, empty: 8, full: 8, doubtful: 1 });
  });

  it('what melts outside the zones is not used, and without zones the whole range is', () => {
    const outside = well(40, 3, { peaks: [peak(500, 90, { tm: 55 })] });
    expect(suggest(outside)).toMatchObject({ value: 18, empty: 9 });
    expect(thresholdSuggest([...empty(8), ...full(8)], []).outcome).toBe('no-gap');
  });

  it('a well without readings is of no kind', () => {
    expect(suggest({ ...well(40, 1), slope: [] })).toMatchObject({ empty: 8, full: 8, doubtful: 0 });
  });
});
