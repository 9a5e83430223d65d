import type {
  CallExplanation,
  ChannelName,
  ChartData,
  InterpretedWell,
  PhaseType,
} from '@curvewell/contracts';

import { unpackCurves, type CurvePack } from '../plate/index.ts';
import type { UsedConfiguration } from './configuration.ts';

/** What a chart is written from: rows as they are stored. */
export interface ChartInput {
  readonly wells: readonly (Omit<InterpretedWell, 'data' | 'constantPhaseInfos'> & {
    readonly assay: string;
  })[];
  readonly slopes: readonly (CurvePack & { readonly channel: ChannelName; readonly phase: PhaseType })[];
  /** By kit version, buffer and channel. */
  readonly configurations: ReadonlyMap<string, UsedConfiguration>;
}

/** Digits that a drawn point keeps: a screen shows a thousandth of a curve's height at most. */
const SLOPE_DIGITS = 6;
const TEMPERATURE_DECIMALS = 1000;
/**
 * Half of the slope's narrowest window, °C. Nearer to an end of the readings the window has one side only, and
 * what the slope does there is noise: it is not drawn.
 */
const ONE_SIDED = 0.8;

/** The wells of a chart. */
export function chartWells({ wells, slopes, configurations }: ChartInput): InterpretedWell[] {
  const packs = slopes.map((pack) => ({ ...pack, curves: unpackCurves(pack, 'float32') }));
  return wells.map(({ assay, ...well }) => ({
    ...well,
    data: packs.flatMap(({ channel, phase, curves }) => {
      const curve = curves.get(well.position);
      if (channel !== well.channel || curve === undefined) return [];
      return [chartData(phase, curve, well.explanation)];
    }),
    constantPhaseInfos: constantPhaseInfos(configurations.get(assay)),
  }));
}

/** The same as text. Runs in a worker: a 384 plate is several megabytes. */
export function chartJson(input: ChartInput): string {
  return JSON.stringify(chartWells(input));
}

function chartData(
  phase: PhaseType,
  { temperature, value }: { readonly temperature: ArrayLike<number>; readonly value: ArrayLike<number> },
  explanation: CallExplanation,
): ChartData {
  const ends = [temperature[0] ?? 0, temperature[temperature.length - 1] ?? 0];
  const [from, to] = [Math.min(...ends) + ONE_SIDED, Math.max(...ends) - ONE_SIDED];
  const isMeasured = ({ x }: { readonly x: number }): boolean =>
    to - from < ONE_SIDED || (x >= from && x <= to);
  return {
    type: phase,
    chartPoints: Array.from(temperature, (x, index) => ({
      x: Math.round(x * TEMPERATURE_DECIMALS) / TEMPERATURE_DECIMALS,
      y: Number((value[index] ?? 0).toPrecision(SLOPE_DIGITS)),
    })).filter(isMeasured),
    peaks: explanation.phases.find(({ type }) => type === phase)?.peaks ?? [],
  };
}

function constantPhaseInfos(
  configuration: UsedConfiguration | undefined,
): InterpretedWell['constantPhaseInfos'] {
  return (configuration?.phases ?? []).map(({ id, phaseType, minThreshold, zones }) => ({
    id,
    type: phaseType,
    threshold: minThreshold,
    constantZoneInfos: zones.map((zone) => ({
      id: zone.id,
      name: zone.name,
      label: zone.label,
      minTemp: zone.minTemp,
      maxTemp: zone.maxTemp,
      minThreshold: zone.minThreshold,
      minQuality: zone.minQuality,
    })),
  }));
}
