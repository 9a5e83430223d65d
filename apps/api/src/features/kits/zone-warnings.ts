import { nearZones } from '@curvewell/analysis';
import type { KitConfiguration } from '@curvewell/contracts';

/** °C between readings, where no run tells it: what most cyclers read by default. */
const USUAL_STEP = 0.5;

/** Zones of a phase that lie nearer to each other than two products can be told apart, one sentence a pair. */
export const zoneWarnings = ({ channels }: Pick<KitConfiguration, 'channels'>): string[] =>
  channels.flatMap(({ name, phases }) =>
    phases.flatMap(({ phaseType, zones }) =>
      nearZones(zones, USUAL_STEP).map(
        ({ zones: [first, second], distance, needed }) =>
          `${name}, ${phaseType}: zones ${first.name} and ${second.name} are ${distance.toFixed(2)} °C apart. ` +
          `With a reading every ${USUAL_STEP} °C two products are two peaks from ${needed.toFixed(2)} °C on: ` +
          'a single peak there is flagged “may be two products”.',
      ),
    ),
  );
