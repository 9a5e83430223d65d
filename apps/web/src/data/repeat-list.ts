import { repeatListCalls } from '@curvewell/contracts';
import type { Position, RepeatReason } from '@curvewell/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';

/** A sample of a run that may be repeated. */
export interface RepeatCandidate {
  readonly position: Position;
  readonly name: string;
  readonly orderId: string | null;
  readonly kit: string;
  readonly reason: RepeatReason;
  readonly note: string | null;
}

const all = ['repeat-list'] as const;

export const repeatListQueries = {
  /** The samples that the laboratory repeats. A saved plate changes it, so it is read again each time. */
  list: queryOptions({
    queryKey: [...all, 'laboratory'] as const,
    queryFn: ({ signal }) => api(repeatListCalls.list, { query: {}, signal }),
    staleTime: 0,
  }),
  /** Only those from a run, or placed on it. */
  ofRun: (runId: string) =>
    queryOptions({
      queryKey: [...all, 'run', runId] as const,
      queryFn: ({ signal }) => api(repeatListCalls.list, { query: { runId }, signal }),
      staleTime: 0,
    }),
};

export function useAddRepeats() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof repeatListCalls.add>['body']) => api(repeatListCalls.add, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}

export function useRemoveRepeats() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => api(repeatListCalls.remove, { body: { ids: [...ids] } }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}
