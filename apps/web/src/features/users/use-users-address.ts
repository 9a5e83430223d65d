import { userFilterSchema } from '@curvewell/contracts';
import { z } from 'zod';

import type { UserPlace } from '../../data/users.ts';
import { pageIn, pageText, searchIn, useAddress } from '../../shared/navigation/use-address.ts';

const sortSchema = z
  .templateLiteral([z.enum(['login', 'lastname', 'firstname']), ',', z.enum(['asc', 'desc'])])
  .catch('login,asc');

/** Replaces the user id for the form of a new user. */
const NEW = 'new';

/** The list in the address: `?userPage=2&userSearch=lund&userShow=to-look-at&userSort=lastname,asc&user=…`. */
export function useUsersAddress() {
  const { address, set } = useAddress();
  const place: UserPlace = {
    page: pageIn(address, 'userPage'),
    search: searchIn(address, 'userSearch'),
    show: userFilterSchema.catch('all').parse(address.get('userShow')),
    sort: sortSchema.parse(address.get('userSort') ?? 'login,asc'),
  };
  const user = address.get('user');

  return {
    place,
    userId: user === NEW ? null : user,
    isNew: user === NEW,
    show: ({ page: next, search, show, sort }: UserPlace): void =>
      set({
        userPage: pageText(next),
        userSearch: search,
        userShow: show === 'all' ? null : show,
        userSort: sort === 'login,asc' ? null : sort,
      }),
    /** Null clears the selection. */
    choose: (userId: string | null): void => set({ user: userId }),
    startNew: (): void => set({ user: NEW }),
  };
}
