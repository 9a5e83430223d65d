import { releaseCalls } from '@curvewell/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';

export const releaseQueries = {
  all: ['releases'] as const,
  lastIfNotSeen: queryOptions({
    queryKey: ['releases', 'detail', 'last-if-not-seen'] as const,
    queryFn: ({ signal }) => api(releaseCalls.lastIfNotSeen, { signal }),
    staleTime: Infinity,
  }),
  last: queryOptions({
    queryKey: ['releases', 'detail', 'last'] as const,
    queryFn: ({ signal }) => api(releaseCalls.last, { signal }),
    staleTime: Infinity,
  }),
  detail: (version: string) =>
    queryOptions({
      queryKey: ['releases', 'detail', version] as const,
      queryFn: ({ signal }) => api(releaseCalls.get, { params: { version }, signal }),
      staleTime: Infinity,
    }),
};
