import {
  analyserProfileSchema,
  expressionSettingsSchema,
  importReportSchema,
  rowFit,
  type FileContent,
  type FitRow,
  type KitFitFinding,
} from '@curvewell/domain';
import { z } from 'zod';

import type { Db, Tx } from '../../../database/db.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';

/** The fields of a row of step 1 that the fit depends on; buffer null: any of the kit. */
export interface RowPlace {
  readonly kitVersionId: string;
  readonly reactionBufferId: string | null;
}

/** A row with names, as `rowFit` takes it. */
export interface FittedRow extends FitRow {
  readonly kitId: string;
  readonly kitName: string;
  readonly version: string;
}

const expressionsSchema = z.array(expressionSettingsSchema);
const reportSchema = importReportSchema.pick({ curves: true });

const phaseInclude = {
  zones: { orderBy: { name: 'asc' } },
  reactionBuffer: { select: { name: true } },
} as const satisfies Prisma.PhaseInclude;

/** The content of a run's files, as noted by the reader. */
export function fileContent(run: {
  readonly plateType: FileContent['plateType'];
  readonly importReport: unknown;
}): FileContent {
  return { plateType: run.plateType, curves: reportSchema.parse(run.importReport).curves };
}

/** The settings of kit versions on an analyser, with one assay for each buffer that has settings there. */
export async function loadFitRows(
  db: Db | Tx,
  { analyserId, places }: { readonly analyserId: string; readonly places: readonly RowPlace[] },
): Promise<FittedRow[]> {
  const kitVersionIds = [...new Set(places.map(({ kitVersionId }) => kitVersionId))];
  const where = { analyserId, kitVersionId: { in: kitVersionIds } };
  const { name, profile } = await db.analyser.findUniqueOrThrow({ where: { id: analyserId } });
  const analyser = { name, plateTypes: analyserProfileSchema.parse(profile).plateTypes };
  const versions = await db.kitVersion.findMany({
    where: { id: { in: kitVersionIds } },
    select: { id: true, version: true, kit: { select: { id: true, name: true } } },
  });
  const phases = await db.phase.findMany({
    where,
    include: phaseInclude,
    orderBy: [{ channel: 'asc' }, { phaseType: 'asc' }],
  });
  const rules = await db.combinationRule.findMany({
    where: { ...where, diagnosticColorId: { not: null } },
    select: { kitVersionId: true, reactionBufferId: true, channel: true, zones: true, expressions: true },
  });
  return places.flatMap(({ kitVersionId, reactionBufferId }) => {
    const version = versions.find(({ id }) => id === kitVersionId);
    if (version === undefined) return [];
    const ofRow = phases.filter(
      (phase) =>
        phase.kitVersionId === kitVersionId &&
        (reactionBufferId === null || phase.reactionBufferId === reactionBufferId),
    );
    const byBuffer = [...Map.groupBy(ofRow, (phase) => phase.reactionBufferId)];
    const assays = byBuffer.map(([bufferId, ofBuffer]) => ({
      analyser,
      buffer: ofBuffer[0]?.reactionBuffer.name ?? '',
      phases: ofBuffer,
      rules: rules
        .filter((rule) => rule.kitVersionId === kitVersionId && rule.reactionBufferId === bufferId)
        .map((rule) => ({ ...rule, expressions: expressionsSchema.parse(rule.expressions) })),
    }));
    return {
      kitVersionId,
      kitId: version.kit.id,
      kitName: version.kit.name,
      version: version.version,
      kit: `${version.kit.name} ${version.version}`,
      // Without settings for any buffer there is nothing to compare.
      assays: assays.length > 0 ? assays : [{ analyser, buffer: '', phases: [], rules: [] }],
    };
  });
}

/** How each row of a run fits the files, in the order of the rows. */
export async function fitOfRows(
  db: Db | Tx,
  {
    run,
    places,
  }: {
    readonly run: Parameters<typeof fileContent>[0] & { readonly analyserId: string };
    readonly places: readonly RowPlace[];
  },
): Promise<KitFitFinding[][]> {
  if (places.length === 0) return [];
  const file = fileContent(run);
  const rows = await loadFitRows(db, { analyserId: run.analyserId, places });
  return rows.map((row) => rowFit(file, row));
}
