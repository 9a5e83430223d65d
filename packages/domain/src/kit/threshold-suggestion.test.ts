import { describe, expect, it } from 'vitest';

import { searchedThreshold, type SuggestionWell, thresholdSuggest } from './threshold-suggestion.ts';

const ZONES = [{ minTemp: 58, maxTemp: 62 }];

/** A slope of 5 that rises to a height in the middle of the zone, with a high bump outside of it. */
const slope = (height: number) =>
  [50, 55, 58, 59, 60, 61, 62, 70].map((x) => ({ x, y: 5 + (x === 60 ? height : x === 55 ? 500 : 0) }));
const peak = (height: number, significance = 100, more: Partial<SuggestionWell['peaks'][number]> = {}) => ({
  tm: 60,
  height,
  significance,
  accepted: true,
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
      empty: 8,
      full: 9,
      doubtful: 0,
      negatives: 0,
      contaminated: [],
    });
  });

  it('not with fewer than 8 wells of a kind', () => {
    expect(thresholdSuggest([...empty(7), ...full(30)], ZONES)).toMatchObject({
      outcome: 'too-few',
      value: null,
      empty: 7,
      full: 30,
    });
    expect(thresholdSuggest([...empty(30), ...full(7)], ZONES).outcome).toBe('too-few');
    expect(thresholdSuggest([], ZONES)).toMatchObject({ outcome: 'too-few', noise: null, peak: null });
  });

  it('not when noise reaches the lowest peak, or rounding would leave the gap', () => {
    expect(thresholdSuggest([...empty(8, 64), ...full(8, 58)], ZONES)).toMatchObject({
      outcome: 'no-gap',
      value: null,
      noise: { height: 64 },
      peak: { height: 58 },
    });
    for (const [most, least] of [
      [10.1, 10.2],
      [10, 10.2],
      [9.95, 10],
      [9.96, 9.98],
    ])
      expect(thresholdSuggest([...empty(8, most), ...full(8, least)], ZONES).outcome).toBe('no-gap');
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
    const certain = well(40, 20, { sampleType: 'NEGATIVE_TEST', peaks: [peak(20, 20)] });
    expect(suggest(certain).contaminated).toEqual(['A40']);
    const beside = well(40, 3, { sampleType: 'NEGATIVE_TEST', peaks: [peak(500, 90, { tm: 55 })] });
    expect([suggest(faint).contaminated, suggest(beside).contaminated]).toEqual([[], []]);
  });

  it('the higher of the peak and the curve of a negative control counts', () => {
    const negative = (rise: number, height: number) =>
      suggest(well(40, rise, { sampleType: 'NEGATIVE_TEST', peaks: [peak(height)] })).noise?.height;
    expect([negative(3, 20), negative(20, 3)]).toEqual([20, 20]);
  });

  it('a curve counts by its rise above the line between the edges of a zone, which belong to it', () => {
    const rising = (tilt: number, heights: readonly number[]) => {
      const [first, ...others] = empty(8, 2);
      const points = heights.map((y, i) => ({ x: 57 + i, y: y + tilt * i }));
      return thresholdSuggest([{ ...first!, slope: points }, ...others, ...full(8)], ZONES).noise;
    };
    const plateau = [500, 0, 20, 20, 20, 0, 500];
    for (const tilt of [0, 7, -7]) {
      expect(rising(tilt, plateau)).toEqual({ position: 'A1', height: expect.closeTo(20) as number });
      // A background without a rise is no noise, however steep; the other wells have 2.
      expect(rising(tilt, [0, 0, 0, 0, 0, 0, 0])?.height).toBe(2);
    }
    // Of several zones, the one with the highest rise.
    const both = [...ZONES, { minTemp: 50, maxTemp: 58 }];
    expect(thresholdSuggest([...empty(8), ...full(8)], both).noise?.height).toBe(500);
    // A single reading in the zone, and none.
    expect([rising(0, [0, 500])?.height, rising(0, [500])?.height]).toEqual([2, 2]);
  });

  it('a peak counts in any zone, from edge to edge', () => {
    const at = (tm: number) =>
      thresholdSuggest(
        [...empty(8), ...full(8), well(40, 3, { peaks: [peak(200, 90, { tm })] })],
        [...ZONES, { minTemp: 66, maxTemp: 70 }],
      ).full;
    expect([57.9, 58, 62, 62.1, 65.9, 66, 70, 70.1].map(at)).toEqual([8, 9, 9, 8, 8, 9, 9, 8]);
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
    const candidate = (significance: number) =>
      suggest(well(40, 5, { peaks: [peak(5, significance, { accepted: false })] }));
    expect(candidate(20)).toMatchObject({ empty: 8, doubtful: 1 });
    expect(candidate(19)).toMatchObject({ empty: 9, doubtful: 0 });
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
