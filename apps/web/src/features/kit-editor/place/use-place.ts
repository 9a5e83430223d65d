import {
  type Analyser,
  type ChannelName,
  channelNameSchema,
  type Kit,
  type KitVersion,
  type ReactionBuffer,
} from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';

import { analyserQueries } from '../../../data/analysers.ts';
import { interpretationQueries } from '../../../data/interpretation.ts';
import { type ConfigurationPlace, kitQueries } from '../../../data/kits.ts';
import { useStable } from '../../../shared/hooks/use-stable.ts';
import { useAddress } from '../../../shared/navigation/use-address.ts';

/** The ids in the address. */
export interface PlaceChoice {
  readonly kit?: string | null;
  readonly version?: string | null;
  readonly buffer?: string | null;
  readonly analyser?: string | null;
  readonly channel?: ChannelName | null;
}

/** The selected kit, version, buffer, analyser and channel. */
export interface ChosenPlace {
  readonly kits: readonly Kit[];
  readonly versions: readonly KitVersion[];
  readonly analysers: readonly Analyser[];
  readonly kit: Kit | null;
  readonly version: KitVersion | null;
  readonly buffer: ReactionBuffer | null;
  readonly analyser: Analyser | null;
  readonly channel: ChannelName;
  /** Null while the choice is incomplete. */
  readonly place: ConfigurationPlace | null;
  /** Kits, analysers or the versions of the kit are loading. */
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
  readonly choose: (choice: PlaceChoice) => void;
}

/** The choice in the address. Missing parts default to the newest version, the first buffer and analyser. */
export function usePlace(): ChosenPlace {
  const { address, set } = useAddress();
  const kitsQuery = useQuery(kitQueries.configurable);
  const analysersQuery = useQuery(analyserQueries.list);
  const kits = kitsQuery.data ?? [];
  const analysers = analysersQuery.data ?? [];
  const kit = kits.find(({ id }) => id === address.get('kit')) ?? null;
  const versionsQuery = useQuery({ ...kitQueries.versions(kit?.id ?? ''), enabled: kit !== null });
  const versions = (kit && versionsQuery.data) ?? [];

  const version = versions.find(({ id }) => id === address.get('version')) ?? versions[0] ?? null;
  const buffers = kit?.reactionBuffers ?? [];
  const buffer = buffers.find(({ id }) => id === address.get('buffer')) ?? buffers[0] ?? null;
  const analyser =
    analysers.find(({ id }) => id === address.get('analyser')) ??
    (kit && (analysers.find(({ id }) => kit.analysers?.some((known) => known.id === id)) ?? analysers[0])) ??
    null;
  const known =
    channelNameSchema.safeParse(address.get('channel')).data ?? kit?.channelAssignments[0]?.channel;
  // A new kit starts with the channel of the newest run.
  const runsQuery = useQuery({
    ...interpretationQueries.analyserRuns(analyser?.id ?? ''),
    enabled: kit !== null && analyser !== null && known === undefined,
  });
  const channel = known ?? runsQuery.data?.[0]?.channels[0] ?? 'FAM';
  const place =
    kit && version && buffer && analyser
      ? { kitId: kit.id, versionId: version.id, reactionBufferId: buffer.id, analyserId: analyser.id }
      : null;

  /** Selects a new item after it is created, without overwriting choices made meanwhile. */
  const choose = useStable((choice: PlaceChoice): void => set({ tab: 'kits', ...choice }));

  return {
    kits,
    versions,
    analysers,
    kit,
    version,
    buffer,
    analyser,
    channel,
    place,
    isLoading: kitsQuery.isLoading || analysersQuery.isLoading || versionsQuery.isLoading,
    isFailed: kitsQuery.isError || analysersQuery.isError || versionsQuery.isError,
    retry: () => {
      void kitsQuery.refetch();
      void analysersQuery.refetch();
      if (kit) void versionsQuery.refetch();
    },
    choose,
  };
}
