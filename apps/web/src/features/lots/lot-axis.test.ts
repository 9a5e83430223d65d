import { describe, expect, it } from 'vitest';

import { lotAxis } from './lot-axis.ts';

const TODAY = '2026-11-20';
const lot = (firstRunOn: string | null, expirationDate: string) => ({
  expirationDate,
  use: { firstRunOn, runs: 1 },
});

describe('the time axis of lots', () => {
  it('runs from the quarter of the first run to the end of the quarter of the last expiry', () => {
    const axis = lotAxis([lot('2026-02-02', '2026-10-31'), lot('2026-11-12', '2027-06-30')], TODAY);
    expect(axis.ticks.map(({ label }) => label)).toEqual(['Jan 2026', 'Jul', 'Jan 2027']);
    expect(axis.placeOf('2026-01-01')).toBe(0);
    expect(axis.placeOf('2027-07-01')).toBe(100);
    expect(axis.today).toBeCloseTo((100 * 323) / 546, 6);
  });

  it('is limited for lots that are valid until 2099 or were first used long ago', () => {
    const axis = lotAxis([lot('2019-05-01', '2099-12-31')], TODAY);
    expect(axis.ticks[0]?.label).toBe('Oct 2024');
    expect(axis.ticks.length).toBeLessThanOrEqual(5);
    expect([axis.placeOf('2019-05-01'), axis.placeOf('2099-12-31')]).toEqual([0, 100]);
    expect(axis.today).toBeGreaterThan(50);
  });

  it('shows a quarter ahead even if every lot has expired', () => {
    const axis = lotAxis([lot(null, '2025-01-31')], TODAY);
    expect(axis.today).toBeGreaterThan(0);
    expect(axis.today).toBeLessThan(100);
  });
});
