import { canSearchFor, searchCalls } from '@curvewell/contracts';

import { callQuery } from '../shared/api/call-query.ts';

export const searchQueries = {
  /** The first runs, samples, kits, lots and people that contain a text. Never shows those of another text. */
  all: (search: string) => ({
    ...callQuery(['search', search], searchCalls.search, { query: { search } }),
    enabled: canSearchFor(search),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  }),
};
