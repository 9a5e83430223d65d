import { kitCalls, type ChannelName, type Run } from '@curvewell/contracts';
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
  assays: (run: Run) =>
    queryOptions({
      queryKey: [...wellQueries.all, 'assays', run] as const,
      queryFn: ({ signal }) => loadAssays(run, signal),
    }),
};
