import { jobCalls, type JobFilter } from '@curvewell/contracts';
import type { Job } from '@curvewell/domain';
import { keepPreviousData } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { identityQueries } from './identity.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

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
export const useConfirmRolledBack = () =>
  useRefreshingMutation(
    [identityQueries.properties.queryKey],
    (reason: string) => api(jobCalls.confirmRolledBack, { body: { reason } }),
    { isAlways: true },
  );

export const useRestartJob = () =>
  useRefreshingMutation(
    [jobQueries.all],
    ({ kind, id }: Job) => api(jobCalls.restart, { params: { kind, jobId: id } }),
    { isAlways: true },
  );
