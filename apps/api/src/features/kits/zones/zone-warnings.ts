import { nearZones } from '@curvewell/analysis';
import type { kitCalls } from '@curvewell/contracts';
import type { ChannelName, PhaseType, ZoneSettings } from '@curvewell/domain';
import type { z } from 'zod';

import type { Db } from '../../../database/db.ts';
import type { Caller } from '../../../actor.ts';
import { kitSteps, type ReadingStep, runSteps, type StepOf } from '../configuration/reading-steps.ts';

/** °C between readings, used when no run shows it: the default of most analysers. */
const USUAL_STEP = 0.5;

interface PlacedChannels {
  readonly analyserId: string;
  readonly reactionBufferId: string;
  readonly channels: readonly {
    readonly name: ChannelName;
    readonly phases: readonly { readonly phaseType: PhaseType; readonly zones: readonly ZoneSettings[] }[];
  }[];
}

/** One sentence for each pair of zones in a phase that are too close to separate two products. */
export const zoneWarnings = ({ channels, ...place }: PlacedChannels, stepOf: StepOf): string[] =>
  channels.flatMap(({ name: channel, phases }) =>
    phases.flatMap(({ phaseType: phase, zones }) => {
      const known = stepOf({ ...place, channel, phase });
      return nearZones(zones, known?.step ?? USUAL_STEP).map(
        ({ zones: [first, second], distance, needed }) =>
          `${channel}, ${phase}: zones ${first.name} and ${second.name} are ${distance.toFixed(2)} °C apart. ` +
          `${stepText(known)}, two products are two peaks from ${needed.toFixed(2)} °C on: ` +
          'a single peak there is flagged “may be two products”.',
      );
    }),
  );

/** “With a reading every 0.2 °C, as in run 12” */
const stepText = (known: ReadingStep | null): string =>
  known === null
    ? `With a reading every ${USUAL_STEP} °C (assumed, because there is no run with this kit)`
    : `With a reading every ${Number(known.step.toFixed(2))} °C, as in run ${known.run}`;

/**
 * Warnings for all settings of a kit version; a sentence that does not apply to all of them names where it
 * applies.
 */
export function warningsOfAll(
  configurations: readonly (PlacedChannels & {
    readonly analyser: string;
    readonly reactionBuffer: string;
  })[],
  stepOf: StepOf,
): string[] {
  const warnings = configurations.flatMap((configuration) => {
    const { analyser, reactionBuffer } = configuration;
    const place = `${analyser} (${reactionBuffer})`;
    return zoneWarnings(configuration, stepOf).map((warning) => ({ place, warning }));
  });
  return [...Map.groupBy(warnings, ({ warning }) => warning)]
    .map(([warning, of]) =>
      of.length === configurations.length
        ? warning
        : `${of.map(({ place }) => place).join(', ')}: ${warning}`,
    )
    .slice(0, MAX_WARNINGS);
}

const MAX_WARNINGS = 50;

type NearZonesBody = z.output<typeof kitCalls.nearZones.body>;

/** Zones that are too close, while they are edited. */
export async function nearZonesOf(
  { db }: { readonly db: Db },
  { laboratory }: Caller,
  { kitId, runId, ...placed }: NearZonesBody,
): Promise<{ warnings: string[] }> {
  const laboratoryId = laboratory?.id ?? null;
  const stepOf =
    runId === undefined
      ? await kitSteps(db, { laboratoryId, kitId })
      : await runSteps(db, { laboratoryId, runId });
  return { warnings: zoneWarnings(placed, stepOf) };
}
