import {
  type ChannelName,
  inChannelOrder,
  type Kit,
  type PhaseType,
  type ReactionBuffer,
} from '@curvewell/domain';

import type { Db, Tx } from '../../../database/db.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';
import { ownerView } from '../owner/new-kit.ts';
import { diagnosticColorOf } from './diagnostic-color.ts';

export const kitInclude = {
  buffers: { include: { reactionBuffer: true }, orderBy: { reactionBuffer: { name: 'asc' } } },
  channels: { orderBy: { channel: 'asc' } },
  analysers: {
    include: { analyser: { select: { id: true, name: true } } },
    orderBy: { analyser: { order: 'asc' } },
  },
  diagnostics: { orderBy: { order: 'asc' } },
} as const satisfies Prisma.KitInclude;

type KitRow = Prisma.KitGetPayload<{ include: typeof kitInclude }>;

/** A kit with phases for this buffer and channel, in any version and on any analyser. */
export interface ConfiguredPlace {
  readonly kitId: string;
  readonly reactionBufferId: string;
  readonly channel: ChannelName;
  readonly phaseType: PhaseType;
}

/** Where kits have phases: one query with a few rows for each kit, whatever the number of versions. */
export async function configuredPlaces(db: Db | Tx, kitIds: readonly string[]): Promise<ConfiguredPlace[]> {
  if (kitIds.length === 0) return [];
  return db.$queryRaw<ConfiguredPlace[]>`
    SELECT DISTINCT v.kit_id AS "kitId", p.reaction_buffer_id AS "reactionBufferId",
      p.channel, p.phase_type AS "phaseType"
    FROM phase p JOIN kit_version v ON v.id = p.kit_version_id
    WHERE v.kit_id = ANY(${[...kitIds]}::uuid[])`;
}

/** The part of a kit that every user may see. */
export function reducedKitView(
  row: KitRow,
  places: readonly ConfiguredPlace[],
  actor: Pick<Caller, 'laboratory'>,
): Kit {
  const ofKit = places.filter(({ kitId }) => kitId === row.id);
  return {
    id: row.id,
    name: row.name,
    isSample: row.sample,
    makesTrials: row.sample && actor.laboratory?.demonstration !== true,
    owner: ownerView(row.laboratoryId, actor),
    melt: ofKit.some(({ phaseType }) => phaseType === 'MELT'),
    anneal: ofKit.some(({ phaseType }) => phaseType === 'ANNEAL'),
    reactionBuffers: row.buffers
      .filter(({ reactionBuffer }) => reactionBuffer.active)
      .map(({ reactionBuffer }) => reactionBufferView(reactionBuffer, ofKit)),
    channelAssignments: row.channels.map(({ channel, label }) => ({ channel, label })),
  };
}

/** The whole kit, for users who may read configurations. */
export function fullKitView(
  row: KitRow,
  places: readonly ConfiguredPlace[],
  actor: Pick<Caller, 'laboratory'>,
): Kit {
  const ofKit = places.filter(({ kitId }) => kitId === row.id);
  return {
    ...reducedKitView(row, places, actor),
    reactionBuffers: row.buffers.map(({ reactionBuffer }) => reactionBufferView(reactionBuffer, ofKit)),
    diagnostics: row.diagnostics.map(diagnosticColorOf),
    analysers: row.analysers.map(({ analyser }) => analyser),
    status: row.analysers.map(({ analyserId, status }) => ({ analyserId, status })),
    active: row.active,
    configured: ofKit.length > 0,
  };
}

type BufferRow = Pick<ReactionBuffer, 'id' | 'name' | 'active'>;

export function reactionBufferView(
  { id, name, active }: BufferRow,
  places: readonly Pick<ConfiguredPlace, 'reactionBufferId' | 'channel'>[],
): ReactionBuffer {
  const channels = places
    .filter(({ reactionBufferId }) => reactionBufferId === id)
    .map(({ channel }) => channel);
  return { id, name, active, channels: inChannelOrder(channels), configured: channels.length > 0 };
}
