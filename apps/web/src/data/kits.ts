import { type ChannelName, type DiagnosticColor, kitCalls } from '@curvewell/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';

interface KitPlace {
  readonly kitId: string;
  readonly analyserId: string;
}

interface ChannelPlace extends KitPlace {
  readonly reactionBufferId: string;
  readonly channel: ChannelName;
}

interface AssayPlace {
  readonly kitIds: readonly string[];
  readonly analyserId: string;
  readonly channelNames: readonly ChannelName[];
}

/** What a kit offers on an analyser. */
export interface KitAssay {
  readonly kitId: string;
  readonly buffers: readonly { readonly id: string; readonly name: string }[];
  readonly diagnostics: readonly {
    readonly reactionBufferId: string;
    readonly channel: ChannelName;
    readonly diagnosticColors: readonly DiagnosticColor[];
  }[];
}

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

export const kitQueries = {
  list: queryOptions({
    queryKey: ['kits', 'list'] as const,
    queryFn: ({ signal }) => api(kitCalls.list, { query: {}, signal }),
  }),
  status: (place: KitPlace) =>
    queryOptions({
      queryKey: ['kits', 'status', place] as const,
      queryFn: ({ signal }) => api(kitCalls.status, { params: place, signal }),
    }),
  /** Of any kit. */
  allVersions: ['kits', 'versions'] as const,
  /** The versions of a kit that an analyser is configured for, with their lots. */
  versionsForAnalyser: (place: KitPlace) =>
    queryOptions({
      queryKey: [...kitQueries.allVersions, place] as const,
      queryFn: ({ signal }) => api(kitCalls.versionsForAnalyser, { params: place, signal }),
    }),
  /** All versions of a kit, whatever they are configured for: a new one may be called like none of them. */
  versions: (kitId: string) =>
    queryOptions({
      queryKey: [...kitQueries.allVersions, kitId] as const,
      queryFn: ({ signal }) =>
        api(kitCalls.versions, {
          params: { kitId },
          query: { onlyActive: false, onlyValid: false },
          signal,
        }),
    }),
  assays: (place: AssayPlace) =>
    queryOptions({
      queryKey: ['kits', 'assays', place] as const,
      queryFn: ({ signal }) => loadAssays(place, signal),
    }),
  /** The diagnostics that a well's kit, buffer and channel can give, and the results of controls. */
  diagnostics: (place: ChannelPlace) =>
    queryOptions({
      queryKey: ['kits', 'diagnostics', place] as const,
      queryFn: async ({ signal }) => {
        const [own, tests] = await Promise.all([
          api(kitCalls.diagnosticColors, { params: place, signal }),
          api(kitCalls.testDiagnosticColors, { signal }),
        ]);
        const offered = new Map([...own, ...tests].map((color) => [color.id, color]));
        return [...offered.values()];
      },
    }),
};

export type NewKit = RequestOf<typeof kitCalls.create>['body'];

/** Makes what is new of a kit, a version, a reaction buffer. */
export function useCreateKit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewKit) => api(kitCalls.create, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: kitQueries.list.queryKey });
      await client.invalidateQueries({ queryKey: kitQueries.allVersions });
    },
  });
}
