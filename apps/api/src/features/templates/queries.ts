import { comparePositions, type Template } from '@curvewell/domain';

import type { Db, Tx } from '../../database/db.ts';
import { notFound } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { diagnosticColorOf } from '../diagnostics/index.ts';
import { kitVersionReference } from '../kits/index.ts';

const MAX_TEMPLATES = 200;

const templateInclude = {
  wells: {
    include: {
      kitVersion: kitVersionReference,
      reactionBuffer: { select: { id: true, name: true } },
      expectedDiagnostic: true,
    },
  },
} as const satisfies Prisma.TemplateInclude;

type TemplateRow = Prisma.TemplateGetPayload<{ include: typeof templateInclude }>;

/** The condition that a template belongs to the caller's laboratory. Every query on templates has it. */
export function ownTemplate(actor: LaboratoryCaller, templateId: string) {
  return { id: templateId, laboratoryId: actor.laboratory.id };
}

/** The laboratory's templates by name; given kits, only templates without other kits. */
export async function listTemplates(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  kitIds: readonly string[] | undefined,
): Promise<Template[]> {
  const rows = await db.template.findMany({
    where: {
      laboratoryId: actor.laboratory.id,
      ...(kitIds === undefined ? {} : { wells: { none: { kitVersion: { kitId: { notIn: [...kitIds] } } } } }),
    },
    include: templateInclude,
    orderBy: { name: 'asc' },
    take: MAX_TEMPLATES,
  });
  return rows.map(templateView);
}

/** One template of the caller's laboratory. @throws AppError `not-found` */
export async function getTemplate(tx: Tx, actor: LaboratoryCaller, templateId: string): Promise<Template> {
  const row = await tx.template.findFirst({
    where: ownTemplate(actor, templateId),
    include: templateInclude,
  });
  if (row === null) throw notFound('template');
  return templateView(row);
}

function templateView({ wells, ...row }: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    laboratoryId: row.laboratoryId,
    plateType: row.plateType,
    revision: row.revision,
    wells: wells
      .map(({ expectedDiagnostic, ...well }) => ({
        position: well.position,
        channel: well.channel,
        kitVersion: well.kitVersion,
        sampleType: well.sampleType,
        reactionBuffer: well.reactionBuffer,
        expectedDiagnostic: expectedDiagnostic === null ? null : diagnosticColorOf(expectedDiagnostic),
      }))
      .sort((a, b) => comparePositions(a.position, b.position)),
  };
}
