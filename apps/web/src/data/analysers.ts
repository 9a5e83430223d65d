import { analyserCalls } from '@curvewell/contracts';
import type { AnalyserProfile } from '@curvewell/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';

export const analyserQueries = {
  all: ['analysers'] as const,
  /** The active analysers, for the import of a run. */
  list: queryOptions({
    queryKey: ['analysers', 'list'] as const,
    queryFn: ({ signal }) => api(analyserCalls.list, { signal }),
  }),
  ofKitVersion: (versionId: string) =>
    queryOptions({
      queryKey: ['analysers', 'ofKitVersion', versionId] as const,
      queryFn: ({ signal }) => api(analyserCalls.ofKitVersion, { params: { versionId }, signal }),
    }),
  /** The active analysers with their file profiles. */
  profiles: queryOptions({
    queryKey: ['analysers', 'profiles'] as const,
    queryFn: ({ signal }) => api(analyserCalls.profiles, { signal }),
  }),
};

interface AnalyserSave {
  /** Null for a new analyser. */
  readonly analyserId: string | null;
  readonly profile: AnalyserProfile;
  /** Keeps its current value if omitted. */
  readonly active?: boolean;
}

/** Creates an analyser, or changes its profile or whether it is active. */
export function useSaveAnalyser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ analyserId, profile, active }: AnalyserSave) =>
      analyserId === null
        ? api(analyserCalls.create, { body: { profile } })
        : api(analyserCalls.update, { params: { analyserId }, body: { profile, active } }),
    onSuccess: () => client.invalidateQueries({ queryKey: analyserQueries.all }),
  });
}
