import { controlCalls } from '@curvewell/contracts';
import type { ControlMeasure } from '@curvewell/domain';
import { keepPreviousData, queryOptions, skipToken, useMutation } from '@tanstack/react-query';

import { api, apiFile, type RequestOf } from '../shared/api/api-client.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

export type ControlScopeQuery = RequestOf<typeof controlCalls.negatives>['query'];
export type ControlSeriesQuery = RequestOf<typeof controlCalls.series>['query'];

export const controlQueries = {
  all: ['controls'] as const,
  /** Kits, buffers, analysers and channels that have control readings. */
  choices: callQuery(['controls', 'choices'], controlCalls.choices),
  overview: (query: ControlScopeQuery & { readonly measure: ControlMeasure }) => ({
    ...callQuery(['controls', 'overview', query], controlCalls.overview, { query }),
    placeholderData: keepPreviousData,
  }),
  series: (query: ControlSeriesQuery | null) =>
    queryOptions({
      queryKey: ['controls', 'series', query] as const,
      queryFn: query === null ? skipToken : ({ signal }) => api(controlCalls.series, { query, signal }),
    }),
  negatives: (query: ControlScopeQuery) =>
    callQuery(['controls', 'negatives', query], controlCalls.negatives, { query }),
  tmShifts: (query: ControlScopeQuery) =>
    callQuery(['controls', 'tmShifts', query], controlCalls.tmShifts, { query }),
  reading: (readingId: string | null) =>
    queryOptions({
      queryKey: ['controls', 'reading', readingId] as const,
      queryFn:
        readingId === null
          ? skipToken
          : ({ signal }) => api(controlCalls.reading, { params: { readingId }, signal }),
    }),
};

/** A note changes only its own reading. */
export const useAddNote = (readingId: string) =>
  useRefreshingMutation(
    [],
    (value: string) => api(controlCalls.addNote, { params: { readingId }, body: { value } }),
    { cache: (client, reading) => client.setQueryData(controlQueries.reading(readingId).queryKey, reading) },
  );

/** Excluding or including a reading changes the mean, so all control queries are invalidated. */
export const useSetExcluded = (readingId: string) =>
  useRefreshingMutation(
    [controlQueries.all],
    (body: RequestOf<typeof controlCalls.setExcluded>['body']) =>
      api(controlCalls.setExcluded, { params: { readingId }, body }),
    { isAlways: true },
  );

export const useSetReferenceLot = () =>
  useRefreshingMutation(
    [controlQueries.all],
    (body: RequestOf<typeof controlCalls.setReferenceLot>['body']) =>
      api(controlCalls.setReferenceLot, { body }),
    { isAlways: true },
  );

export const useExportSeries = () =>
  useMutation({ mutationFn: (query: ControlSeriesQuery) => apiFile(controlCalls.export, { query }) });
