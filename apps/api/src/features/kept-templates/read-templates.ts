import { isOfPhase } from '@curvewell/analysis';
import type { TemplateRun } from '@curvewell/contracts';
import { keptTemplateSchema, type StoredTemplate } from '@curvewell/domain';
import { templateFault } from '@curvewell/domain/record';

import { FROM_ANOTHER_LABORATORY } from '../../audit/record-audit.ts';
import { readRows, type Db, type Tx } from '../../database/db.ts';
import { type KitViewer, visibleKit } from '../../database/kit-scope.ts';
import { notFound } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { onShelf } from '../runs/index.ts';

/** The owner of templates: a kit version with a buffer on an analyser. */
export interface KeepingPlace {
  readonly versionId: string;
  readonly reactionBufferId: string;
  readonly analyserId: string;
}

/** The same with the column names of rows. */
export const rowPlace = ({ versionId: kitVersionId, reactionBufferId, analyserId }: KeepingPlace) => ({
  kitVersionId,
  reactionBufferId,
  analyserId,
});

/**
 * The kit of a version that has the buffer, the laboratory that owns the kit (null: all share it), and the analyser's name.
 *
 * @throws AppError `not-found`
 */
export async function keepingPlace(
  db: Db | Tx,
  viewer: KitViewer,
  { versionId, reactionBufferId, analyserId }: KeepingPlace,
): Promise<{ readonly kitId: string; readonly ownerId: string | null; readonly analyser: string }> {
  const version = await db.kitVersion.findFirst({
    where: { id: versionId, kit: { ...visibleKit(viewer), buffers: { some: { reactionBufferId } } } },
    select: { kitId: true, kit: { select: { laboratoryId: true } } },
  });
  if (version === null) throw notFound('kit version');
  const analyser = await db.analyser.findUnique({ where: { id: analyserId }, select: { name: true } });
  if (analyser === null) throw notFound('analyser');
  return { kitId: version.kitId, ownerId: version.kit.laboratoryId, analyser: analyser.name };
}

/**
 * The stored templates, and which of them no longer apply. For a shared kit, nobody of another laboratory is named.
 *
 * @throws AppError `not-found`
 */
export async function storedTemplates(
  db: Db | Tx,
  viewer: KitViewer,
  place: KeepingPlace,
): Promise<StoredTemplate[]> {
  const { ownerId } = await keepingPlace(db, viewer, place);
  const where = rowPlace(place);
  const rows = await db.keptTemplate.findMany({
    where,
    orderBy: [{ channel: 'asc' }, { phaseType: 'asc' }, { zone: 'asc' }],
  });
  const phases = await db.phase.findMany({ where, include: { zones: true } });
  const colleagues = await colleaguesIn(db, viewer, rows);
  return rows.map(({ template: stored, byId, byName, at }) => {
    const template = keptTemplateSchema.parse(stored);
    const isOfZone = phases.some((phase) => phase.channel === template.channel && isOfPhase(template, phase));
    const fault =
      templateFault(template) ??
      (isOfZone
        ? null
        : `Not used: it was learnt at ${template.tm} °C, which is no longer inside zone ${template.zone}.`);
    const isNamed = ownerId !== null || colleagues.has(byId);
    return { template, byName: isNamed ? byName : FROM_ANOTHER_LABORATORY, at: at.toISOString(), fault };
  });
}

/** Those of some users who are in the caller's laboratory. */
async function colleaguesIn(
  db: Db | Tx,
  { laboratory }: KitViewer,
  rows: readonly { readonly byId: string }[],
): Promise<ReadonlySet<string>> {
  if (laboratory === null) return new Set();
  const users = await db.appUser.findMany({
    where: { id: { in: rows.map(({ byId }) => byId) }, laboratoryId: laboratory.id },
    select: { id: true },
  });
  return new Set(users.map(({ id }) => id));
}

/** The maximum number of runs offered, newest first. */
const MAX_RUNS = 50;

/**
 * The laboratory's approved runs with any version of the kit and the buffer on the analyser. @throws AppError
 * `not-found`
 */
export async function templateRuns(
  db: Db,
  actor: LaboratoryCaller,
  place: KeepingPlace,
): Promise<TemplateRun[]> {
  const { kitId } = await keepingPlace(db, actor, place);
  return approvedRuns(db, actor, { ...place, kitId, runIds: null });
}

/** Approved runs by id, or the newest ones. */
export async function approvedRuns(
  db: Db,
  actor: LaboratoryCaller,
  {
    kitId,
    reactionBufferId,
    analyserId,
    runIds,
  }: Omit<KeepingPlace, 'versionId'> & { readonly kitId: string; readonly runIds: readonly string[] | null },
): Promise<TemplateRun[]> {
  const rows = await readRows<Omit<TemplateRun, 'runDate'> & { runDate: Date }>(
    db,
    Prisma.sql`
      SELECT r.id AS "runId", r.business_id AS "businessId", r.run_date AS "runDate", (
        SELECT count(DISTINCT w.position)::int FROM well w JOIN kit_version v ON v.id = w.kit_version_id
        WHERE w.run_id = r.id AND v.kit_id = ${kitId}::uuid AND w.reaction_buffer_id = ${reactionBufferId}::uuid
      ) AS wells
      FROM run r
      WHERE ${onShelf(actor, 'live')} AND r.status = 'APPROVED' AND r.analyser_id = ${analyserId}::uuid
        AND ${runIds === null ? Prisma.sql`true` : Prisma.sql`r.id = ANY (${[...runIds]}::uuid[])`}
        AND EXISTS (SELECT FROM run_used_pair u JOIN kit_version v ON v.id = u.kit_version_id
          WHERE u.run_id = r.id AND v.kit_id = ${kitId}::uuid AND u.reaction_buffer_id = ${reactionBufferId}::uuid)
      ORDER BY r.run_date DESC, r.business_id DESC LIMIT ${MAX_RUNS}`,
  );
  return rows.map((row) => ({ ...row, runDate: new Date(row.runDate).toISOString() }));
}
