import { describe, expect, it } from 'vitest';

import { fittingRowCount } from '../../../shared/hooks/use-page-size.ts';
import { addressOf, firstOrder, sortedBy, viewOf } from './run-list-address.ts';

const DEFAULT_VIEW = { page: 1, search: '', status: null, ...firstOrder(false) };
const viewAt = (address: string) => viewOf(new URLSearchParams(address));

describe('the address of the run list', () => {
  it('LIST-05 sorts by run number, newest first, by default', () => {
    expect(viewAt('')).toEqual(DEFAULT_VIEW);
    expect(viewAt('sort=secret&sortDirection=up&page=-1&status=LOST')).toEqual(DEFAULT_VIEW);
  });

  it('LIST-05 shows undecided runs first to users who decide, until they sort differently', () => {
    const first = firstOrder(true);
    const opened = viewOf(new URLSearchParams(), first);
    expect(opened).toMatchObject({ sort: 'undecided', sortDirection: 'desc' });
    expect(addressOf(opened, first).toString()).toBe('');
    const byNumber = { ...opened, ...sortedBy(opened, 'businessId') };
    expect(viewOf(addressOf(byNumber, first), first)).toMatchObject({
      sort: 'businessId',
      sortDirection: 'desc',
    });
  });

  it('omits defaults', () => {
    const view = {
      page: 3,
      search: 'LCT',
      status: 'WAIT_FOR_APPROVAL',
      sort: 'created',
      sortDirection: 'asc',
    } as const;
    expect(viewOf(addressOf(view))).toEqual(view);
    expect(addressOf(DEFAULT_VIEW).toString()).toBe('');
  });

  it('LIST-05 a second click on a header reverses the order, another header starts at page 1', () => {
    const onPage2 = { ...DEFAULT_VIEW, page: 2 };
    expect(sortedBy(onPage2, 'businessId')).toMatchObject({ sortDirection: 'asc', page: 1 });
    expect(sortedBy(onPage2, 'fileName')).toMatchObject({ sort: 'fileName', sortDirection: 'asc' });
    expect(sortedBy(onPage2, 'created')).toMatchObject({ sort: 'created', sortDirection: 'desc' });
  });
});

describe('the page size', () => {
  it('LIST-09 CONST-05 is what fits, or 13 before the height is measured', () => {
    expect(fittingRowCount(0)).toBe(13);
    expect(fittingRowCount(56.5 * 12 + 56)).toBe(12);
    expect(fittingRowCount(80)).toBe(5);
  });
});
