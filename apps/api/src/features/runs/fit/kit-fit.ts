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

import { jsonOf, listOf, only } from '../../../database/columns.ts';
import type { Db, Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { Prisma, type CombinationRule, type Phase, type Zone } from '../../../generated/prisma/client.ts';
import { ZONES_OF_PHASE } from '../../kits/index.ts';

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

const BUFFER = `(SELECT json_build_object('name', b.name) FROM reaction_buffer b WHERE b.id = p.reaction_buffer_id)`;
const OF_ANALYSER = 'analyser_id = x.id';
const VERSION = `json_build_object('id', v.id, 'version', v.version, 'kit', json_build_object('id', k.id, 'name', k.name))`;
const RULE = only('kitVersionId', 'reactionBufferId', 'channel', 'zones', 'expressions');

/** Of the versions `x.versions` on the analyser `x`. */
const SETTINGS = Prisma.raw(`
  ${listOf(VERSION, 'v.id', 'kit_version v JOIN kit k ON k.id = v.kit_id WHERE v.id = ANY(x.versions)')} AS versions,
  ${listOf(
    jsonOf('p', Prisma.PhaseScalarFieldEnum, { zones: ZONES_OF_PHASE, reactionBuffer: BUFFER }),
    'p.channel, p.phase_type',
    `phase p WHERE p.kit_version_id = ANY(x.versions) AND p.${OF_ANALYSER}`,
  )} AS phases,
  ${listOf(
    jsonOf('c', RULE),
    'c.id',
    `combination_rule c WHERE c.kit_version_id = ANY(x.versions) AND c.${OF_ANALYSER} AND c.diagnostic_color_id IS NOT NULL`,
  )} AS rules`);

interface Settings {
  readonly name: string;
  readonly profile: unknown;
  readonly versions: readonly {
    readonly id: string;
    readonly version: string;
    readonly kit: { readonly id: string; readonly name: string };
  }[];
  readonly phases: readonly (Phase & {
    readonly zones: readonly Zone[];
    readonly reactionBuffer: { readonly name: string };
  })[];
  readonly rules: readonly Pick<CombinationRule, keyof typeof RULE>[];
}

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
  const [row] = await db.$queryRaw<Settings[]>`
    SELECT x.name, x.profile, ${SETTINGS}
    FROM (SELECT a.*, ${kitVersionIds}::uuid[] AS versions FROM analyser a WHERE a.id = ${analyserId}::uuid) x`;
  if (row === undefined) throw notFound('analyser');
  const { name, profile, versions, phases, rules } = row;
  const analyser = { name, plateTypes: analyserProfileSchema.parse(profile).plateTypes };
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
