import { analyserCalls } from '@curvewell/contracts';
import type { AnalyserProfile } from '@curvewell/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';

export const analyserQueries = {
  all: ['analysers'] as const,
  /** What runs can be imported from. */
  list: queryOptions({
    queryKey: ['analysers', 'list'] as const,
    queryFn: ({ signal }) => api(analyserCalls.list, { signal }),
  }),
  /** What a kit version is configured for. */
  ofKitVersion: (versionId: string) =>
    queryOptions({
      queryKey: ['analysers', 'ofKitVersion', versionId] as const,
      queryFn: ({ signal }) => api(analyserCalls.ofKitVersion, { params: { versionId }, signal }),
    }),
  /** The same with how the files of each are read. */
  profiles: queryOptions({
    queryKey: ['analysers', 'profiles'] as const,
    queryFn: ({ signal }) => api(analyserCalls.profiles, { signal }),
  }),
};

interface AnalyserSave {
  /** Null: a new one. */
  readonly analyserId: string | null;
  readonly profile: AnalyserProfile;
  /** If omitted: as it is by then. */
  readonly active?: boolean;
}

/** Adds an analyser, or changes its profile or whether it is offered. */
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
