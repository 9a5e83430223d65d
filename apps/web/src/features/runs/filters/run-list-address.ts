import { runSortSchema, sortDirectionSchema, type RunSort, type SortDirection } from '@curvewell/contracts';
import { runStatusSchema, type RunStatus } from '@curvewell/domain';

/** Which part of a list is shown. */
export interface ListPlace {
  /** From 1, as people count. */
  readonly page: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

/** What a list of runs shows, as its address says: `?page=2&search=LCT&status=APPROVED&sort=created&sortDirection=asc`. */
export interface RunListView extends ListPlace {
  readonly search: string;
  /** null: every status. */
  readonly status: RunStatus | null;
}

type Order = Pick<ListPlace, 'sort' | 'sortDirection'>;

/** How a list begins: newest first; for those who decide, with what is undecided on top. */
export const firstOrder = (decides: boolean): Order => ({
  sort: decides ? 'undecided' : 'businessId',
  sortDirection: 'desc',
});
const NEWEST_FIRST = firstOrder(false);

const LONGEST_SEARCH = 100;

/** What an address asks for; what it does not say, or says wrongly, is the default. */
export function viewOf(address: URLSearchParams, first = NEWEST_FIRST): RunListView {
  const page = Number(address.get('page') ?? 1);
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    search: (address.get('search') ?? '').trim().slice(0, LONGEST_SEARCH),
    status: runStatusSchema.safeParse(address.get('status')).data ?? null,
    sort: runSortSchema.safeParse(address.get('sort')).data ?? first.sort,
    sortDirection: sortDirectionSchema.safeParse(address.get('sortDirection')).data ?? first.sortDirection,
  };
}

/** The address of a view, without what is the default. */
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

/** Numbers and dates begin with the newest; ages with what has been so longest. */
const FIRST_DIRECTION: Partial<Record<RunSort, SortDirection>> = { businessId: 'desc', created: 'desc' };

/** The view after a click on a column's head: sorted by it, or turned round. */
export function sortedBy(view: ListPlace, sort: RunSort): ListPlace {
  const turned = view.sortDirection === 'asc' ? 'desc' : 'asc';
  const sortDirection = view.sort === sort ? turned : (FIRST_DIRECTION[sort] ?? 'asc');
  return { sort, sortDirection, page: 1 };
}
