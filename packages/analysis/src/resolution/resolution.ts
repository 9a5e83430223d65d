import type { ZoneSettings } from '@curvewell/domain';

/** The distance at which two products are two peaks in 95 % of curves, °C. */
export interface Resolution {
  /** °C between readings. */
  readonly step: number;
  /** Products of equal height. */
  readonly equal: number;
  /** One a fifth as high as the other. */
  readonly fifth: number;
}

/**
 * By the step of the readings, finest first. Measured by `pnpm --filter @curvewell/analysis bench:resolution`
 * on transitions 2 and 3 °C wide with a noise of 1/300 and 1/1000. The worse width counts, and a coarser step
 * never resolves more.
 */
export const RESOLUTIONS: readonly [Resolution, ...Resolution[]] = [
  { step: 0.1, equal: 1.4, fifth: 3.9 },
  { step: 0.2, equal: 1.5, fifth: 3.9 },
  { step: 0.5, equal: 1.7, fifth: 4 },
  { step: 1, equal: 2, fifth: 4 },
];

/**
 * The minimum distance that a step of readings resolves: that of the next coarser measured step, and at least
 * two steps.
 */
export function resolutionAt(step: number): Resolution {
  const [first] = RESOLUTIONS;
  const row = RESOLUTIONS.find((one) => step <= one.step * 1.001) ?? RESOLUTIONS.at(-1) ?? first;
  return { step, equal: Math.max(row.equal, 2 * step), fifth: Math.max(row.fifth, 2 * step) };
}

type Zone = Pick<ZoneSettings, 'name' | 'minTemp' | 'maxTemp'>;

/** Two zones of a phase whose products merge into one peak, the lower one first. */
export interface NearZones {
  readonly zones: readonly [Zone, Zone];
  /** Between their centres, °C. */
  readonly distance: number;
  /** The required distance, °C. */
  readonly needed: number;
}

const centreOf = ({ minTemp, maxTemp }: Zone): number => 0.5 * (minTemp + maxTemp);

/**
 * The pairs of zones of a phase that this step of readings cannot separate even if both products are equally
 * high.
 */
export function nearZones(zones: readonly Zone[], step: number): NearZones[] {
  const needed = resolutionAt(step).equal;
  const inOrder = [...zones].sort((a, b) => centreOf(a) - centreOf(b) || (a.name < b.name ? -1 : 1));
  return inOrder.flatMap((first, index) =>
    inOrder.slice(index + 1).flatMap((second): NearZones[] => {
      const distance = centreOf(second) - centreOf(first);
      return distance < needed ? [{ zones: [first, second], distance, needed }] : [];
    }),
  );
}
