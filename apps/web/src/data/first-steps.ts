import { firstStepCalls } from '@curvewell/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { useRefreshingMutation } from '../shared/api/call-query.ts';

export const firstStepQueries = {
  all: ['firstSteps'] as const,
  /** Null once the laboratory has a run. Kits and people may be added on other pages. */
  read: queryOptions({
    queryKey: ['firstSteps', 'read'] as const,
    queryFn: ({ signal }) => api(firstStepCalls.read, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  }),
};

/** Chooses the analyser of the laboratory. The response is the new state of the steps. */
export const useChooseAnalyser = () =>
  useRefreshingMutation(
    [],
    (analyserId: string) => api(firstStepCalls.chooseAnalyser, { body: { analyserId } }),
    { cache: (client, steps) => client.setQueryData(firstStepQueries.read.queryKey, steps) },
  );
