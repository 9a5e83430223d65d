import { expressionSettingsSchema, keptTemplateSchema } from '@curvewell/domain';
import { z } from 'zod';

import { newId } from '../../../database/new-id.ts';
import type { Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { settingsOfRow } from '../read/settings-of-row.ts';
import { settingsColumns } from './version-settings.ts';

const expressionsSchema = z.array(expressionSettingsSchema);

interface Copy {
  /** The kit of the copied version. */
  readonly kitId: string;
  readonly from: string;
  readonly to: string;
  /** For another kit: the ids of its diagnostics by those of the copied kit. */
  readonly diagnostics?: ReadonlyMap<string, string>;
}

/**
 * Copies all settings of a version to a new version, for every buffer, analyser and channel. Stored templates
 * were learnt from runs of their kit, so another kit does not get them.
 *
 * @throws AppError `not-found`
 */
export async function copyConfigurations(tx: Tx, { kitId, from, to, diagnostics }: Copy): Promise<void> {
  const source = await tx.kitVersion.findFirst({
    where: { id: from, kitId },
    include: { phases: { include: { zones: true } }, rules: true, keptTemplates: true },
  });
  if (source === null) throw notFound('kit version');
  const here = (id: string | null) => (id === null ? null : (diagnostics?.get(id) ?? id));
  const outsideDiagnostic = here(source.outsideDiagnosticId);
  await tx.kitVersion.update({
    where: { id: to },
    data: settingsColumns({ ...settingsOfRow(source), outsideDiagnostic }),
  });
  const phases = source.phases.map((phase) => ({ ...phase, id: newId(), kitVersionId: to }));
  await tx.phase.createMany({ data: phases.map(({ zones: _zones, ...phase }) => phase) });
  await tx.zone.createMany({
    data: phases.flatMap(({ id: phaseId, zones }) =>
      zones.map((zone) => ({ ...zone, id: newId(), phaseId })),
    ),
  });
  await tx.combinationRule.createMany({
    data: source.rules.map((rule) => ({
      ...rule,
      id: newId(),
      kitVersionId: to,
      diagnosticColorId: here(rule.diagnosticColorId),
      expressions: expressionsSchema.parse(rule.expressions),
    })),
  });
  if (diagnostics !== undefined) return;
  await tx.keptTemplate.createMany({
    data: source.keptTemplates.map((kept) => ({
      ...kept,
      kitVersionId: to,
      template: keptTemplateSchema.parse(kept.template),
    })),
  });
}
