import {
  runSortSchema,
  runStatusSchema,
  sortDirectionSchema,
  type RunSort,
  type RunStatus,
  type SortDirection,
} from '@curvewell/contracts';

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

export const DEFAULT_VIEW: RunListView = {
  page: 1,
  search: '',
  status: null,
  sort: 'businessId',
  sortDirection: 'desc',
};

const LONGEST_SEARCH = 100;

/** What an address asks for; what it does not say, or says wrongly, is the default. */
export function viewOf(address: URLSearchParams): RunListView {
  const page = Number(address.get('page') ?? 1);
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    search: (address.get('search') ?? '').trim().slice(0, LONGEST_SEARCH),
    status: runStatusSchema.safeParse(address.get('status')).data ?? null,
    sort: runSortSchema.safeParse(address.get('sort')).data ?? DEFAULT_VIEW.sort,
    sortDirection:
      sortDirectionSchema.safeParse(address.get('sortDirection')).data ?? DEFAULT_VIEW.sortDirection,
  };
}

/** The address of a view, without what is the default. */
export function addressOf(view: RunListView): URLSearchParams {
  const address = new URLSearchParams();
  if (view.page !== DEFAULT_VIEW.page) address.set('page', String(view.page));
  if (view.search !== DEFAULT_VIEW.search) address.set('search', view.search);
  if (view.status !== null) address.set('status', view.status);
  if (view.sort !== DEFAULT_VIEW.sort || view.sortDirection !== DEFAULT_VIEW.sortDirection) {
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
