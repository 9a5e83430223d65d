import { dashboardCalls } from '@curvewell/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';

/** Polling interval during preparation, ms. The server does not announce the end of preparation. */
const PREPARING_MS = 5_000;

export const dashboardQueries = {
  all: ['dashboard'] as const,
  /** @param today - the local start of today */
  read: (today: string) =>
    queryOptions({
      queryKey: ['dashboard', today] as const,
      queryFn: ({ signal }) => api(dashboardCalls.read, { query: { today }, signal }),
      refetchInterval: ({ state }) => (state.data?.preparing ? PREPARING_MS : false),
    }),
};
