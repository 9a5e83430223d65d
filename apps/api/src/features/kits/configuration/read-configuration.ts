import { channelNameSchema, type KitConfiguration, type ReactionBuffer } from '@curvewell/domain';

import type { Db, Tx } from '../../../database/db.ts';
import { type KitViewer, visibleKit } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import type { Caller } from '../../../actor.ts';
import { findCombinations } from '../zones/combinations.ts';
import { reactionBufferView } from '../read/kit-view.ts';
import { findPhases } from '../zones/phases.ts';
import { analyserInclude, analyserView } from '../../analysers/index.ts';
import { getVersion } from '../read/read-versions.ts';

export interface Place {
  readonly versionId: string;
  readonly reactionBufferId: string;
  readonly analyserId: string;
}

/** The same for a kit that may not have a buffer yet. */
export interface PlaceToFill extends Omit<Place, 'reactionBufferId'> {
  readonly reactionBufferId: string | null;
}

/** All settings of a kit version with a buffer on an analyser. @throws AppError `not-found` */
export async function getConfiguration(
  tx: Tx,
  actor: Caller,
  { reactionBufferId, ...place }: PlaceToFill,
): Promise<KitConfiguration> {
  const kitVersion = await getVersion(tx, actor, place.versionId);
  const kitId = kitVersion.kit.id;
  const analyser = await tx.analyser.findUnique({
    where: { id: place.analyserId },
    include: analyserInclude(actor),
  });
  const buffer =
    reactionBufferId === null
      ? null
      : await tx.reactionBuffer.findUnique({ where: { id: reactionBufferId } });
  if (analyser === null || (buffer === null && reactionBufferId !== null)) throw notFound('configuration');
  const filled = buffer && { ...place, reactionBufferId: buffer.id };
  const status = await tx.kitAnalyser.findUnique({
    where: { kitId_analyserId: { kitId, analyserId: place.analyserId } },
  });
  const assigned = await tx.kitChannel.findMany({ where: { kitId } });
  const phases = Map.groupBy(filled ? await findPhases(tx, filled) : [], ({ channel }) => channel);
  return {
    kitVersion,
    reactionBuffer:
      buffer &&
      reactionBufferView(
        buffer,
        [...phases.keys()].map((channel) => ({ reactionBufferId: buffer.id, channel })),
      ),
    analyser: analyserView(analyser),
    status: status?.status ?? 'NOT_VALIDATED',
    channels: channelNameSchema.options
      .filter((name) => phases.has(name) || assigned.some(({ channel }) => channel === name))
      .map((name) => ({
        id: name,
        name,
        phases: (phases.get(name) ?? []).map(({ phase }) => phase),
        configured: phases.has(name),
      })),
    combinationDiagnostics: filled ? await findCombinations(tx, filled) : [],
  };
}

/**
 * The buffers of a version's kit, each with the channels that have phases on an analyser. @throws AppError
 * `not-found`
 */
export async function configurationsOfVersion(
  { db }: { readonly db: Db },
  viewer: KitViewer,
  { versionId, analyserId }: { readonly versionId: string; readonly analyserId: string },
): Promise<ReactionBuffer[]> {
  const version = await db.kitVersion.findUnique({
    where: { id: versionId, kit: visibleKit(viewer) },
    select: {
      kit: {
        select: {
          buffers: { include: { reactionBuffer: true }, orderBy: { reactionBuffer: { name: 'asc' } } },
        },
      },
      phases: {
        where: { analyserId },
        distinct: ['reactionBufferId', 'channel'],
        select: { reactionBufferId: true, channel: true },
      },
    },
  });
  if (version === null) throw notFound('kit version');
  return version.kit.buffers.map(({ reactionBuffer }) => reactionBufferView(reactionBuffer, version.phases));
}
