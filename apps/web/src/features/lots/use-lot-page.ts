import type { LotFilter } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';

import { lotQueries } from '../../data/lots.ts';
import type { useLotsAddress } from './use-lots-address.ts';

type Address = ReturnType<typeof useLotsAddress>;

/** The page of lots that the address asks for: of one version, or of all kits with the number in each filter. */
export function useLotPage({
  kitId,
  versionId,
  shown,
  size,
}: Pick<Address, 'kitId' | 'versionId' | 'shown'> & { readonly size: number }) {
  const { page, search, filter, sortOfVersion, sortOfAll } = shown;
  const ofVersion = useQuery({
    ...lotQueries.list({ versionId: versionId ?? '', page, search, sort: sortOfVersion }),
    enabled: versionId !== null,
  });
  const ofAll = useQuery({
    ...lotQueries.catalogue({
      page,
      search,
      size,
      filter,
      sort: sortOfAll,
      ...(kitId !== null && { kitId }),
    }),
    enabled: versionId === null,
  });
  const counts: Readonly<Record<LotFilter, number>> | null = ofAll.data?.counts ?? null;
  return { list: versionId === null ? ofAll : ofVersion, counts };
}
