import { jobCalls } from '@curvewell/contracts';
import type { Job } from '@curvewell/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { identityQueries } from './identity.ts';

/** Changes in other laboratories are not announced here: the interval of polling. */
const LOOK_MS = 5_000;

export const jobQueries = {
  all: ['jobs'] as const,
  list: () =>
    queryOptions({
      queryKey: [...jobQueries.all, 'list'] as const,
      queryFn: ({ signal }) => api(jobCalls.list, { signal }),
      refetchInterval: LOOK_MS,
    }),
};

/** Confirms that the database was set back on purpose. */
export function useConfirmRolledBack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => api(jobCalls.confirmRolledBack, { body: { reason } }),
    // Also when somebody else was faster.
    onSettled: () => client.invalidateQueries({ queryKey: identityQueries.properties.queryKey }),
  });
}

/** Begins a job again that has failed. */
export function useRestartJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, id }: Job) => api(jobCalls.restart, { params: { kind, jobId: id } }),
    // Also when somebody else was faster.
    onSettled: () => client.invalidateQueries({ queryKey: jobQueries.all }),
  });
}
