import type { ChannelName, PhaseType } from '@curvewell/contracts';
import type { RunCurve, RunFile } from '@curvewell/instruments';

import { type ChannelConfiguration, plateAnalyse, type PlateWell, type PlateWellCall } from '../index.ts';
import { DEFAULT_PHASE } from '../settings.ts';
import type { PlateRow } from './read-input.ts';

/** A called well with the readings it was called from. */
export interface AnalysedWell extends PlateWellCall {
  readonly channel: ChannelName;
  readonly curves: readonly RunCurve[];
  readonly configuration: ChannelConfiguration;
}

export interface AnalysisSettings {
  readonly kit: readonly ChannelConfiguration[] | null;
  readonly plate: ReadonlyMap<string, PlateRow>;
  readonly minThreshold: number | null;
  readonly inversed: boolean;
  readonly algorithm: string;
}

/** The value that three quarters of a list do not exceed. */
const upperQuartile = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(0.75 * (values.length - 1))] ?? 0;

/**
 * Least height where no kit says it: 1 % of the usual range of the readings per °C, or 5 % of the usual highest
 * slope where the file holds slopes.
 */
function usualThreshold(curves: readonly RunCurve[]): number {
  const [first] = curves;
  if (first === undefined) return 0;
  const high = curves.map(({ value }) => value.reduce((most, one) => Math.max(most, one), -Infinity));
  if (first.quantity === 'derivative') return 0.05 * upperQuartile(high);
  const low = curves.map(({ value }) => value.reduce((least, one) => Math.min(least, one), Infinity));
  return 0.01 * upperQuartile(high.map((most, i) => most - (low[i] ?? most)));
}

/** A configuration that reports every peak of the phases a channel has. */
function openConfiguration(
  channel: ChannelName,
  curves: readonly RunCurve[],
  { minThreshold, inversed }: AnalysisSettings,
): ChannelConfiguration {
  const phases = new Map<PhaseType, RunCurve[]>();
  for (const curve of curves) phases.set(curve.phase, [...(phases.get(curve.phase) ?? []), curve]);
  return {
    channel,
    phases: [...phases].map(([phaseType, ofPhase]) => ({
      ...DEFAULT_PHASE,
      phaseType,
      minThreshold: minThreshold ?? usualThreshold(ofPhase),
      inversed: inversed && phaseType === 'MELT',
      zones: [],
    })),
    rules: [],
  };
}

/** Analyses every channel of a run that is configured; without a kit, every channel. */
export function runAnalyse(run: RunFile, settings: AnalysisSettings): AnalysedWell[] {
  const byChannel = Map.groupBy(run.curves, ({ channel }) => channel);
  const inputs = [...byChannel].flatMap(([channel, curves]) => {
    const configuration =
      settings.kit === null
        ? openConfiguration(channel, curves, settings)
        : settings.kit.find((configured) => configured.channel === channel);
    if (configuration === undefined) return [];
    const isConfigured = ({ phase }: RunCurve): boolean =>
      configuration.phases.some(({ phaseType }) => phaseType === phase);
    const byWell = [...Map.groupBy(curves.filter(isConfigured), ({ position }) => position)];
    return [{ configuration, byWell }];
  });
  const calls = plateAnalyse({
    algorithmVersion: settings.algorithm,
    assays: inputs.map(({ configuration, byWell }) => ({
      configuration,
      wells: byWell.map(([position, curves]): PlateWell => {
        // Without a kit no control can be judged.
        const known =
          settings.kit === null ? undefined : run.wells.find((well) => well.position === position);
        const row = settings.plate.get(position);
        return {
          position,
          sampleType: row?.sampleType ?? known?.sampleType ?? 'BLOOD',
          expectedDiagnostic: row?.expectedDiagnostic ?? null,
          controlGroup: 'run',
          phases: curves.map(({ phase, temperature, value, quantity }) => ({
            type: phase,
            curve: { temperature, fluorescence: value, quantity },
          })),
        };
      }),
    })),
  });
  return inputs.flatMap(({ configuration, byWell }, index) =>
    byWell.flatMap(([, curves], well) => {
      const call = calls[index]?.[well];
      return call === undefined ? [] : [{ ...call, channel: configuration.channel, curves, configuration }];
    }),
  );
}
