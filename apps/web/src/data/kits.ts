import { kitCalls } from '@curvewell/contracts';
import {
  type ChannelName,
  type CombinationDiagnostic,
  type DiagnosticColor,
  type KitConfiguration,
  type KitOwner,
  type KitVersion,
  ofEachChannel,
  type Phase,
} from '@curvewell/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, apiFile, type RequestOf } from '../shared/api/api-client.ts';
import { isPreviewRetried } from '../shared/api/try-again.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

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

interface KitAndVersion {
  readonly kitId: string;
  readonly versionId: string;
}

/** A file to import, and the kit name to use if its own is taken. */
export interface ImportedFile {
  readonly file: File;
  readonly versionName?: string;
  readonly owner?: KitOwner;
}

export interface ConfigurationPlace {
  readonly kitId: string;
  readonly versionId: string;
  readonly reactionBufferId: string;
  readonly analyserId: string;
}

/** All settings of a `ConfigurationPlace`. */
export interface Configured {
  readonly kitVersion: KitVersion;
  readonly channels: Readonly<
    Record<
      ChannelName,
      { readonly phases: readonly Phase[]; readonly rules: readonly CombinationDiagnostic[] }
    >
  >;
}

const configuredOf = ({ kitVersion, channels, combinationDiagnostics }: KitConfiguration): Configured => {
  const channelOf = (name: ChannelName) => ({
    phases: channels.find((channel) => channel.name === name)?.phases ?? [],
    rules: combinationDiagnostics.filter(({ channel }) => channel === name),
  });
  return { kitVersion, channels: ofEachChannel(channelOf) };
};

const versionsOf = (kitId: string, signal: AbortSignal) =>
  api(kitCalls.versions, { params: { kitId }, query: { onlyActive: false, onlyValid: false }, signal });

const NOTHING = { phases: [], rules: [] };

/** Loads the version first, so that its revision is never newer than the settings loaded after it. */
async function loadConfigured(
  { kitId, ...place }: ConfigurationPlace,
  signal: AbortSignal,
): Promise<Configured | null> {
  const versions = await versionsOf(kitId, signal);
  const kitVersion = versions.find(({ id }) => id === place.versionId);
  if (kitVersion === undefined) return null;
  const { reactionBufferId } = place;
  const ofBuffer = await api(kitCalls.channels, { params: { kitId, reactionBufferId }, signal });
  const loaded = await Promise.all(
    ofBuffer
      .filter(({ configured }) => configured)
      .map(async ({ name }) => {
        const params = { ...place, channel: name };
        const [phases, rules] = await Promise.all([
          api(kitCalls.phases, { params, signal }),
          api(kitCalls.combinations, { params, signal }),
        ]);
        return [name, { phases, rules }] as const;
      }),
  );
  const found = new Map(loaded);
  return { kitVersion, channels: ofEachChannel((name) => found.get(name) ?? NOTHING) };
}

