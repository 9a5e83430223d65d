import {
  amplificationOfRules,
  analyserProfileSchema,
  assayKey,
  configurationSnapshotSchema,
  curveShapeOf,
  usedChannelRules,
  expressionSettingsSchema,
  rulesWithResults,
  usedReplicates,
  type ChannelRule,
  type ChannelRules,
  type ResultDiagnostic,
  type AssayPlace,
  type ConfigurationSnapshot,
} from '@curvewell/domain';
import { z } from 'zod';

import { jsonOf, listOf, only } from '../../../database/columns.ts';
import type { Db, Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import {
  Prisma,
  type CombinationRule,
  type DiagnosticColor,
  type KitVersion,
  type Phase,
  type Zone,
} from '../../../generated/prisma/client.ts';
import { diagnosticColorOf } from '../../diagnostics/index.ts';
import {
  keptTemplatesOf,
  SETTINGS_FIELDS,
  settingsOfRow,
  ZONES_OF_PHASE,
  type SettingsRow,
  type StoredSettings,
} from '../../kits/index.ts';

const expressionsSchema = z.array(expressionSettingsSchema);

const COLOR = jsonOf('d', Prisma.DiagnosticColorScalarFieldEnum);
const colorOf = (id: string) => `(SELECT ${COLOR} FROM diagnostic_color d WHERE d.id = ${id})`;
const ofPlaces = (row: string) =>
  `${row}.analyser_id = x.id AND ${row}.kit_version_id = ANY(x.versions) AND ${row}.reaction_buffer_id = ANY(x.buffers)`;

/** The diagnostics that the results of channel rules may be. */
const OF_KIT = listOf(
  COLOR,
  'd."order", d.id',
  'diagnostic_color d WHERE d.kit_id = v.kit_id AND v.channel_rules IS NOT NULL',
);

/** Of the versions `x.versions` and buffers `x.buffers` on the analyser `x`. Orders are fixed, because the settings are hashed. */
const SETTINGS = Prisma.raw(`
  ${listOf(
    jsonOf('p', Prisma.PhaseScalarFieldEnum, { zones: ZONES_OF_PHASE }),
    'p.kit_version_id, p.reaction_buffer_id, p.channel, p.phase_type',
    `phase p WHERE ${ofPlaces('p')}`,
  )} AS phases,
  ${listOf(
    jsonOf('c', Prisma.CombinationRuleScalarFieldEnum, { diagnosticColor: colorOf('c.diagnostic_color_id') }),
    'c."order"',
    `combination_rule c WHERE ${ofPlaces('c')}`,
  )} AS rules,
  ${listOf(COLOR, 'd."order"', 'diagnostic_color d WHERE d.kit_id IS NULL')} AS controls,
  ${listOf(
    jsonOf('v', only('id', ...SETTINGS_FIELDS), {
      outsideDiagnostic: colorOf('v.outside_diagnostic_id'),
      diagnostics: OF_KIT,
    }),
    'v.id',
    'kit_version v WHERE v.id = ANY(x.versions)',
  )} AS versions`);

interface SettingsRows {
  readonly profile: unknown;
  readonly phases: readonly (Phase & { readonly zones: readonly Zone[] })[];
  readonly rules: readonly (CombinationRule & { readonly diagnosticColor: DiagnosticColor | null })[];
  readonly controls: readonly DiagnosticColor[];
  readonly versions: readonly (SettingsRow & {
    readonly id: string;
    readonly outsideDiagnostic: DiagnosticColor | null;
    readonly diagnostics: readonly DiagnosticColor[];
  })[];
}

/** Loads the settings of some kit versions and buffers on an analyser. */
export async function loadConfiguration(
  tx: Db | Tx,
  { analyserId, places }: { readonly analyserId: string; readonly places: readonly AssayPlace[] },
): Promise<ConfigurationSnapshot> {
  const [row] = await tx.$queryRaw<SettingsRows[]>`
    SELECT x.profile, ${SETTINGS}
    FROM (SELECT a.*, ${[...new Set(places.map(({ kitVersionId }) => kitVersionId))]}::uuid[] AS versions,
      ${[...new Set(places.map(({ reactionBufferId }) => reactionBufferId))]}::uuid[] AS buffers
      FROM analyser a WHERE a.id = ${analyserId}::uuid) x`;
  if (row === undefined) throw notFound('analyser');
  const { profile, phases, rules, controls, versions } = row;
  const ofVersion = new Map(
    versions.map(({ id, outsideDiagnostic, diagnostics, ...row }) => [
      id,
      {
        outsideDiagnostic: outsideDiagnostic && diagnosticColorOf(outsideDiagnostic),
        settings: settingsOfRow(row),
        diagnostics: diagnostics.map(diagnosticColorOf),
      },
    ]),
  );
  const kept = await keptTemplatesFor(tx, { analyserId, places, versions });
  const rulesOf = Map.groupBy(rules, (rule) => assayKey(rule, rule.channel));
  const assays = [...Map.groupBy(phases, (phase) => assayKey(phase, phase.channel))].flatMap(
    ([key, ofAssay]) => {
      const [place] = ofAssay;
      const version = ofVersion.get(place?.kitVersionId ?? '');
      if (place === undefined || version === undefined) return [];
      const rulesHere = rulesOf.get(key) ?? [];
      return {
        ...place,
        phases: ofAssay.map((phase) => ({ ...phase, zones: phase.zones.map(withoutNull) })),
        rules: rulesHere.map((rule) => ({
          ...rule,
          diagnosticColor: rule.diagnosticColor === null ? null : diagnosticColorOf(rule.diagnosticColor),
        })),
        outsideDiagnostic: version.outsideDiagnostic,
        ...usedSettings(version.settings, {
          place,
          kept,
          rules: rulesHere,
          diagnostics: version.diagnostics,
        }),
      };
    },
  );
  const { compensation } = analyserProfileSchema.parse(profile);
  // The schema removes columns that the snapshot does not keep.
  return configurationSnapshotSchema.parse({
    assays,
    controls: controls.map(diagnosticColorOf),
    ...(compensation && { compensation }),
  });
}

type Kept = Awaited<ReturnType<typeof keptTemplatesOf>>;
type Asking = Pick<KitVersion, 'id' | 'meltTemplatesFrom'>;

/** The stored templates of the versions that use them. */
async function keptTemplatesFor(
  tx: Db | Tx,
  {
    analyserId,
    places,
    versions,
  }: {
    readonly analyserId: string;
    readonly places: readonly AssayPlace[];
    readonly versions: readonly Asking[];
  },
): Promise<Kept> {
  const asking = new Set(
    versions.filter(({ meltTemplatesFrom }) => meltTemplatesFrom === 'plate-or-kept').map(({ id }) => id),
  );
  const wanted = places.filter(({ kitVersionId }) => asking.has(kitVersionId));
  return wanted.length === 0 ? [] : keptTemplatesOf(tx, { analyserId, places: wanted });
}

interface Assay {
  readonly place: Pick<Phase, 'kitVersionId' | 'reactionBufferId' | 'channel'>;
  readonly kept: Kept;
  readonly rules: readonly { readonly expressions: unknown }[];
  /** Of the kit. */
  readonly diagnostics: readonly ResultDiagnostic[];
}

/** Each setting of a version as an assay uses it. Omitted if it is off, so that the hash of the others does not change. */
const USED: Readonly<Record<keyof StoredSettings, (settings: StoredSettings, assay: Assay) => object>> = {
  /** Counted on the plate, not part of a call. */
  requiredControls: () => ({}),
  tmShift: ({ tmShift }) => ifSet({ tmShift }),
  meltTemplates: ({ meltTemplates }, assay) =>
    meltTemplates === null ? {} : { meltTemplates: { ...meltTemplates, ...keptIn(assay) } },
  curveShapes: ({ curveShapes }, { place }) =>
    ifSet({ curveShape: curveShapeOf(curveShapes, place.channel) }),
  replicates: ({ replicates }) => ifSet({ replicates: replicates && usedReplicates(replicates) }),
  channelRules: ({ channelRules }, { diagnostics }) =>
    ifSet({ channelRules: channelRules && usedChannelRules(namedResults(channelRules, diagnostics)) }),
  amplification: ({ amplification }, { rules }) =>
    ifSet({
      amplification: amplificationOfRules(
        amplification,
        rules.map(({ expressions }) => ({ expressions: expressionsSchema.parse(expressions) })),
      ),
    }),
};

/** `checkRulesFit` refuses versions whose rules give a diagnostic that the kit lacks. */
function namedResults(rules: ChannelRules, diagnostics: readonly ResultDiagnostic[]): ChannelRule[] {
  const named = rulesWithResults(rules, diagnostics);
  if (named === null) throw new Error('a channel rule gives a diagnostic that the kit lacks');
  return named;
}

const usedSettings = (settings: StoredSettings, assay: Assay): object =>
  Object.values(USED).reduce<object>((all, used) => ({ ...all, ...used(settings, assay) }), {});

const ifSet = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** The stored templates of the assay; omitted: none. */
function keptIn({ place, kept }: Assay): { readonly kept?: readonly Kept[number]['template'][] } {
  const here = kept.filter(
    ({ kitVersionId, reactionBufferId, template }) =>
      kitVersionId === place.kitVersionId &&
      reactionBufferId === place.reactionBufferId &&
      template.channel === place.channel,
  );
  return here.length > 0 ? { kept: here.map(({ template }) => template) } : {};
}

/** Omits unset fields, so that settings from before a field existed keep their hash. */
const withoutNull = ({ referenceTm, ...zone }: Zone) => ({
  ...zone,
  ...(referenceTm !== null && { referenceTm }),
});
