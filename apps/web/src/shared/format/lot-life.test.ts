import { describe, expect, it } from 'vitest';

import { daysLeft, lotLife } from './lot-life.ts';

const TODAY = '2026-11-20';

describe('the days left of a lot', () => {
  it('LOT-114 are whole days, and a lot that expires today has not expired; 30 days are soon', () => {
    expect(daysLeft('2026-12-12', TODAY)).toBe(22);
    expect(lotLife(TODAY, TODAY)).toBe('soon');
    expect(lotLife('2026-11-19', TODAY)).toBe('expired');
    expect([lotLife('2026-12-20', TODAY), lotLife('2026-12-21', TODAY)]).toEqual(['soon', 'good']);
  });
});
