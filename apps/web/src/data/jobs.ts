import { jobCalls, type JobFilter } from '@curvewell/contracts';
import type { Job } from '@curvewell/domain';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { identityQueries } from './identity.ts';
import { callQuery } from '../shared/api/call-query.ts';

/** Polling interval, ms. Live events do not cover other laboratories. */
const LOOK_MS = 5_000;

export const jobQueries = {
  all: ['jobs'] as const,
  list: (filter: JobFilter) => ({
    ...callQuery([...jobQueries.all, 'list', filter], jobCalls.list, { query: filter }),
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  }),
};

/** Confirms that the database was rolled back on purpose. */
export function useConfirmRolledBack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => api(jobCalls.confirmRolledBack, { body: { reason } }),
    // Also after an error: another administrator may have confirmed it first.
    onSettled: () => client.invalidateQueries({ queryKey: identityQueries.properties.queryKey }),
  });
}

export function useRestartJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, id }: Job) => api(jobCalls.restart, { params: { kind, jobId: id } }),
    // Also after an error: another administrator may have restarted it first.
    onSettled: () => client.invalidateQueries({ queryKey: jobQueries.all }),
  });
}
