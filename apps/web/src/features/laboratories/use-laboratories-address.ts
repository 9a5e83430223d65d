import { useSearchParams } from 'react-router-dom';

import type { LaboratoryPlace } from '../../data/laboratories.ts';

/** Query parameters of the users; dropped when another laboratory is selected. */
const OF_USERS = /^user/;

/** The list and selection in the address: `?laboratory=…&page=2&search=north&sort=name,desc`. */
export function useLaboratoriesAddress() {
  const [address, setAddress] = useSearchParams();
  const page = Number(address.get('page') ?? 1);
  const place: LaboratoryPlace = {
    page: Number.isInteger(page) && page >= 1 ? page - 1 : 0,
    search: (address.get('search') ?? '').trim().slice(0, 100),
    sort: address.get('sort') === 'name,desc' ? 'name,desc' : 'name,asc',
  };

  return {
    place,
    laboratoryId: address.get('laboratory'),
    show: ({ page: next, search, sort }: LaboratoryPlace): void => {
      setAddress(
        (now) => {
          set(now, 'page', next === 0 ? null : String(next + 1));
          set(now, 'search', search);
          set(now, 'sort', sort === 'name,asc' ? null : sort);
          return now;
        },
        { replace: true },
      );
    },
    /** Null clears the selection. */
    choose: (laboratoryId: string | null): void => {
      setAddress(
        (now) => {
          for (const key of [...now.keys()]) if (OF_USERS.test(key)) now.delete(key);
          set(now, 'laboratory', laboratoryId);
          return now;
        },
        { replace: true },
      );
    },
  };
}

function set(address: URLSearchParams, key: string, value: string | null): void {
  if (value === null || value === '') address.delete(key);
  else address.set(key, value);
}
