import { describe, expect, it } from 'vitest';

import {
  addFilters,
  criteriaOf,
  filtersIn,
  NO_FILTERS,
  readStoredFilters,
  usedFilters,
  withLimit,
} from './archive-filters.ts';

const FILTERS = { ...NO_FILTERS, from: '2026-03-10', to: '2026-03-20' };

describe('the filters of the archive', () => {
  it('ARCHIVE-02 sends set filters as criteria and omits empty ones', () => {
    expect(criteriaOf(NO_FILTERS)).toEqual([]);
    expect(criteriaOf({ ...FILTERS, fileName: ' LCT ', operator: 'Holm' })).toEqual([
      { field: 'fileName', operator: 'CONTAINS', value: 'LCT' },
      { field: 'operator', operator: 'CONTAINS', value: 'Holm' },
      { field: 'created', operator: 'GTE', value: '2026-03-10' },
      { field: 'created', operator: 'LTE', value: '2026-03-20' },
    ]);
    expect(criteriaOf({ ...NO_FILTERS, kitReactionBuffer: 'RB-2', isExact: true })).toEqual([
      { field: 'kitReactionBuffer', operator: 'EQUALS', value: 'RB-2' },
    ]);
  });

  it('ARCHIVE-04 a from date after the to date clears the to date', () => {
    const { filters, cleared } = withLimit(FILTERS, 'from', '2026-03-21');
    expect(filters).toMatchObject({ from: '2026-03-21', to: '' });
    expect(cleared).toBe('to');
    expect(withLimit(FILTERS, 'from', '2026-03-20').cleared).toBeNull();
  });

  it('ARCHIVE-05 a to date before the from date clears the from date', () => {
    const { filters, cleared } = withLimit(FILTERS, 'to', '2026-03-09');
    expect(filters).toMatchObject({ from: '', to: '2026-03-09' });
    expect(cleared).toBe('from');
  });

  it('shows the filters in use as readable text', () => {
    expect(usedFilters(NO_FILTERS)).toEqual([]);
    expect(usedFilters({ ...FILTERS, operator: ' Holm ', to: '' })).toEqual([
      { field: 'operator', shown: 'Holm' },
      { field: 'from', shown: '10-03-2026' },
    ]);
  });

  it('LIST-125 the filters are in the address, so that a view can be saved and sent', () => {
    const used = { ...FILTERS, operator: 'Holm', isExact: true };
    const address = addFilters(new URLSearchParams('sort=created'), used);
    expect(address.toString()).toBe('sort=created&operator=Holm&from=2026-03-10&to=2026-03-20&isExact=true');
    expect(filtersIn(address)).toEqual(used);
    expect(filtersIn(new URLSearchParams('from=yesterday&isExact=maybe'))).toEqual(NO_FILTERS);
  });

  it('ignores stored filters that cannot be parsed', () => {
    expect(readStoredFilters('{"fileName":1}')).toEqual(NO_FILTERS);
    expect(readStoredFilters(JSON.stringify(FILTERS))).toEqual(FILTERS);
  });
});
