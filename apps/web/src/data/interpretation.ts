import {
  interpretationCalls,
  type DiagnosticUpdate,
  type Fluorescence,
  type ReferencePlace,
} from '@curvewell/contracts';
import type { ChannelName, ChartWell, EvaluatedSettings } from '@curvewell/domain';
import { queryOptions, skipToken, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { hasCode } from '../shared/api/api-problem.ts';
import { isPreviewRetried } from '../shared/api/try-again.ts';
import { withUpdatedDiagnostics } from './cached/run-changes.ts';
import { seenQueries } from './decisions.ts';
import { answered, useRunMutation } from './runs.ts';
import { callQuery } from '../shared/api/call-query.ts';

interface KitAndBuffer {
  readonly kitId: string;
  readonly reactionBufferId: string;
}

/** A run and the draft settings to evaluate it with. */
interface EvaluatedRun {
  readonly runId: string;
  readonly settings: EvaluatedSettings;
}

interface RunChannel {
  readonly runId: string;
  readonly channel: ChannelName;
}

/** The curves of a run that others are compared with. */
export interface OverlayRun {
  readonly place: ReferencePlace;
  readonly chart: readonly ChartWell[];
  /** Null: not asked for. */
  readonly fluorescence: Fluorescence | null;
}

interface OverlayOf {
  readonly places: readonly ReferencePlace[];
  readonly channel: ChannelName;
  /** Whether the fluorescence is shown. */
  readonly isRead: boolean;
}

export const interpretationQueries = {
  /** The laboratory's interpreted runs with a kit and a buffer. */
  kitRuns: (place: KitAndBuffer) =>
    callQuery(['interpretation', 'kitRuns', place], interpretationCalls.kitRuns, { params: place }),
  allAnalyserRuns: ['interpretation', 'analyserRuns'] as const,
  /** The runs of an analyser, whatever their kits. */
  analyserRuns: (analyserId: string) =>
    callQuery([...interpretationQueries.allAnalyserRuns, analyserId], interpretationCalls.analyserRuns, {
      params: { analyserId },
    }),
  /** The mean curve and common peaks of a run without a kit. They change only with its files. */
  melt: ({ runId, revision }: { readonly runId: string; readonly revision: number }) => ({
    ...callQuery(['interpretation', 'melt', runId, revision], interpretationCalls.melt, {
      params: { runId },
    }),
    staleTime: Infinity,
  }),
  /** The result of draft settings on a run. Equal settings give equal results, so it can be cached. */
  evaluated: (run: EvaluatedRun | null) =>
    queryOptions({
      queryKey: ['interpretation', 'evaluated', run] as const,
      queryFn:
        run === null
          ? skipToken
          : ({ signal }) =>
              api(interpretationCalls.evaluate, {
                params: { runId: run.runId },
                body: run.settings,
                signal,
              }),
      staleTime: Infinity,
      gcTime: 60_000,
      retry: isPreviewRetried,
    }),
  /** The result of a reinterpretation. Never cached: settings and results may have changed since. */
  reinterpretation: (runId: string) =>
    queryOptions({
      queryKey: ['interpretation', 'preview', runId] as const,
      queryFn: ({ signal }) =>
        api(interpretationCalls.previewReinterpretation, { params: { runId }, signal }),
      staleTime: 0,
      gcTime: 0,
      retry: (_failures, error) => hasCode(error, 'too-many-requests'),
    }),
  previous: (runId: string) => ({
    ...callQuery(['interpretation', 'previous', runId], interpretationCalls.previousInterpretations, {
      params: { runId },
    }),
    staleTime: 0,
  }),
  previousChart: (of: { readonly runId: string; readonly interpretationId: string }) => ({
    ...callQuery(['interpretation', 'previousChart', of], interpretationCalls.previousChart, { params: of }),
    staleTime: Infinity,
    structuralSharing: false,
  }),
  /** The wells as interpreted. Never change, so they are loaded once; overrides are part of the run. */
  chart: (runId: string) =>
    queryOptions({
      queryKey: ['interpretation', 'chart', runId] as const,
      queryFn: ({ signal }) => api(interpretationCalls.chart, { params: { runId }, signal }),
      staleTime: ({ state }) => ((state.data?.length ?? 0) > 0 ? Infinity : 0),
      structuralSharing: false,
    }),
  /** The fluorescence of all wells of a channel, as measured. Never changes. */
  fluorescence: ({ runId, channel }: RunChannel) => ({
    ...callQuery(['interpretation', 'fluorescence', runId, channel], interpretationCalls.fluorescence, {
      params: { runId },
      query: { channel },
    }),
    staleTime: Infinity,
    structuralSharing: false,
  }),
  allNormalised: (runId: string) => ['interpretation', 'normalised', runId] as const,
  /** The normalised curves of all wells of a channel, with the settings of the interpretation, which replaces them. */
  normalised: ({ runId, channel }: RunChannel) => ({
    ...callQuery([...interpretationQueries.allNormalised(runId), channel], interpretationCalls.normalised, {
      params: { runId },
      query: { channel },
    }),
    staleTime: Infinity,
    structuralSharing: false,
  }),
  /** The amplification of all wells. Its Cq are found as the interpretation did, and importing the files again replaces it. */
  amplification: (runId: string) => ({
    ...callQuery(['interpretation', 'amplification', runId], interpretationCalls.amplification, {
      params: { runId },
    }),
    staleTime: Infinity,
    structuralSharing: false,
  }),
  /** Where curves to compare a well with are. */
  references: (well: { readonly runId: string; readonly wellId: string }) =>
    callQuery(['interpretation', 'references', well], interpretationCalls.references, { params: well }),
};

/** The curves at these places: the charts of their runs, which may be loaded already. */
export const overlayQuery = ({ places, channel, isRead }: OverlayOf) =>
  queryOptions({
    queryKey: ['interpretation', 'overlay', places, channel, isRead] as const,
    queryFn: ({ client }): Promise<readonly OverlayRun[]> =>
      Promise.all(
        places.map(async (place) => {
          const { runId } = place;
          const [chart, fluorescence] = await Promise.all([
            client.query(interpretationQueries.chart(runId)),
            isRead ? client.query(interpretationQueries.fluorescence({ runId, channel })) : null,
          ]);
          return { place, chart, fluorescence };
        }),
      ),
    staleTime: Infinity,
    structuralSharing: false,
  });

export const useInterpretRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: () => api(interpretationCalls.interpret, { params: { runId } }),
    runAfter: answered,
  });

/** Reinterprets a run. Its chart is replaced, and all results count as unseen. */
export function useReinterpret(runId: string) {
  const client = useQueryClient();
  return useRunMutation({
    runId,
    mutationFn: async (body: RequestOf<typeof interpretationCalls.reinterpret>['body']) => {
      const run = await api(interpretationCalls.reinterpret, { params: { runId }, body });
      await client.invalidateQueries({ queryKey: interpretationQueries.chart(runId).queryKey });
      void client.invalidateQueries({ queryKey: interpretationQueries.allNormalised(runId) });
      void client.invalidateQueries({ queryKey: interpretationQueries.amplification(runId).queryKey });
      void client.invalidateQueries({ queryKey: seenQueries.list(runId).queryKey });
      return run;
    },
    runAfter: answered,
  });
}

/** Overrides the diagnostic of a well, or undoes the last override. */
export const useUpdateDiagnostic = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: ({ wellId, update }: { readonly wellId: string; readonly update: DiagnosticUpdate }) =>
      api(interpretationCalls.updateDiagnostic, {
        params: { runId },
        query: { wellIds: [wellId] },
        body: update,
      }),
    runAfter: withUpdatedDiagnostics,
  });
