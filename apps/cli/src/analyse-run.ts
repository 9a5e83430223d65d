import {
  type ChannelConfiguration,
  openConfiguration,
  plateAnalyse,
  type PlateWell,
  type PlateWellCall,
} from '@curvewell/analysis';
import { type ChannelName, type DyeCompensation, replicateGroup, withCrossTalk } from '@curvewell/domain';
import type { RunCurve, RunFile } from '@curvewell/instruments';

import { withoutOtherDyes } from './compensation.ts';
import type { PlateRow } from './read-input.ts';

/** A call with the curves it was made from. */
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
  /** Cross-talk to subtract from the curves first; omitted: none. */
  readonly compensation?: DyeCompensation | undefined;
}

const phaseCurve = ({ phase, temperature, value, quantity }: RunCurve) => ({
  type: phase,
  curve: { temperature, fluorescence: value, quantity },
});

/** Analyses every configured channel of a run; without a kit, every channel. */
export function runAnalyse(run: RunFile, settings: AnalysisSettings): AnalysedWell[] {
  const { curves: readable, compensationOf } = withoutOtherDyes(run.curves, settings.compensation);
  const amplificationOf = Map.groupBy(
    withCrossTalk(run.amplification, settings.compensation),
    ({ position }) => position,
  );
  const byChannel = Map.groupBy(readable, ({ channel }) => channel);
  const inputs = [...byChannel].flatMap(([channel, curves]) => {
    const configuration =
      settings.kit === null
        ? openConfiguration(channel, curves.map(phaseCurve), settings)
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
        // Without a kit, controls have no expected result.
        const known =
          settings.kit === null ? undefined : run.wells.find((well) => well.position === position);
        const row = settings.plate.get(position);
        const sampleType = row?.sampleType ?? known?.sampleType ?? 'BLOOD';
        const expectedDiagnostic = row?.expectedDiagnostic ?? null;
        const name = row?.name ?? known?.name ?? null;
        const compensation = compensationOf({ position, channel: configuration.channel });
        return {
          position,
          sampleType,
          expectedDiagnostic,
          controlGroup: 'run',
          replicateGroup: replicateGroup({ name, sampleType, expectedDiagnostic }),
          ...(compensation && { compensation }),
          phases: curves.map(phaseCurve),
          amplification: amplificationOf.get(position) ?? [],
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
