import { releaseCalls } from '@curvewell/contracts';
import { useMutation } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { callQuery } from '../shared/api/call-query.ts';

export const releaseQueries = {
  lastIfNotSeen: {
    ...callQuery(['releases', 'detail', 'last-if-not-seen'], releaseCalls.lastIfNotSeen),
    staleTime: Infinity,
  },
  last: { ...callQuery(['releases', 'detail', 'last'], releaseCalls.last), staleTime: Infinity },
  detail: (version: string) => ({
    ...callQuery(['releases', 'detail', version], releaseCalls.get, { params: { version } }),
    staleTime: Infinity,
  }),
};

/** Records that the user has seen a release. The version line still names it. */
export const useMarkReleaseSeen = () =>
  useMutation({
    mutationFn: (version: string) => api(releaseCalls.markSeen, { params: { version } }),
  });
