import { plateCalls } from '@curvewell/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';

export const plateQueries = {
  sampleTypes: queryOptions({
    queryKey: ['plate', 'sample-types'] as const,
    queryFn: ({ signal }) => api(plateCalls.sampleTypes, { signal }),
    staleTime: Infinity,
  }),
};
