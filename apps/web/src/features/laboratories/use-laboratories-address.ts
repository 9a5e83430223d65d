import type { LaboratoryPlace } from '../../data/laboratories.ts';
import { pageIn, pageText, searchIn, useAddress } from '../../shared/navigation/use-address.ts';

/** Query parameters of the users; dropped when another laboratory is selected. */
const OF_USERS = /^user/;

/** The list and selection in the address: `?laboratory=…&page=2&search=north&sort=name,desc`. */
export function useLaboratoriesAddress() {
  const { address, set } = useAddress();
  const place: LaboratoryPlace = {
    page: pageIn(address),
    search: searchIn(address),
    sort: address.get('sort') === 'name,desc' ? 'name,desc' : 'name,asc',
  };

  return {
    place,
    laboratoryId: address.get('laboratory'),
    show: ({ page: next, search, sort }: LaboratoryPlace): void =>
      set({ page: pageText(next), search, sort: sort === 'name,asc' ? null : sort }),
    /** Null clears the selection. */
    choose: (laboratoryId: string | null): void => {
      const ofUsers = [...address.keys()].filter((key) => OF_USERS.test(key));
      set({ ...Object.fromEntries(ofUsers.map((key) => [key, null])), laboratory: laboratoryId });
    },
  };
}
