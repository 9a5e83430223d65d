import { canSearchFor, searchCalls } from '@curvewell/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';

export const searchQueries = {
  /** The first runs, samples, kits, lots and people that contain a text. Never shows those of another text. */
  all: (search: string) =>
    queryOptions({
      queryKey: ['search', search] as const,
      queryFn: ({ signal }) => api(searchCalls.search, { query: { search }, signal }),
      enabled: canSearchFor(search),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    }),
};
