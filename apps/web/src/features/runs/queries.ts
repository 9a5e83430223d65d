import {
  analyserCalls,
  archiveCalls,
  type ArchiveSearchCriterion,
  kitCalls,
  runCalls,
  type RunSort,
  type RunSummary,
  type SortDirection,
} from '@curvewell/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';

/** A page of a list, as it is asked for. */
export interface RunPaging {
  /** Zero-based, as on the wire. */
  readonly page: number;
  readonly size: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

export interface RunPage {
  readonly runs: readonly RunSummary[];
  /** Of all pages. */
  readonly count: number;
}

const pageQuery = (key: readonly unknown[], load: (signal: AbortSignal) => Promise<RunPage>) =>
  queryOptions<RunPage, Error, RunPage>({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
export type RunPageQuery = ReturnType<typeof pageQuery>;

export const runQueries = {
  all: ['runs'] as const,
  lists: ['runs', 'list'] as const,
  archives: ['runs', 'archive'] as const,
  list: (query: RunPaging & { readonly search: string }) =>
    pageQuery([...runQueries.lists, query], async (signal) => {
      const { listObjects, numberOfObjects } = await api(runCalls.list, { query, signal });
      return { runs: listObjects, count: numberOfObjects };
    }),
  archive: (paging: RunPaging, searchCriteria: readonly ArchiveSearchCriterion[]) =>
    pageQuery([...runQueries.archives, paging, searchCriteria], async (signal) => {
      const body = { ...paging, searchCriteria: [...searchCriteria] };
      const { values, count } = await api(archiveCalls.search, { body, signal });
      return { runs: values, count };
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
    queryFn: ({ signal }) => api(analyserCalls.list, { signal }),
  }),
  kits: queryOptions({
    queryKey: ['runs', 'kits'] as const,
    queryFn: ({ signal }) => api(kitCalls.list, { query: {}, signal }),
  }),
  kitStatus: (place: { readonly kitId: string; readonly analyserId: string }) =>
    queryOptions({
      queryKey: ['runs', 'kit-status', place] as const,
      queryFn: ({ signal }) => api(kitCalls.status, { params: place, signal }),
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
