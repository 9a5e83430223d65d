import type { ChannelSettings, ZoneSettings } from '@curvewell/domain';
import { newId } from '../../../database/new-id.ts';
import type { Tx } from '../../../database/db.ts';

/** Phases and rules of a kit version with one reaction buffer on one analyser. */
export interface PlacedConfiguration {
  readonly kitVersionId: string;
  readonly analyserId: string;
  readonly reactionBufferId: string;
  readonly channels: readonly ChannelSettings[];
}

export const zoneRow = ({ referenceTm, ...zone }: ZoneSettings) => ({
  ...zone,
  referenceTm: referenceTm ?? null,
});

/**
 * Inserts new settings with three statements, whatever their number.
 *
 * @param colors - ids of the kit's diagnostics by name
 */
export async function storeConfigurations(
  tx: Tx,
  configurations: readonly PlacedConfiguration[],
  colors: ReadonlyMap<string, string>,
): Promise<void> {
  const phases = configurations.flatMap(({ channels, ...place }) =>
    channels.flatMap(({ name, phases: ofChannel }) =>
      ofChannel.map((phase) => ({ ...place, ...phase, channel: name, id: newId() })),
    ),
  );
  await tx.phase.createMany({ data: phases.map(({ zones: _zones, ...phase }) => phase) });
  await tx.zone.createMany({
    data: phases.flatMap(({ id: phaseId, zones }) => zones.map((zone) => ({ ...zoneRow(zone), phaseId }))),
  });
  await tx.combinationRule.createMany({
    data: configurations.flatMap(({ channels, ...place }) =>
      channels.flatMap(({ name: channel, rules }) =>
        rules.map(({ zones, diagnostic, expressions }, order) => ({
          ...place,
          channel,
          order,
          zones: [...zones].sort(),
          diagnosticColorId: diagnostic === null ? null : (colors.get(diagnostic) ?? null),
          expressions: expressions.map((expression) => ({ ...expression })),
        })),
      ),
    ),
  });
}
