import { channelNameSchema, type ChannelName, type DiagnosticColor } from '@curvewell/domain';

import type { Db } from '../../../database/db.ts';
import { type KitViewer, requireKit, visibleKit } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import { diagnosticColorOf } from './diagnostic-color.ts';
import { configuredPlaces } from './kit-view.ts';

const MAX_COLORS = 500;
const IN_ORDER = [{ order: 'asc' }, { diagnosticName: 'asc' }] as const;

/**
 * The channels of a kit with a reaction buffer, with whether each has phases. @throws AppError `not-found`
 */
export async function kitChannels(
  { db }: { readonly db: Db },
  viewer: KitViewer,
  { kitId, reactionBufferId }: { readonly kitId: string; readonly reactionBufferId: string },
) {
  const buffer = await db.kitReactionBuffer.findUnique({
    where: { kitId_reactionBufferId: { kitId, reactionBufferId }, kit: visibleKit(viewer) },
    include: { kit: { include: { channels: true } } },
  });
  if (buffer === null) throw notFound('reaction buffer of this kit');
  const places = await configuredPlaces(db, [kitId]);
  const configured = new Set(
    places.filter((place) => place.reactionBufferId === reactionBufferId).map(({ channel }) => channel),
  );
  const assigned = new Set(buffer.kit.channels.map(({ channel }) => channel));
  return channelNameSchema.options
    .filter((name) => assigned.has(name) || configured.has(name))
    .map((name) => ({ id: name, name, configured: configured.has(name) }));
}

/** The diagnostics that a kit uses. @throws AppError `not-found` */
export async function colorsOfKit(
  { db }: { readonly db: Db },
  viewer: KitViewer,
  kitId: string,
): Promise<DiagnosticColor[]> {
  await requireKit(db, viewer, kitId);
  const rows = await db.diagnosticColor.findMany({
    where: { kitId, active: true },
    orderBy: [...IN_ORDER],
    take: MAX_COLORS,
  });
  return rows.map(diagnosticColorOf);
}

/** The results of controls. */
export async function controlColors({ db }: { readonly db: Db }): Promise<DiagnosticColor[]> {
  const rows = await db.diagnosticColor.findMany({
    where: { kitId: null, active: true },
    orderBy: [...IN_ORDER],
    take: MAX_COLORS,
  });
  return rows.map(diagnosticColorOf);
}

interface ColorsOfChannels {
  readonly kitId: string;
  readonly analyserId: string;
  readonly rbIds: readonly string[];
  readonly channelNames: readonly ChannelName[];
}

/**
 * The diagnostics of the rules of any version of a kit, for buffers and channels on an analyser: one entry
 * for every requested pair.
 *
 * @throws AppError `not-found`
 */
export async function colorsOfChannels(
  { db }: { readonly db: Db },
  viewer: KitViewer,
  { kitId, analyserId, rbIds, channelNames }: ColorsOfChannels,
) {
  await requireKit(db, viewer, kitId);
  const buffers = [...new Set(rbIds)];
  const channels = [...new Set(channelNames)];
  const rules = await db.combinationRule.findMany({
    where: {
      kitVersion: { kitId },
      analyserId,
      reactionBufferId: { in: buffers },
      channel: { in: channels },
      diagnosticColor: { active: true },
    },
    distinct: ['reactionBufferId', 'channel', 'diagnosticColorId'],
    select: { reactionBufferId: true, channel: true, diagnosticColor: true },
  });
  const key = (rule: { readonly reactionBufferId: string; readonly channel: ChannelName }) =>
    `${rule.reactionBufferId} ${rule.channel}`;
  const rulesOf = Map.groupBy(rules, key);
  return buffers.flatMap((reactionBufferId) =>
    channels.map((channel) => ({
      reactionBufferId,
      channel,
      diagnosticColors: (rulesOf.get(key({ reactionBufferId, channel })) ?? [])
        .flatMap(({ diagnosticColor }) => diagnosticColor ?? [])
        .sort((a, b) => a.order - b.order || a.diagnosticName.localeCompare(b.diagnosticName))
        .map(diagnosticColorOf),
    })),
  );
}
