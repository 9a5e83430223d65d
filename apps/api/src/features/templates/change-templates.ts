import type { AuditAction, Template } from '@curvewell/domain';

import { differences, recordAudit, staleError } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { NOTHING_SET, wellsChanges, type SavedWell, type WellValues } from '../plate/index.ts';
import { nameTakenOrRethrow } from '../../database/taken-name.ts';
import { getTemplate, ownTemplate } from './queries.ts';
import { checkTemplate, type TemplateBody } from './template-references.ts';

interface Dependencies {
  readonly db: Db;
}

/** Saves a new template of the caller's laboratory. @throws AppError `name-taken`, `invalid-request` */
export async function createTemplate(
  { db }: Dependencies,
  actor: LaboratoryCaller,
  body: TemplateBody,
): Promise<Template> {
  const { name, plateType } = body;
  return transaction({ db, actor }, async (tx) => {
    await checkTemplate(tx, actor, body);
    const { id } = await nameTakenOrRethrow({ kind: 'Template', name }, () =>
      tx.template.create({
        data: { laboratoryId: actor.laboratory.id, name, plateType },
        select: { id: true },
      }),
    );
    await insertWells(tx, actor, { templateId: id, wells: body.wells });
    const made = await getTemplate(tx, actor, id);
    await recordTemplate(tx, actor, { action: 'template.create', from: null, to: made });
    return made;
  });
}

/** Overwrites a template. @throws AppError `not-found`, `stale`, `name-taken`, `invalid-request` */
export async function updateTemplate(
  { db }: Dependencies,
  actor: LaboratoryCaller,
  { templateId, body }: { readonly templateId: string; readonly body: TemplateBody },
): Promise<Template> {
  const { name, plateType, revision, wells } = body;
  return transaction({ db, actor, on: templateId }, async (tx) => {
    const former = await getTemplate(tx, actor, templateId);
    if (revision === undefined) {
      throw new AppError('invalid-request', 'State the revision of the template to overwrite.', {
        issues: [{ path: ['body', 'revision'], message: 'missing' }],
      });
    }
    await checkTemplate(tx, actor, body);
    // Compared and set in one statement, so that exactly one of two concurrent saves succeeds.
    const { count } = await nameTakenOrRethrow({ kind: 'Template', name }, () =>
      tx.template.updateMany({
        where: { ...ownTemplate(actor, templateId), revision },
        data: { name, plateType, revision: { increment: 1 } },
      }),
    );
    if (count === 0) throw await staleError(tx, actor, 'template', templateId);
    await tx.templateWell.deleteMany({ where: { templateId, laboratoryId: actor.laboratory.id } });
    await insertWells(tx, actor, { templateId, wells });
    const saved = await getTemplate(tx, actor, templateId);
    await recordTemplate(tx, actor, { action: 'template.update', from: former, to: saved });
    return saved;
  });
}

/** Deletes a template and returns its name. @throws AppError `not-found` */
export async function deleteTemplate(
  { db }: Dependencies,
  actor: LaboratoryCaller,
  templateId: string,
): Promise<{ name: string }> {
  return transaction({ db, actor, on: templateId }, async (tx) => {
    const former = await getTemplate(tx, actor, templateId);
    await tx.template.deleteMany({ where: ownTemplate(actor, templateId) });
    await recordTemplate(tx, actor, { action: 'template.delete', from: former, to: null });
    return { name: former.name };
  });
}

async function insertWells(
  tx: Tx,
  actor: LaboratoryCaller,
  { templateId, wells }: { readonly templateId: string; readonly wells: TemplateBody['wells'] },
): Promise<void> {
  await tx.templateWell.createMany({
    data: wells.map((well) => ({
      templateId,
      laboratoryId: actor.laboratory.id,
      position: well.position,
      channel: well.channel,
      sampleType: well.sampleType,
      kitVersionId: well.kitVersion?.id ?? null,
      reactionBufferId: well.reactionBuffer?.id ?? null,
      expectedDiagnosticId: well.expectedDiagnostic?.id ?? null,
    })),
  });
}

interface TemplateChange {
  readonly action: AuditAction;
  /** Null: a new template. */
  readonly from: Template | null;
  /** Null: deleted. */
  readonly to: Template | null;
}

async function recordTemplate(tx: Tx, actor: LaboratoryCaller, { action, from, to }: TemplateChange) {
  const { id = null, name = null } = to ?? from ?? {};
  const facts = (of: Template | null) => ({ name: of?.name ?? null, plateType: of?.plateType ?? null });
  await recordAudit(tx, actor, {
    action,
    entity: 'template',
    entityId: id,
    details: { name, ...differences(facts(from), facts(to)), wells: wellsChanges(savedWells(from, to)) },
  });
}

/** The wells of both versions, each before and after. */
function savedWells(from: Template | null, to: Template | null): SavedWell[] {
  const [before, after] = [valuesByPlace(from), valuesByPlace(to)];
  return [...new Set([...before.keys(), ...after.keys()])].map((place) => {
    const [position = '', channel = ''] = place.split(' ');
    return { position, channel, from: before.get(place) ?? NOTHING_SET, to: after.get(place) ?? NOTHING_SET };
  });
}

const valuesByPlace = (template: Template | null): Map<string, WellValues> =>
  new Map(
    (template?.wells ?? []).map((well) => [
      `${well.position} ${well.channel ?? ''}`,
      {
        ...NOTHING_SET,
        sampleType: well.sampleType,
        kit: well.kitVersion && `${well.kitVersion.kit.name} ${well.kitVersion.version}`,
        reactionBuffer: well.reactionBuffer?.name ?? null,
        expected: well.expectedDiagnostic?.diagnostic.name ?? null,
      },
    ]),
  );
