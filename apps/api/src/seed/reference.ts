import {
  analyserProfileSchema,
  type ChannelName,
  DIAGNOSTIC_FILL,
  type BuiltInDiagnostic,
} from '@curvewell/domain';
import { ANALYSER_PROFILES } from '@curvewell/instruments';

import type { Tx } from '../database/db.ts';
import { analyserColumns } from '../features/analysers/index.ts';
import { zoneRow } from '../features/kits/index.ts';
import { REFERENCE_KITS, type ReferenceKit } from './reference-kits.ts';

/** Seeds missing analysers and results of controls; existing ones are unchanged. */
export async function seedReference(tx: Tx): Promise<void> {
  await seedAnalysers(tx);
  await seedControls(tx);
}

/** Creates missing sample kits. @returns their names */
export async function seedSamples(tx: Tx): Promise<readonly string[]> {
  const analysers = new Map(
    (await tx.analyser.findMany()).map(({ id, profile }) => [analyserProfileSchema.parse(profile).id, id]),
  );
  const missing: ReferenceKit[] = [];
  for (const kit of REFERENCE_KITS) {
    const isThere =
      (await tx.kit.count({
        where: { laboratoryId: null, name: { equals: kit.name, mode: 'insensitive' } },
      })) > 0;
    if (!isThere) missing.push(kit);
  }
  for (const kit of missing) await seedKit(tx, kit, analysers);
  return missing.map(({ name }) => name);
}

/**
 * Most used first: the import page preselects the first one. A renamed analyser is not added again, nor one
 * whose name an analyser of the laboratories has.
 */
async function seedAnalysers(tx: Tx): Promise<void> {
  for (const [order, profile] of ANALYSER_PROFILES.entries()) {
    const isThere = await tx.analyser.count({
      where: {
        OR: [
          { profile: { path: ['id'], equals: profile.id } },
          { name: { equals: profile.name, mode: 'insensitive' } },
        ],
      },
    });
    if (isThere === 0) await tx.analyser.create({ data: { ...analyserColumns(profile), order } });
  }
}

async function seedControls(tx: Tx): Promise<void> {
  const controls: readonly (readonly [BuiltInDiagnostic, string])[] = [
    ['TEST_OK', 'Test OK'],
    ['TEST_KO', 'Test KO'],
  ];
  for (const [order, [diagnosticName, label]] of controls.entries()) {
    if ((await tx.diagnosticColor.count({ where: { kitId: null, diagnosticName } })) > 0) continue;
    await tx.diagnosticColor.create({
      data: { diagnosticName, label, color: DIAGNOSTIC_FILL[diagnosticName], order },
    });
  }
}

async function seedKit(tx: Tx, kit: ReferenceKit, analysers: ReadonlyMap<string, string>): Promise<void> {
  const { id: kitId } = await tx.kit.create({
    data: {
      name: kit.name,
      sample: true,
      channels: { create: kit.channels.map(({ channel, label }) => ({ channel, label })) },
    },
  });
  const bufferIds: string[] = [];
  for (const name of kit.buffers) {
    const { id: reactionBufferId } = await tx.reactionBuffer.create({ data: { name } });
    await tx.kitReactionBuffer.create({ data: { kitId, reactionBufferId } });
    bufferIds.push(reactionBufferId);
  }
  const colors = new Map<BuiltInDiagnostic, string>();
  for (const [order, [diagnosticName, label]] of kit.diagnostics.entries()) {
    const color = DIAGNOSTIC_FILL[diagnosticName];
    const row = await tx.diagnosticColor.create({ data: { kitId, diagnosticName, label, color, order } });
    colors.set(diagnosticName, row.id);
  }
  const places = await seedStatuses(tx, { kit, kitId, analysers });

  for (const { version, lots } of kit.versions) {
    const { id: kitVersionId } = await tx.kitVersion.create({ data: { kitId, version } });
    await tx.lot.createMany({
      data: lots.map(({ name, expires, active = true }) => ({
        kitVersionId,
        name,
        active,
        admin: true,
        expirationDate: new Date(`${expires}T00:00:00Z`),
      })),
    });
    for (const reactionBufferId of bufferIds) {
      for (const place of places) {
        await seedChannels(tx, kit, { kitVersionId, reactionBufferId, ...place }, colors);
      }
    }
  }
}

async function seedStatuses(
  tx: Tx,
  {
    kit,
    kitId,
    analysers,
  }: { readonly kit: ReferenceKit; readonly kitId: string; readonly analysers: ReadonlyMap<string, string> },
): Promise<Pick<Place, 'analyserId' | 'leastHeight'>[]> {
  const places: Pick<Place, 'analyserId' | 'leastHeight'>[] = [];
  for (const [profileId, status] of Object.entries(kit.analysers)) {
    const analyserId = analysers.get(profileId);
    if (analyserId === undefined) throw new Error(`no analyser has the profile ${profileId}`);
    await tx.kitAnalyser.create({ data: { kitId, analyserId, status } });
    places.push({ analyserId, leastHeight: kit.leastHeights?.[profileId] });
  }
  return places;
}

interface Place {
  readonly kitVersionId: string;
  readonly reactionBufferId: string;
  readonly analyserId: string;
  /** Overrides the phases' own minimum. */
  readonly leastHeight: number | undefined;
}

async function seedChannels(
  tx: Tx,
  { channels }: ReferenceKit,
  { leastHeight, ...place }: Place,
  colors: ReadonlyMap<BuiltInDiagnostic, string>,
): Promise<void> {
  for (const { channel, phases, rules } of channels) {
    for (const { zones, ...settings } of phases) {
      const minThreshold = leastHeight ?? settings.minThreshold;
      await tx.phase.create({
        data: { ...place, channel, ...settings, minThreshold, zones: { create: zones.map(zoneRow) } },
      });
    }
    await tx.combinationRule.createMany({
      data: rules.map(({ zones, diagnostic, expressions = [] }, order) => ({
        ...place,
        channel: channel satisfies ChannelName,
        order,
        zones: zones.match(/[A-Z]/g) ?? [],
        diagnosticColorId: colors.get(diagnostic) ?? null,
        expressions: expressions.map((expression) => ({ ...expression })),
      })),
    });
  }
}