/** Buffers and diagnostics of the kits on a plate. */
async function loadAssays(
  { kitIds, analyserId, channelNames }: AssayPlace,
  signal: AbortSignal,
): Promise<readonly KitAssay[]> {
  return Promise.all(
    kitIds.map(async (kitId) => {
      const { reactionBuffers } = await api(kitCalls.get, { params: { id: kitId }, signal });
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

export type NearZonesRequest = RequestOf<typeof kitCalls.nearZones>['body'];

export const kitQueries = {
  list: callQuery(['kits', 'list'], kitCalls.list, { query: {} }),
  onAnalyser: (analyserId: string) =>
    callQuery(['kits', 'list', 'on-analyser', analyserId], kitCalls.list, { query: { analyserId } }),
  /** The kits in use with their versions, lots, runs and statuses. */
  catalogue: callQuery(['kits', 'list', 'catalogue'], kitCalls.catalogue),
  /** All kits in use, including those without a valid version. */
  configurable: callQuery(['kits', 'list', 'configurable'], kitCalls.list, { query: { onlyValid: false } }),
  /** The kits with a version (`isKitExport`) or with lots to export. */
  exportable: (isKitExport: boolean) =>
    callQuery(['kits', 'list', 'exportable', isKitExport], kitCalls.exportable, {
      query: { isKitExport, onlyValid: false },
    }),
  /** The versions of a kit that are complete enough to export, newest first. */
  exportableVersions: (kitId: string) =>
    callQuery([...kitQueries.allVersions, 'exportable', kitId], kitCalls.exportableVersions, {
      params: { kitId },
    }),
  /** The export file of a kit version. */
  document: (place: KitAndVersion) =>
    callQuery([...kitQueries.allVersions, 'document', place], kitCalls.document, { params: place }),
  allConfigured: ['kits', 'configured'] as const,
  configured: (place: ConfigurationPlace) =>
    queryOptions({
      queryKey: [...kitQueries.allConfigured, place] as const,
      queryFn: ({ signal }) => loadConfigured(place, signal),
    }),
  /** The expressions that can compare zones. Disabled without operands. */
  expressions: (operandsByPhase: readonly string[]) => ({
    ...callQuery(['kits', 'expressions', operandsByPhase], kitCalls.expressions, {
      query: { operandsByPhase: [...operandsByPhase] },
    }),
    enabled: operandsByPhase.length > 0,
    staleTime: Infinity,
  }),
  /** Zones that cannot be distinguished, for the zones being edited. */
  nearZones: (zones: NearZonesRequest) => ({
    ...callQuery(['kits', 'nearZones', zones], kitCalls.nearZones, { body: zones }),
    retry: isPreviewRetried,
  }),
  status: (place: KitPlace) => callQuery(['kits', 'status', place], kitCalls.status, { params: place }),
  /** Of all kits. */
  allVersions: ['kits', 'versions'] as const,
  /** The versions of a kit that are configured for an analyser, with their lots. */
  versionsForAnalyser: (place: KitPlace) =>
    callQuery([...kitQueries.allVersions, place], kitCalls.versionsForAnalyser, { params: place }),
  /** All versions of a kit. A new version must not reuse one of their names. */
  versions: (kitId: string) =>
    queryOptions({
      queryKey: [...kitQueries.allVersions, kitId] as const,
      queryFn: ({ signal }) => versionsOf(kitId, signal),
    }),
  assays: (place: AssayPlace) =>
    queryOptions({
      queryKey: ['kits', 'assays', place] as const,
      queryFn: ({ signal }) => loadAssays(place, signal),
    }),
  /** The possible diagnostics for a kit, buffer and channel, and the results of controls. */
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

/** Creates a kit, a version or a reaction buffer. */
export const useCreateKit = () =>
  useRefreshingMutation([kitQueries.list.queryKey, kitQueries.allVersions], (body: NewKit) =>
    api(kitCalls.create, { body }),
  );

type KitConfigurationChange = RequestOf<typeof kitCalls.update>['body'];

interface KitSave {
  readonly place: ConfigurationPlace;
  readonly body: KitConfigurationChange;
}

/** Saves the settings of a `ConfigurationPlace`. The response updates the cache; lists are invalidated. */
export const useSaveKit = () =>
  useRefreshingMutation(
    [kitQueries.list.queryKey, kitQueries.allVersions, ['analysers', 'ofKitVersion']],
    async ({ place, body }: KitSave) =>
      configuredOf(await api(kitCalls.update, { params: { id: place.versionId }, body })),
    {
      cache: (client, configured, { place }) =>
        client.setQueryData(kitQueries.configured(place).queryKey, configured),
    },
  );

/** Fetches the settings of another place. */
export function useFetchConfiguration() {
  const client = useQueryClient();
  return (place: ConfigurationPlace) => client.query({ ...kitQueries.configured(place), staleTime: 0 });
}

/** Shares a kit of the laboratory with all. */
export const useShareKit = () =>
  useRefreshingMutation(
    [kitQueries.list.queryKey],
    ({ kitId, reason }: { readonly kitId: string; readonly reason: string }) =>
      api(kitCalls.share, { params: { kitId }, body: { reason } }),
  );

export function useExportKit() {
  return useMutation({ mutationFn: (params: KitAndVersion) => apiFile(kitCalls.exportVersion, { params }) });
}

/** Imports a kit version from a file, with its kit, buffers and diagnostics if they are new. */
export const useImportKit = () =>
  useRefreshingMutation([['kits'], ['diagnostics']], ({ file, ...body }: ImportedFile) =>
    api(kitCalls.importVersion, { files: [file], body }),
  );
