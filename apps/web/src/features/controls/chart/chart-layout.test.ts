import { describe, expect, it } from 'vitest';

import { layoutOf, ordinateTicks, type ChartSeries } from './chart-layout.ts';
import { type ChartMeasure, figure } from '../control-words.ts';

const series = (
  values: readonly number[],
  limits: ChartSeries['reference']['limits'] = null,
): ChartSeries => ({
  points: values.map((value, place) => ({
    readingId: String(place),
    runId: String(place),
    businessId: place,
    analyserId: '',
    lotId: '',
    value,
    isExcluded: false,
    distance: null,
    rules: [],
  })),
  lots: [],
  oneSided: [],
  reference: { limits },
});

function labels(one: ChartSeries, measure: ChartMeasure = 'tm'): string[] {
  const { ticks, decimals } = ordinateTicks(one, { measure, domain: layoutOf(one).domain });
  return ticks.map((tick) => figure(tick, measure, decimals));
}

describe('TMC-26 the y axis of a control chart has no duplicate labels', () => {
  it('when readings differ by less than two decimals', () => {
    expect(labels(series([55.2901, 55.2934]))).toEqual(['55.290', '55.291', '55.292', '55.293']);
  });

  it('when the standard deviation is small', () => {
    expect(labels(series([55.29], { mean: 55.29, sd: 0.004 }))).toEqual([
      '55.278',
      '55.282',
      '55.286',
      '55.290',
      '55.294',
      '55.298',
      '55.302',
    ]);
  });

  it('and uses no more decimals than necessary', () => {
    expect(labels(series([55, 57]))).toEqual(['55.00', '55.50', '56.00', '56.50', '57.00']);
    expect(labels(series([100, 140]), 'height')).toEqual(['100', '110', '120', '130', '140']);
    expect(labels(series([-0.2, 0.6]), 'tmShift')).toEqual(['−0.20', '+0.00', '+0.20', '+0.40', '+0.60']);
  });
});
