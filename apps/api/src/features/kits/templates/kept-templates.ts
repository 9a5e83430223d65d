import { type AssayPlace, type KeptTemplate, keptTemplateSchema } from '@curvewell/domain';
import { templateFault } from '@curvewell/domain/record';

import type { Db, Tx } from '../../../database/db.ts';
import { type KitViewer, visibleKit } from '../../../database/kit-scope.ts';
import { AppError } from '../../../errors.ts';
import type { KeptTemplate as Row } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';

/** A fixed order, because the settings are hashed. */
const IN_ORDER = [{ channel: 'asc' }, { phaseType: 'asc' }, { zone: 'asc' }] as const;

/** The stored template of a row. @throws AppError `invalid-request` when it was altered since */
function templateOf({ template }: Pick<Row, 'template'>): KeptTemplate {
  const kept = keptTemplateSchema.parse(template);
  const fault = templateFault(kept);
  if (fault !== null) throw new AppError('invalid-request', `${fault} Store it again, or remove it.`);
  return kept;
}

type Place = Pick<Row, 'kitVersionId' | 'reactionBufferId' | 'analyserId'>;

/** Stores templates for targets that have none. */
export async function storeTemplates(
  tx: Tx,
  { userId, name }: Pick<Caller, 'userId' | 'name'>,
  stored: readonly { readonly place: Place; readonly template: KeptTemplate }[],
): Promise<void> {
  await tx.keptTemplate.createMany({
    data: stored.map(({ place: { kitVersionId, reactionBufferId, analyserId }, template }) => ({
      kitVersionId,
      reactionBufferId,
      analyserId,
      channel: template.channel,
      phaseType: template.phase,
      zone: template.zone,
      template,
      byId: userId,
      byName: name,
    })),
  });
}

/** The stored templates of versions and buffers on an analyser. @throws AppError `invalid-request` */
export async function keptTemplatesOf(
  db: Db | Tx,
  { analyserId, places }: { readonly analyserId: string; readonly places: readonly AssayPlace[] },
): Promise<readonly (AssayPlace & { readonly template: KeptTemplate })[]> {
  const rows = await db.keptTemplate.findMany({
    where: {
      analyserId,
      kitVersionId: { in: [...new Set(places.map(({ kitVersionId }) => kitVersionId))] },
      reactionBufferId: { in: [...new Set(places.map(({ reactionBufferId }) => reactionBufferId))] },
    },
    orderBy: [...IN_ORDER],
  });
  return rows.map(({ kitVersionId, reactionBufferId, ...row }) => ({
    kitVersionId,
    reactionBufferId,
    template: templateOf(row),
  }));
}

/**
 * The stored templates to use with draft settings; none without a version that the caller sees. @throws AppError
 * `invalid-request`
 */
export async function keptTemplatesAt(
  db: Db,
  viewer: KitViewer,
  {
    kitVersionId,
    reactionBufferId,
    analyserId,
  }: { readonly kitVersionId: string | null; readonly reactionBufferId: string; readonly analyserId: string },
): Promise<KeptTemplate[]> {
  if (kitVersionId === null) return [];
  const seen = await db.kitVersion.count({ where: { id: kitVersionId, kit: visibleKit(viewer) } });
  if (seen === 0) return [];
  const kept = await keptTemplatesOf(db, { analyserId, places: [{ kitVersionId, reactionBufferId }] });
  return kept.map(({ template }) => template);
}
