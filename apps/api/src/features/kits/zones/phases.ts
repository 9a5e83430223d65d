import type { ChannelName, Phase } from '@curvewell/domain';

import type { Db, Tx } from '../../../database/db.ts';
import { type KitViewer, requireVersion } from '../../../database/kit-scope.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { ChannelPlace } from './combinations.ts';

const phaseInclude = {
  zones: { orderBy: { name: 'asc' } },
  analyser: { select: { id: true, name: true } },
  kitVersion: { select: { id: true, version: true } },
} as const satisfies Prisma.PhaseInclude;

type PhaseRow = Prisma.PhaseGetPayload<{ include: typeof phaseInclude }>;

/** The phases of one channel of a kit version. @throws AppError `not-found` */
export async function listPhases(
  { db }: { readonly db: Db },
  viewer: KitViewer,
  place: ChannelPlace,
): Promise<Phase[]> {
  await requireVersion(db, viewer, place.versionId);
  return (await findPhases(db, place)).map(({ phase }) => phase);
}

/** The phases of a kit version with a buffer on an analyser, of one channel or of all. */
export async function findPhases(
  db: Db | Tx,
  { versionId, channel, ...place }: Omit<ChannelPlace, 'channel'> & { readonly channel?: ChannelName },
): Promise<{ channel: ChannelName; phase: Phase }[]> {
  const rows = await db.phase.findMany({
    where: { kitVersionId: versionId, ...place, ...(channel === undefined ? {} : { channel }) },
    include: phaseInclude,
    orderBy: [{ channel: 'asc' }, { phaseType: 'asc' }],
  });
  return rows.map((row) => ({ channel: row.channel, phase: phaseView(row) }));
}

function phaseView(row: PhaseRow): Phase {
  return {
    id: row.id,
    phaseType: row.phaseType,
    minThreshold: row.minThreshold,
    slopeThreshold: row.slopeThreshold,
    minQuality: row.minQuality,
    inversed: row.inversed,
    zones: row.zones.map((zone) => ({
      id: zone.id,
      name: zone.name,
      minTemp: zone.minTemp,
      maxTemp: zone.maxTemp,
      label: zone.label,
      minThreshold: zone.minThreshold,
      minQuality: zone.minQuality,
      ...(zone.referenceTm !== null && { referenceTm: zone.referenceTm }),
      dataEnum: row.phaseType,
    })),
    analyser: row.analyser,
    kitVersion: row.kitVersion,
    configured: row.zones.length > 0,
  };
}
