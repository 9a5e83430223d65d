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
import {
  amplificationOf,
  channelRulesOf,
  curveShapesOf,
  keptTemplatesOf,
  replicatesOf,
} from '../../kits/index.ts';

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
    select: {
      id: true,
      outsideDiagnostic: true,
      tmShiftLimit: true,
      meltTemplatesFrom: true,
      curveShapes: true,
      replicates: true,
      channelRules: true,
      amplification: true,
    },
  });
  const ofVersion = new Map(
    versions.map(({ id, outsideDiagnostic, tmShiftLimit: limit }) => [
      id,
      {
        outsideDiagnostic: outsideDiagnostic && diagnosticColorOf(outsideDiagnostic),
        ...(limit !== null && { tmShift: { limit } }),
      },
    ]),
  );
  const kept = await keptTemplatesFor(tx, { analyserId, places, versions });
  const rulesOf = Map.groupBy(rules, (rule) => assayKey(rule, rule.channel));
  const assays = [...Map.groupBy(phases, (phase) => assayKey(phase, phase.channel))].map(
    ([key, ofAssay]) => ({
      ...ofAssay[0],
      phases: ofAssay.map((phase) => ({ ...phase, zones: phase.zones.map(withoutNull) })),
      rules: (rulesOf.get(key) ?? []).map((rule) => ({
        ...rule,
        diagnosticColor: rule.diagnosticColor === null ? null : diagnosticColorOf(rule.diagnosticColor),
      })),
      ...ofVersion.get(ofAssay[0]?.kitVersionId ?? ''),
      ...meltTemplatesAt(ofAssay[0], { versions, kept }),
      ...curveShapeAt(ofAssay[0], versions),
      ...replicatesAt(ofAssay[0], versions),
      ...channelRulesAt(ofAssay[0], versions),
      ...amplificationAt(ofAssay[0], { versions, rules: rulesOf.get(key) ?? [] }),
    }),
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

/** The template settings of a version in a channel, with the stored templates. */
function meltTemplatesAt(
  place: Pick<Phase, 'kitVersionId' | 'reactionBufferId' | 'channel'> | undefined,
  { versions, kept }: { readonly versions: readonly Asking[]; readonly kept: Kept },
) {
  const from = versions.find(({ id }) => id === place?.kitVersionId)?.meltTemplatesFrom ?? null;
  if (place === undefined || from === null) return {};
  const here = kept.filter(
    ({ kitVersionId, reactionBufferId, template }) =>
      kitVersionId === place.kitVersionId &&
      reactionBufferId === place.reactionBufferId &&
      template.channel === place.channel,
  );
  return {
    meltTemplates: { from, ...(here.length > 0 && { kept: here.map(({ template }) => template) }) },
  };
}

/** The regions and references of a version in a channel; omitted: none, so that other settings keep their hash. */
function curveShapeAt(
  place: Pick<Phase, 'kitVersionId' | 'channel'> | undefined,
  versions: readonly Pick<KitVersion, 'id' | 'curveShapes'>[],
) {
  const version = versions.find(({ id }) => id === place?.kitVersionId);
  const shapes = version === undefined ? null : curveShapesOf(version);
  const curveShape = place && curveShapeOf(shapes, place.channel);
  return curveShape === undefined ? {} : { curveShape };
}

/** The latest cycles of the channels that the rules of a place use; omitted: they use none. */
function amplificationAt(
  place: Pick<Phase, 'kitVersionId'> | undefined,
  {
    versions,
    rules,
  }: {
    readonly versions: readonly Pick<KitVersion, 'id' | 'amplification'>[];
    readonly rules: readonly { readonly expressions: unknown }[];
  },
) {
  const version = versions.find(({ id }) => id === place?.kitVersionId);
  const asked = rules.map(({ expressions }) => ({ expressions: expressionsSchema.parse(expressions) }));
  const amplification = amplificationOfRules(version === undefined ? null : amplificationOf(version), asked);
  return amplification === undefined ? {} : { amplification };
}

/** How the wells of a version with one name become one sample; omitted: they do not. */
function replicatesAt(
  place: Pick<Phase, 'kitVersionId'> | undefined,
  versions: readonly Pick<KitVersion, 'id' | 'replicates'>[],
) {
  const version = versions.find(({ id }) => id === place?.kitVersionId);
  const settings = version === undefined ? null : replicatesOf(version);
  return settings === null ? {} : { replicates: usedReplicates(settings) };
}

/** The channel rules of a version; omitted if it has none, so that the hash of other settings does not change. */
function channelRulesAt(
  place: Pick<Phase, 'kitVersionId'> | undefined,
  versions: readonly Pick<KitVersion, 'id' | 'channelRules'>[],
) {
  const version = versions.find(({ id }) => id === place?.kitVersionId);
  const rules = version === undefined ? null : channelRulesOf(version);
  return rules === null ? {} : { channelRules: usedChannelRules(rules) };
}

/** Omits unset fields, so that settings from before a field existed keep their hash. */
const withoutNull = ({ referenceTm, ...zone }: Zone) => ({
  ...zone,
  ...(referenceTm !== null && { referenceTm }),
});
