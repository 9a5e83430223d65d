import { firstStepCalls } from '@curvewell/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';

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
export function useChooseAnalyser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (analyserId: string) => api(firstStepCalls.chooseAnalyser, { body: { analyserId } }),
    onSuccess: (steps) => {
      client.setQueryData(firstStepQueries.read.queryKey, steps);
    },
  });
}
