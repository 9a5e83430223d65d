import {
  archiveCalls,
  interpretationCalls,
  kitCalls,
  runCalls,
  type ChannelName,
  type InterpretedWell,
  type Run,
} from '@curvewell/contracts';
import { queryOptions, type QueryFunctionContext } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';
import { withUpdates } from './review-wells.ts';

/** A run as it is reviewed: with its curves, whether it is in the archive or not. */
export interface ReviewedRun {
  readonly run: Run;
  readonly interpreted: readonly InterpretedWell[];
}

interface RunKey {
  readonly runId: string;
  readonly isArchived: boolean;
}

async function loadReview(
  { runId, isArchived }: RunKey,
  { client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>,
): Promise<ReviewedRun> {
  if (isArchived) {
    const { run, interpretedWells } = await api(archiveCalls.get, { params: { runId }, signal });
    return { run, interpreted: withUpdates(run, interpretedWells) };
  }
  const [run, chart] = await Promise.all([
    api(runCalls.get, { params: { runId }, signal }),
    client.query(interpretationQueries.chart(runId)),
  ]);
  return { run, interpreted: withUpdates(run, chart) };
}

interface OfferKey {
  readonly kitId: string;
  readonly analyserId: string;
  readonly reactionBufferId: string;
  readonly channel: ChannelName;
}

export const interpretationQueries = {
  all: ['interpretation'] as const,
  detail: (key: RunKey) =>
    queryOptions({
      queryKey: [...interpretationQueries.all, 'detail', key] as const,
      queryFn: (context) => loadReview(key, context),
    }),
  /** The wells as they were interpreted: nothing changes them, so they are loaded once. */
  chart: (runId: string) =>
    queryOptions({
      queryKey: [...interpretationQueries.all, 'chart', runId] as const,
      queryFn: ({ signal }) => api(interpretationCalls.chart, { params: { runId }, signal }),
      staleTime: ({ state }) => ((state.data?.length ?? 0) > 0 ? Infinity : 0),
      structuralSharing: false,
    }),
  /** The diagnostics that a well's kit, buffer and channel can give, and the results of controls. */
  offered: (key: OfferKey) =>
    queryOptions({
      queryKey: [...interpretationQueries.all, 'offered', key] as const,
      queryFn: async ({ signal }) => {
        const [own, tests] = await Promise.all([
          api(kitCalls.diagnosticColors, { params: key, signal }),
          api(kitCalls.testDiagnosticColors, { signal }),
        ]);
        const offered = new Map([...own, ...tests].map((color) => [color.id, color]));
        return [...offered.values()];
      },
    }),
};
