import {
  combinationLabel,
  compareChannels,
  expressionKey,
  expressionSettingsSchema,
  type ChannelName,
  type CombinationDiagnostic,
  type ExpressionSettings,
} from '@curvewell/domain';
import { z } from 'zod';

import type { Db, Tx } from '../../../database/db.ts';
import { type KitViewer, requireVersion, visibleKit } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { diagnosticColorOf } from '../read/diagnostic-color.ts';
import { newestFirst } from '../read/kit-version-view.ts';

const ruleInclude = { diagnosticColor: true } as const satisfies Prisma.CombinationRuleInclude;
type RuleRow = Prisma.CombinationRuleGetPayload<{ include: typeof ruleInclude }>;

export interface ChannelPlace {
  readonly versionId: string;
  readonly reactionBufferId: string;
  readonly analyserId: string;
  readonly channel: ChannelName;
}

/** The rules of one channel of a kit version. @throws AppError `not-found` */
export async function listCombinations(
  { db }: { readonly db: Db },
  viewer: KitViewer,
  place: ChannelPlace,
): Promise<CombinationDiagnostic[]> {
  await requireVersion(db, viewer, place.versionId);
  return findCombinations(db, place);
}

/** The id of the newest version of a kit. @throws AppError `not-found` */
export async function newestVersionId(db: Db, viewer: KitViewer, kitId: string): Promise<string> {
  const version = await db.kitVersion.findFirst({
    where: { kitId, kit: visibleKit(viewer) },
    orderBy: [...newestFirst],
    select: { id: true },
  });
  if (version === null) throw notFound('kit version');
  return version.id;
}

/** The rules of a kit version with a buffer on an analyser, of one channel or of all. */
export async function findCombinations(
  db: Db | Tx,
  { versionId, channel, ...place }: Omit<ChannelPlace, 'channel'> & { readonly channel?: ChannelName },
): Promise<CombinationDiagnostic[]> {
  const rows = await db.combinationRule.findMany({
    where: { kitVersionId: versionId, ...place, ...(channel === undefined ? {} : { channel }) },
    include: ruleInclude,
    orderBy: [{ channel: 'asc' }, { order: 'asc' }],
    take: 2000,
  });
  return rows.map(combinationView).sort(compareCombinations);
}

function combinationView(row: RuleRow): CombinationDiagnostic {
  const label = combinationLabel(row.zones);
  return {
    id: row.id,
    channel: row.channel,
    combination: { id: label, label, zones: [...row.zones].sort() },
    diagnosticColor: row.diagnosticColor === null ? null : diagnosticColorOf(row.diagnosticColor),
    expressions: z.array(expressionSettingsSchema).parse(row.expressions).map(expressionView),
  };
}

/** A condition, identified by its content. */
export function expressionView(expression: ExpressionSettings) {
  return { ...expression, id: expressionKey(expression) };
}

/** NONE first, then by length and letters. Rules of one combination keep their order. */
function compareCombinations(a: CombinationDiagnostic, b: CombinationDiagnostic): number {
  const [first, second] = [a.combination, b.combination];
  return (
    compareChannels(a.channel, b.channel) ||
    first.zones.length - second.zones.length ||
    first.label.localeCompare(second.label)
  );
}
