import type { ChannelName, PhaseType } from '@curvewell/domain';

import type { ChannelConfiguration } from './configuration.ts';
import type { MeltCurve } from './curve/melt-curve.ts';
import { DEFAULT_PHASE } from './settings.ts';

interface OpenSettings {
  /** Minimum height, RFU/°C; null: derived from the curves. */
  readonly minThreshold: number | null;
  /** The signal rises where the product melts. */
  readonly inversed: boolean;
}

/** The upper quartile of a list. */
const upperQuartile = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(0.75 * (values.length - 1))] ?? 0;

/**
 * Minimum height without a kit: 1 % of the typical range of the readings per °C, or 5 % of the typical
 * highest slope where the file holds slopes.
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

/** Settings that report every peak of a channel's phases, without a kit or zones. */
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
