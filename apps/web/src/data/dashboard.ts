import { dashboardCalls } from '@curvewell/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';

/** While something is made ready, ms: new runs are announced live, the end of preparation is not. */
const PREPARING_MS = 5_000;

export const dashboardQueries = {
  all: ['dashboard'] as const,
  /** @param today - when today began here */
  read: (today: string) =>
    queryOptions({
      queryKey: ['dashboard', today] as const,
      queryFn: ({ signal }) => api(dashboardCalls.read, { query: { today }, signal }),
      refetchInterval: ({ state }) => (state.data?.preparing ? PREPARING_MS : false),
    }),
};
