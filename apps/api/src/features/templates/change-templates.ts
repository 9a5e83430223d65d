import type { AuditAction, Template } from '@curvewell/contracts';

import { recordAudit, staleError } from '../../audit.ts';
import { type Db, transaction, type Tx } from '../../db.ts';
import { AppError, notFound } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { orNameTaken } from '../../taken-name.ts';
import { getTemplate, ownTemplate } from './queries.ts';
import { checkTemplate, type TemplateBody } from './template-references.ts';

interface Needs {
  readonly db: Db;
}

/** Saves a new template of the caller's laboratory. @throws AppError `name-taken`, `invalid-request` */
export async function createTemplate(
  { db }: Needs,
  actor: LaboratoryCaller,
  body: TemplateBody,
): Promise<Template> {
  const { name, plateType } = body;
  return transaction({ db, actor }, async (tx) => {
    await checkTemplate(tx, body);
    const { id } = await orNameTaken({ kind: 'Template', name }, () =>
      tx.template.create({
        data: { laboratoryId: actor.laboratory.id, name, plateType },
        select: { id: true },
      }),
    );
    await insertWells(tx, actor, { templateId: id, wells: body.wells });
    await recordTemplate(tx, actor, { action: 'template.create', entityId: id, name });
    return getTemplate(tx, actor, id);
  });
}

/** Overwrites a template. @throws AppError `not-found`, `stale`, `name-taken`, `invalid-request` */
export async function updateTemplate(
  { db }: Needs,
  actor: LaboratoryCaller,
  { templateId, body }: { readonly templateId: string; readonly body: TemplateBody },
): Promise<Template> {
  const { name, plateType, revision, wells } = body;
  return transaction({ db, actor, on: templateId }, async (tx) => {
    await requireTemplate(tx, actor, templateId);
    if (revision === undefined) {
      throw new AppError('invalid-request', 'State the revision of the template that is overwritten.', {
        issues: [{ path: ['body', 'revision'], message: 'missing' }],
      });
    }
    await checkTemplate(tx, body);
    // Compared and set in one statement: of two people who save at once exactly one succeeds.
    const { count } = await orNameTaken({ kind: 'Template', name }, () =>
      tx.template.updateMany({
        where: { ...ownTemplate(actor, templateId), revision },
        data: { name, plateType, revision: { increment: 1 } },
      }),
    );
    if (count === 0) throw await staleError(tx, 'template', templateId);
    await tx.templateWell.deleteMany({ where: { templateId, laboratoryId: actor.laboratory.id } });
    await insertWells(tx, actor, { templateId, wells });
    await recordTemplate(tx, actor, { action: 'template.update', entityId: templateId, name });
    return getTemplate(tx, actor, templateId);
  });
}

/** Deletes a template and answers its name. @throws AppError `not-found` */
export async function deleteTemplate(
  { db }: Needs,
  actor: LaboratoryCaller,
  templateId: string,
): Promise<{ name: string }> {
  return transaction({ db, actor, on: templateId }, async (tx) => {
    const { name } = await requireTemplate(tx, actor, templateId);
    await tx.template.deleteMany({ where: ownTemplate(actor, templateId) });
    await recordTemplate(tx, actor, { action: 'template.delete', entityId: templateId, name });
    return { name };
  });
}

/** A template's name, if it is the laboratory's. @throws AppError `not-found` */
async function requireTemplate(tx: Tx, actor: LaboratoryCaller, templateId: string) {
  const row = await tx.template.findFirst({
    where: ownTemplate(actor, templateId),
    select: { name: true },
  });
  if (row === null) throw notFound('template');
  return row;
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

async function recordTemplate(
  tx: Tx,
  actor: LaboratoryCaller,
  { name, ...entry }: { readonly action: AuditAction; readonly entityId: string; readonly name: string },
): Promise<void> {
  await recordAudit(tx, actor, { ...entry, entity: 'template', details: { name } });
}
