import { releaseCalls } from '@curvewell/contracts';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';

export const releaseQueries = {
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

/** Records that the user has seen a release. The version line still names it. */
export const useMarkReleaseSeen = () =>
  useMutation({
    mutationFn: (version: string) => api(releaseCalls.markSeen, { params: { version } }),
  });
