import type { ChannelName, PhaseType } from '@curvewell/domain';

import type { ChannelConfiguration } from './configuration.ts';
import type { MeltCurve } from './curve/melt-curve.ts';
import { DEFAULT_PHASE } from './settings.ts';

interface OpenSettings {
  /** Least height, RFU/°C; null: what is usual for these curves. */
  readonly minThreshold: number | null;
  /** The signal rises where the product melts. */
  readonly inversed: boolean;
}

/** The value that three quarters of a list do not exceed. */
const upperQuartile = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(0.75 * (values.length - 1))] ?? 0;

/**
 * Least height where no kit says it: 1 % of the usual range of the readings per °C, or 5 % of the usual highest
 * slope where the file holds slopes.
 */
function usualThreshold(curves: readonly MeltCurve[]): number {
  const [first] = curves;
  if (first === undefined) return 0;
  const high = curves.map(({ fluorescence }) =>
    fluorescence.reduce((most, one) => Math.max(most, one), -Infinity),
  );
  if (first.quantity === 'derivative') return 0.05 * upperQuartile(high);
  const low = curves.map(({ fluorescence }) =>
    fluorescence.reduce((least, one) => Math.min(least, one), Infinity),
  );
  return 0.01 * upperQuartile(high.map((most, i) => most - (low[i] ?? most)));
}

/** A configuration that reports every peak of the phases a channel has: without a kit, without zones. */
export function openConfiguration(
  channel: ChannelName,
  curves: readonly { readonly type: PhaseType; readonly curve: MeltCurve }[],
  { minThreshold, inversed }: OpenSettings,
): ChannelConfiguration {
  const phases = Map.groupBy(curves, ({ type }) => type);
  return {
    channel,
    phases: [...phases].map(([phaseType, ofPhase]) => ({
      ...DEFAULT_PHASE,
      phaseType,
      minThreshold: minThreshold ?? usualThreshold(ofPhase.map(({ curve }) => curve)),
      inversed: inversed && phaseType === 'MELT',
      zones: [],
    })),
    rules: [],
  };
}
