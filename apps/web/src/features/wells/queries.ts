import { kitCalls, templateCalls, plateCalls, type ChannelName, type Run } from '@curvewell/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';
import type { KitAssay } from './assay-choices.ts';

interface AssayPlace {
  readonly kitIds: readonly string[];
  readonly analyserId: string;
  readonly channelNames: readonly ChannelName[];
}

const kitIdsOf = (run: Run): readonly string[] => [
  ...new Set(run.kits.map(({ kitVersion }) => kitVersion.kit.id)),
];

/** Buffers and diagnostics of the kits that are on a plate. */
async function loadAssays(
  { kitIds, analyserId, channelNames }: AssayPlace,
  signal: AbortSignal,
): Promise<readonly KitAssay[]> {
  return Promise.all(
    kitIds.map(async (kitId) => {
      const { reactionBuffers } = await api(kitCalls.get, { params: { kitId }, signal });
      const diagnostics =
        reactionBuffers.length === 0
          ? []
          : await api(kitCalls.diagnosticColorsOfChannels, {
              params: { kitId, analyserId },
              query: { rbIds: reactionBuffers.map(({ id }) => id), channelNames: [...channelNames] },
              signal,
            });
      return { kitId, buffers: reactionBuffers.filter(({ active }) => active), diagnostics };
    }),
  );
}

export const wellQueries = {
  all: ['wells'] as const,
  /** Templates for the kits of a run and its kind of plate. */
  templates: (run: Run) => {
    const place = { kitIds: kitIdsOf(run), plateType: run.plateType };
    return queryOptions({
      queryKey: [...wellQueries.all, 'templates', place] as const,
      queryFn: async ({ signal }) => {
        const templates = await api(templateCalls.list, { query: { kitIds: [...place.kitIds] }, signal });
        return templates.filter(({ plateType }) => plateType === place.plateType);
      },
    });
  },
  sampleTypes: queryOptions({
    queryKey: ['wells', 'sample-types'] as const,
    queryFn: ({ signal }) => api(plateCalls.sampleTypes, { signal }),
    staleTime: Infinity,
  }),
  assays: (run: Run) => {
    const place: AssayPlace = {
      kitIds: kitIdsOf(run),
      analyserId: run.analyser,
      channelNames: run.analyses.map(({ channel }) => channel),
    };
    return queryOptions({
      queryKey: [...wellQueries.all, 'assays', place] as const,
      queryFn: ({ signal }) => loadAssays(place, signal),
    });
  },
};
