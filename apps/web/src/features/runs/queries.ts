import { kitCalls, runCalls, type RunSort, type SortDirection } from '@curvewell/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';

export interface RunListQuery {
  /** Zero-based, as on the wire. */
  readonly page: number;
  readonly size: number;
  readonly search: string;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

export const runQueries = {
  all: ['runs'] as const,
  lists: ['runs', 'list'] as const,
  list: (query: RunListQuery) =>
    queryOptions({
      queryKey: [...runQueries.lists, query] as const,
      queryFn: ({ signal }) => api(runCalls.list, { query, signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  detail: (runId: string) =>
    queryOptions({
      queryKey: [...runQueries.all, 'detail', runId] as const,
      queryFn: ({ signal }) => api(runCalls.get, { params: { runId }, signal }),
    }),
  known: (sha256: readonly string[]) =>
    queryOptions({
      queryKey: [...runQueries.all, 'known', sha256] as const,
      queryFn: ({ signal }) => api(runCalls.exists, { query: { sha256: [...sha256] }, signal }),
      enabled: sha256.length > 0,
    }),
  analysers: queryOptions({
    queryKey: ['runs', 'analysers'] as const,
    queryFn: ({ signal }) => api(kitCalls.analysers, { signal }),
  }),
  kits: queryOptions({
    queryKey: ['runs', 'kits'] as const,
    queryFn: ({ signal }) => api(kitCalls.list, { query: {}, signal }),
  }),
  versionsAll: ['runs', 'versions'] as const,
  /** The versions of a kit that an analyser is configured for, with their lots. */
  versions: (place: { readonly kitId: string; readonly analyserId: string }) =>
    queryOptions({
      queryKey: [...runQueries.versionsAll, place] as const,
      queryFn: ({ signal }) => api(kitCalls.versionsForAnalyser, { params: place, signal }),
    }),
  /** All versions of a kit, whatever they are configured for: a new one may be called like none of them. */
  versionsOfKit: (kitId: string) =>
    queryOptions({
      queryKey: [...runQueries.versionsAll, kitId] as const,
      queryFn: ({ signal }) =>
        api(kitCalls.versions, {
          params: { kitId },
          query: { onlyActive: false, onlyValid: false },
          signal,
        }),
    }),
};
