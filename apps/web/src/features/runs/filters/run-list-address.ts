import { runSortSchema, sortDirectionSchema, type RunSort, type SortDirection } from '@curvewell/contracts';
import { runStatusSchema, type RunStatus } from '@curvewell/domain';

import { pageIn, searchIn } from '../../../shared/navigation/use-address.ts';

/** Page and order of a list. */
export interface ListPlace {
  /** From 1. */
  readonly page: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

/** A run list in its address: `?page=2&search=LCT&status=APPROVED&sort=created&sortDirection=asc`. */
export interface RunListView extends ListPlace {
  readonly search: string;
  /** null for every status. */
  readonly status: RunStatus | null;
}

type Order = Pick<ListPlace, 'sort' | 'sortDirection'>;

/** The default order: newest first; for users who decide, undecided runs first. */
export const firstOrder = (decides: boolean): Order => ({
  sort: decides ? 'undecided' : 'businessId',
  sortDirection: 'desc',
});
const NEWEST_FIRST = firstOrder(false);

/** The view in an address. Missing or invalid values get defaults. */
export function viewOf(address: URLSearchParams, first = NEWEST_FIRST): RunListView {
  return {
    page: pageIn(address) + 1,
    search: searchIn(address),
    status: runStatusSchema.safeParse(address.get('status')).data ?? null,
    sort: runSortSchema.safeParse(address.get('sort')).data ?? first.sort,
    sortDirection: sortDirectionSchema.safeParse(address.get('sortDirection')).data ?? first.sortDirection,
  };
}

/** The address of a view, without defaults. */
export function addressOf(view: RunListView, first = NEWEST_FIRST): URLSearchParams {
  const address = new URLSearchParams();
  if (view.page !== 1) address.set('page', String(view.page));
  if (view.search !== '') address.set('search', view.search);
  if (view.status !== null) address.set('status', view.status);
  if (view.sort !== first.sort || view.sortDirection !== first.sortDirection) {
    address.set('sort', view.sort);
    address.set('sortDirection', view.sortDirection);
  }
  return address;
}

/** Initial direction of a column: newest first for numbers and dates, longest first for ages. */
const FIRST_DIRECTION: Partial<Record<RunSort, SortDirection>> = { businessId: 'desc', created: 'desc' };

/** The view after a click on a column header: sorted by it, or reversed. */
export function sortedBy(view: ListPlace, sort: RunSort): ListPlace {
  const turned = view.sortDirection === 'asc' ? 'desc' : 'asc';
  const sortDirection = view.sort === sort ? turned : (FIRST_DIRECTION[sort] ?? 'asc');
  return { sort, sortDirection, page: 1 };
}
