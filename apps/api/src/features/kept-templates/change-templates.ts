import { type KeptTemplate, keptTemplateSchema, type StoredTemplate } from '@curvewell/domain';

import { recordAudit, staleError } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { notFound, refuse } from '../../errors.ts';
import type { Caller, LaboratoryCaller } from '../../actor.ts';
import type { AnalysisDependencies } from '../interpretation/index.ts';
import { lockVersion, refuseLocked, storeTemplates } from '../kits/index.ts';
import { learnTemplates } from './learn-templates.ts';
import { keepingPlace, type KeepingPlace, rowPlace, storedTemplates } from './read-templates.ts';

interface Kept {
  readonly revision: number;
  readonly templates: StoredTemplate[];
}

interface Change {
  readonly place: KeepingPlace;
  /** The revision of the kit version that the caller has seen. */
  readonly revision: number;
}

/**
 * Stores templates as shown. They are learnt again from the runs with the current settings, and must have the
 * given hashes.
 *
 * @param keep - the SHA-256 of each
 * @throws AppError as `learnTemplates`, and `locked`, `stale`, `invalid-request` for a template that the runs
 * do not give
 */
export async function keepTemplates(
  dependencies: AnalysisDependencies,
  actor: LaboratoryCaller,
  {
    place,
    revision,
    runIds,
    keep,
  }: Change & { readonly runIds: readonly string[]; readonly keep: readonly string[] },
): Promise<Kept> {
  const learnt = await learnTemplates(dependencies, actor, { place, runIds });
  const wanted = learnt.filter(({ sha256 }) => keep.includes(sha256));
  if (wanted.length < new Set(keep).size)
    refuse(
      ['keep'],
      'A template that you chose cannot be learnt from these runs. Review the templates again.',
    );
  return changeStored(dependencies, actor, {
    place,
    revision,
    change: async (tx) => {
      for (const template of wanted) await replaceTemplate(tx, actor, { place, template });
    },
  });
}

/** Removes a stored template. @throws AppError `not-found`, `locked`, `stale` */
export async function removeTemplate(
  dependencies: { readonly db: Db },
  actor: Caller,
  { place, revision, sha256 }: Change & { readonly sha256: string },
): Promise<Kept> {
  return changeStored(dependencies, actor, {
    place,
    revision,
    change: async (tx) => {
      const rows = await tx.keptTemplate.findMany({ where: rowPlace(place) });
      const row = rows.find(({ template }) => keptTemplateSchema.parse(template).sha256 === sha256);
      if (row === undefined) throw notFound('template');
      const { channel, phaseType, zone } = row;
      await tx.keptTemplate.deleteMany({ where: { ...rowPlace(place), channel, phaseType, zone } });
      await recordAudit(tx, actor, {
        action: 'kitVersion.template.remove',
        entity: 'kitVersion',
        entityId: place.versionId,
        details: { ...buffered(place), channel, phase: phaseType, zone, sha256 },
      });
    },
  });
}

const buffered = ({ reactionBufferId, analyserId }: KeepingPlace) => ({ reactionBufferId, analyserId });

/** Changes the stored templates of a version, with the same checks as its other settings. */
async function changeStored(
  { db }: { readonly db: Db },
  actor: Caller,
  { place, revision, change }: Change & { readonly change: (tx: Tx) => Promise<void> },
): Promise<Kept> {
  return transaction({ db, actor, on: place.versionId }, async (tx) => {
    await lockVersion(tx, actor, place.versionId);
    await keepingPlace(tx, actor, place);
    const version = await tx.kitVersion.findUniqueOrThrow({ where: { id: place.versionId } });
    if (version.revision !== revision) throw await staleError(tx, actor, 'kitVersion', version.id);
    await refuseLocked(tx, version.id);
    await change(tx);
    const { revision: next } = await tx.kitVersion.update({
      where: { id: version.id },
      data: { revision: { increment: 1 } },
    });
    return { revision: next, templates: await storedTemplates(tx, actor, place) };
  });
}

/** Stores a template in place of the previous one of its target. */
async function replaceTemplate(
  tx: Tx,
  actor: Caller,
  { place, template }: { readonly place: KeepingPlace; readonly template: KeptTemplate },
): Promise<void> {
  const { channel, phase, zone, wells, runs, sha256 } = template;
  const where = { ...rowPlace(place), channel, phaseType: phase, zone };
  const former = await tx.keptTemplate.findFirst({ where });
  await tx.keptTemplate.deleteMany({ where });
  await storeTemplates(tx, actor, [{ place: rowPlace(place), template }]);
  await recordAudit(tx, actor, {
    action: 'kitVersion.template.keep',
    entity: 'kitVersion',
    entityId: place.versionId,
    details: {
      ...buffered(place),
      channel,
      phase,
      zone,
      from: former && { sha256: keptTemplateSchema.parse(former.template).sha256 },
      to: { sha256, wells, runs },
    },
  });
}
