import {
  amplificationOfRules,
  analyserProfileSchema,
  assayKey,
  configurationSnapshotSchema,
  curveShapeOf,
  usedChannelRules,
  expressionSettingsSchema,
  usedReplicates,
  type AssayPlace,
  type ConfigurationSnapshot,
} from '@curvewell/domain';
import { z } from 'zod';

import type { Db, Tx } from '../../../database/db.ts';
import type { KitVersion, Phase, Zone } from '../../../generated/prisma/client.ts';
import { diagnosticColorOf } from '../../diagnostics/index.ts';
import { keptTemplatesOf, SETTINGS_SELECT, settingsOfRow, type StoredSettings } from '../../kits/index.ts';

const expressionsSchema = z.array(expressionSettingsSchema);

/** Loads the settings of some kit versions and buffers on an analyser, in seven queries. */
export async function loadConfiguration(
  tx: Db | Tx,
  { analyserId, places }: { readonly analyserId: string; readonly places: readonly AssayPlace[] },
): Promise<ConfigurationSnapshot> {
  const where = {
    analyserId,
    kitVersionId: { in: [...new Set(places.map(({ kitVersionId }) => kitVersionId))] },
    reactionBufferId: { in: [...new Set(places.map(({ reactionBufferId }) => reactionBufferId))] },
  };
  const phases = await tx.phase.findMany({
    where,
    include: { zones: { orderBy: { name: 'asc' } } },
    // A fixed order, because the settings are hashed.
    orderBy: [{ kitVersionId: 'asc' }, { reactionBufferId: 'asc' }, { channel: 'asc' }, { phaseType: 'asc' }],
  });
  const rules = await tx.combinationRule.findMany({
    where,
    include: { diagnosticColor: true },
    orderBy: { order: 'asc' },
  });
  const controls = await tx.diagnosticColor.findMany({ where: { kitId: null }, orderBy: { order: 'asc' } });

  const versions = await tx.kitVersion.findMany({
    where: { id: where.kitVersionId },
    select: { id: true, outsideDiagnostic: true, ...SETTINGS_SELECT },
  });
  const ofVersion = new Map(
    versions.map(({ id, outsideDiagnostic, ...row }) => [
      id,
      {
        outsideDiagnostic: outsideDiagnostic && diagnosticColorOf(outsideDiagnostic),
        settings: settingsOfRow(row),
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
        ...usedSettings(version.settings, { place, kept, rules: rulesHere }),
      };
    },
  );
  const { profile } = await tx.analyser.findUniqueOrThrow({
    where: { id: analyserId },
    select: { profile: true },
  });
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
  channelRules: ({ channelRules }) => ifSet({ channelRules: channelRules && usedChannelRules(channelRules) }),
  amplification: ({ amplification }, { rules }) =>
    ifSet({
      amplification: amplificationOfRules(
        amplification,
        rules.map(({ expressions }) => ({ expressions: expressionsSchema.parse(expressions) })),
      ),
    }),
};

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
