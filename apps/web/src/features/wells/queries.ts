import { kitCalls, templateCalls, type ChannelName, type Run } from '@curvewell/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';
import type { KitAssay } from './assay-choices.ts';

/** Buffers and diagnostics of the kits that are on a plate. */
async function loadAssays(run: Run, signal: AbortSignal): Promise<readonly KitAssay[]> {
  const channelNames: ChannelName[] = run.analyses.map(({ channel }) => channel);
  const kitIds = [...new Set(run.kits.map(({ kitVersion }) => kitVersion.kit.id))];
  return Promise.all(
    kitIds.map(async (kitId) => {
      const { reactionBuffers } = await api(kitCalls.get, { params: { kitId }, signal });
      const diagnostics =
        reactionBuffers.length === 0
          ? []
          : await api(kitCalls.diagnosticColorsOfChannels, {
              params: { kitId, analyserId: run.analyser },
              query: { rbIds: reactionBuffers.map(({ id }) => id), channelNames },
              signal,
            });
      return { kitId, buffers: reactionBuffers.filter(({ active }) => active), diagnostics };
    }),
  );
}

export const wellQueries = {
  all: ['wells'] as const,
  /** Templates for the kits of a run and its kind of plate. */
  templates: (run: Run) =>
    queryOptions({
      queryKey: [...wellQueries.all, 'templates', run] as const,
      queryFn: async ({ signal }) => {
        const kitIds = [...new Set(run.kits.map(({ kitVersion }) => kitVersion.kit.id))];
        const templates = await api(templateCalls.list, { query: { kitIds }, signal });
        return templates.filter(({ plateType }) => plateType === run.plateType);
      },
    }),
  assays: (run: Run) =>
    queryOptions({
      queryKey: [...wellQueries.all, 'assays', run] as const,
      queryFn: ({ signal }) => loadAssays(run, signal),
    }),
};
