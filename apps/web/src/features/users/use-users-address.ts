import { userFilterSchema } from '@curvewell/contracts';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';

import type { UserPlace } from '../../data/users.ts';

const sortSchema = z
  .templateLiteral([z.enum(['login', 'lastname', 'firstname']), ',', z.enum(['asc', 'desc'])])
  .catch('login,asc');

/** Replaces the user id for the form of a new user. */
const NEW = 'new';

/** The list in the address: `?userPage=2&userSearch=lund&userShow=to-look-at&userSort=lastname,asc&user=…`. */
export function useUsersAddress() {
  const [address, setAddress] = useSearchParams();
  const page = Number(address.get('userPage') ?? 1);
  const place: UserPlace = {
    page: Number.isInteger(page) && page >= 1 ? page - 1 : 0,
    search: (address.get('userSearch') ?? '').trim().slice(0, 100),
    show: userFilterSchema.catch('all').parse(address.get('userShow')),
    sort: sortSchema.parse(address.get('userSort') ?? 'login,asc'),
  };
  const user = address.get('user');
  const change = (values: Readonly<Record<string, string | null>>): void => {
    setAddress(
      (now) => {
        for (const [key, value] of Object.entries(values)) {
          if (value === null || value === '') now.delete(key);
          else now.set(key, value);
        }
        return now;
      },
      { replace: true },
    );
  };

  return {
    place,
    userId: user === NEW ? null : user,
    isNew: user === NEW,
    show: ({ page: next, search, show, sort }: UserPlace): void => {
      change({
        userPage: next === 0 ? null : String(next + 1),
        userSearch: search,
        userShow: show === 'all' ? null : show,
        userSort: sort === 'login,asc' ? null : sort,
      });
    },
    /** Null clears the selection. */
    choose: (userId: string | null): void => {
      change({ user: userId });
    },
    startNew: (): void => {
      change({ user: NEW });
    },
  };
}
