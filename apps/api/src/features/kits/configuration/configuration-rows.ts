import { type KitConfigurationBody, combinationLabel, type KitConfiguration } from '@curvewell/domain';

import { newId } from '../../../database/new-id.ts';
import type { Tx } from '../../../database/db.ts';
import type { Place } from './read-configuration.ts';
import { zoneRow } from './store-configurations.ts';

export type Settings = Pick<KitConfigurationBody, 'channels' | 'combinationDiagnostics'>;

/**
 * Replaces the settings of the given channels; other channels are unchanged. Five statements, whatever the
 * number of rows.
 */
export async function replaceChannels(
  tx: Tx,
  { versionId, ...rest }: Place,
  { channels, combinationDiagnostics }: Settings,
): Promise<void> {
  const place = { kitVersionId: versionId, ...rest };
  const named = { ...place, channel: { in: channels.map(({ name }) => name) } };
  await tx.phase.deleteMany({ where: named });
  await tx.combinationRule.deleteMany({ where: named });

  const phases = channels.flatMap(({ name, phases: ofChannel }) =>
    ofChannel.map(({ zones, ...settings }) => ({
      zones,
      row: { id: newId(), ...place, channel: name, ...settings },
    })),
  );
  await tx.phase.createMany({ data: phases.map(({ row }) => row) });
  await tx.zone.createMany({
    data: phases.flatMap(({ zones, row }) => zones.map((zone) => ({ ...zoneRow(zone), phaseId: row.id }))),
  });
  // The order matters among the rules of one combination; a counter over all channels preserves it.
  await tx.combinationRule.createMany({
    data: combinationDiagnostics.map(({ channel, combination, diagnosticColor, expressions }, order) => ({
      ...place,
      channel,
      order,
      zones: [...combination.zones].sort(),
      diagnosticColorId: diagnosticColor?.id ?? null,
      expressions: expressions.map((expression) => ({ ...expression })),
    })),
  });
}

/** Whether saving would change nothing in the given channels. */
export function isUnchanged(
  current: KitConfiguration,
  { channels, combinationDiagnostics }: Settings,
): boolean {
  const named = new Set(channels.map(({ name }) => name));
  return (
    JSON.stringify(canonical({ channels, combinationDiagnostics })) ===
    JSON.stringify(
      canonical({
        channels: current.channels.filter(({ name }) => named.has(name)),
        combinationDiagnostics: current.combinationDiagnostics.filter(({ channel }) => named.has(channel)),
      }),
    )
  );
}

/**
 * Settings in a fixed order and without ids, for comparison as text. A channel without phases makes no
 * difference.
 */
export function canonical({ channels, combinationDiagnostics }: Settings) {
  return {
    phases: channels
      .flatMap(({ name, phases }) =>
        phases.map((phase) => ({
          channel: name,
          phaseType: phase.phaseType,
          minThreshold: phase.minThreshold,
          slopeThreshold: phase.slopeThreshold,
          minQuality: phase.minQuality,
          inversed: phase.inversed,
          zones: phase.zones
            .map(({ name: letter, minTemp, maxTemp, label, minThreshold, minQuality, referenceTm }) => ({
              name: letter,
              minTemp,
              maxTemp,
              label,
              minThreshold,
              minQuality,
              ...(referenceTm !== undefined && { referenceTm }),
            }))
            .sort((a, b) => a.name.localeCompare(b.name)),
        })),
      )
      .sort((a, b) => `${a.channel} ${a.phaseType}`.localeCompare(`${b.channel} ${b.phaseType}`)),
    rules: combinationDiagnostics
      .map(({ channel, combination, diagnosticColor, expressions }) => ({
        channel,
        combination: combinationLabel(combination.zones),
        diagnosticColorId: diagnosticColor?.id ?? null,
        expressions: expressions.map(({ firstOperand, operator, secondOperand }) => ({
          firstOperand,
          operator,
          secondOperand,
        })),
      }))
      .sort((a, b) => `${a.channel} ${a.combination}`.localeCompare(`${b.channel} ${b.combination}`)),
  };
}
