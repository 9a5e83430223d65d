import { type LotFilter, lotFilterSchema } from '@curvewell/domain';

import type { LotCatalogueSort, LotPlace } from '../../data/lots.ts';
import { pageIn, pageText, searchIn, useAddress } from '../../shared/navigation/use-address.ts';

export type LotSort = LotPlace['sort'] | LotCatalogueSort;
const BOTH = ['expirationDate,asc', 'expirationDate,desc', 'name,asc', 'name,desc'] as const;
const SORTS_OF_VERSION: readonly LotPlace['sort'][] = [...BOTH, 'active,asc', 'active,desc'];
const SORTS_OF_ALL: readonly LotCatalogueSort[] = [...BOTH, 'kit,asc', 'kit,desc'];

interface Shown {
  /** From 0. */
  readonly page: number;
  readonly search: string;
  readonly sort: LotSort;
  /** Of the lots of all versions. */
  readonly filter: LotFilter;
}

/** The list in the address: `?tab=lots&kit=…&version=…&lot=…&show=expiring&page=2&search=26B&sort=name,desc`. */
export function useLotsAddress() {
  const { address, set } = useAddress();
  const versionId = address.get('version');
  const wanted = address.get('sort');
  const shown = {
    page: pageIn(address),
    search: searchIn(address),
    sortOfVersion: SORTS_OF_VERSION.find((sort) => sort === wanted) ?? 'name,asc',
    sortOfAll: SORTS_OF_ALL.find((sort) => sort === wanted) ?? 'expirationDate,asc',
    filter: lotFilterSchema.safeParse(address.get('show')).data ?? 'active',
  };
  const sort = versionId === null ? shown.sortOfAll : shown.sortOfVersion;
  return {
    kitId: address.get('kit'),
    versionId,
    lotId: address.get('lot'),
    shown: { ...shown, sort },
    show: (changed: Partial<Shown>): void => {
      const next = { ...shown, sort, page: 0, ...changed };
      set({
        page: pageText(next.page),
        search: next.search,
        sort: next.sort === (versionId === null ? 'expirationDate,asc' : 'name,asc') ? null : next.sort,
        show: next.filter === 'active' ? null : next.filter,
      });
    },
    chooseLot: (lot: string | null): void => set({ lot }),
    /** Another kit resets version, search and page. */
    chooseKit: (kit: string | null): void =>
      set({ kit, version: null, lot: null, page: null, search: null, sort: null }),
    chooseVersion: (version: string | null): void => set({ version, lot: null, page: null, sort: null }),
  };
}
