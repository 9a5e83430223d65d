import { useSearchParams } from 'react-router-dom';

import type { LotPlace } from '../../data/lots.ts';

export type LotSort = LotPlace['sort'];
const SORTS: readonly LotSort[] = [
  ...(['name,asc', 'name,desc', 'expirationDate,asc', 'expirationDate,desc'] as const),
  ...(['active,asc', 'active,desc'] as const),
];

interface Shown {
  /** From 0. */
  readonly page: number;
  readonly search: string;
  readonly sort: LotSort;
}

/** The list in the address: `?tab=lots&kit=…&version=…&page=2&search=26B&sort=name,desc`. */
export function useLotsAddress() {
  const [address, setAddress] = useSearchParams();
  const page = Number(address.get('page') ?? 1);
  const shown: Shown = {
    page: Number.isInteger(page) && page >= 1 ? page - 1 : 0,
    search: (address.get('search') ?? '').trim().slice(0, 100),
    sort: SORTS.find((sort) => sort === address.get('sort')) ?? 'name,asc',
  };
  const set = (next: Readonly<Record<string, string | null>>): void => {
    setAddress(
      (now) => {
        for (const [key, value] of Object.entries(next)) {
          if (value === null || value === '') now.delete(key);
          else now.set(key, value);
        }
        return now;
      },
      { replace: true },
    );
  };
  return {
    kitId: address.get('kit'),
    versionId: address.get('version'),
    shown,
    show: ({ page: next, search, sort }: Shown): void => {
      set({ page: next === 0 ? null : String(next + 1), search, sort: sort === 'name,asc' ? null : sort });
    },
    /** Another kit resets version, search and page. */
    chooseKit: (kit: string | null): void => {
      set({ kit, version: null, page: null, search: null, sort: null });
    },
    chooseVersion: (version: string | null): void => {
      set({ version, page: null });
    },
  };
}
