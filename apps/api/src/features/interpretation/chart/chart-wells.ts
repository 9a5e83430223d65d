import {
  combinationLabel,
  compareChannels,
  comparePositions,
  diagnosticLetters,
  movedOf,
  nearestBorder,
  zonesMoved,
  type CalledWell,
  type ChannelName,
  type ChartData,
  type InterpretedWell,
  type PhaseType,
  type UsedConfiguration,
} from '@curvewell/domain';

import { unpackCurves, type CurvePack } from '../../../curves/index.ts';

/** The input of a chart: rows as stored. */
export interface ChartInput {
  readonly wells: readonly (Omit<CalledWell, 'constantPhaseInfos'> & { readonly assay: string })[];
  readonly slopes: readonly ChannelSlopes[];
  /** By kit version, buffer and channel. */
  readonly configurations: ReadonlyMap<string, UsedConfiguration>;
}

export type ChannelSlopes = CurvePack & { readonly channel: ChannelName; readonly phase: PhaseType };

/** A drawn curve: temperatures in °C and values in RFU/°C. */
interface DrawnCurve {
  readonly temperature: Float64Array;
  readonly value: Float64Array;
}

export type DrawnPhase = Omit<ChartData, 'chartPoints'> & { readonly curve: DrawnCurve };

/** A well with everything that is drawn or stated about it. */
export type DrawnWell = Omit<InterpretedWell, 'data'> & { readonly data: readonly DrawnPhase[] };

/**
 * Half of the narrowest slope window, °C. Nearer to an end of the readings the window is one-sided and the
 * slope is noise, so it is not drawn.
 */
const ONE_SIDED = 0.8;

/** The wells of a chart by channel and position. A generator, because all points together are large. */
export function* chartWells({ wells, slopes, configurations }: ChartInput): Generator<DrawnWell> {
  const packs = slopes
    .toSorted((a, b) => a.phase.localeCompare(b.phase))
    .map((pack) => ({ ...pack, curves: unpackCurves(pack, 'float32') }));
  const inOrder = wells.toSorted(
    (a, b) => compareChannels(a.channel, b.channel) || comparePositions(a.position, b.position),
  );
  for (const { assay, ...well } of inOrder) {
    const configuration = configurations.get(assay);
    const infos = constantPhaseInfos(configuration, movedOf(well.explanation));
    yield {
      ...well,
      ...beyondBorder({ ...well, constantPhaseInfos: infos }, configuration),
      data: packs.flatMap(({ channel, phase, curves }) => {
        const curve = curves.get(well.position);
        if (channel !== well.channel || curve === undefined) return [];
        const peaks = well.explanation.phases.find(({ type }) => type === phase)?.peaks ?? [];
        return [{ type: phase, curve: drawnCurve(curve), peaks }];
      }),
      constantPhaseInfos: infos,
    };
  }
}

const CONTROLS: readonly CalledWell['sampleType'][] = ['POSITIVE_TEST', 'NEGATIVE_TEST'];

/** The call of a sample beyond its nearest limit; controls have rules of their own. */
function beyondBorder(
  well: CalledWell,
  configuration: UsedConfiguration | undefined,
): Pick<CalledWell, 'beyond'> {
  const combination = CONTROLS.includes(well.sampleType) ? null : (nearestBorder(well)?.combination ?? null);
  if (combination === null || configuration === undefined) return {};
  const rules = configuration.rules.filter(({ zones }) => combinationLabel(zones) === combination);
  return { beyond: { [combination]: calledBy(rules) } };
}

/**
 * “X Heterozygous”; for rules that compare heights, each candidate, since heights beyond the limit are
 * unknown.
 */
function calledBy(rules: UsedConfiguration['rules']): string {
  const results = rules.map(({ diagnosticColor: color }) =>
    color === null ? 'no result' : `${diagnosticLetters(color)} ${color.diagnosticLabel}`,
  );
  return results.length === 0 ? 'no result' : [...new Set(results)].join(' or ');
}

/** Removes the one-sided ends. Temperatures may rise or fall. */
export function drawnCurve({ temperature, value }: DrawnCurve): DrawnCurve {
  const ends = [temperature[0] ?? 0, temperature.at(-1) ?? 0];
  const [from, to] = [Math.min(...ends) + ONE_SIDED, Math.max(...ends) - ONE_SIDED];
  if (to - from < ONE_SIDED) return { temperature, value };
  const isMeasured = (x: number): boolean => x >= from && x <= to;
  const first = temperature.findIndex(isMeasured);
  const end = temperature.findLastIndex(isMeasured) + 1;
  return { temperature: temperature.subarray(first, end), value: value.subarray(first, end) };
}

/** The zones that a well was read with, including a Tm shift. */
function constantPhaseInfos(
  configuration: UsedConfiguration | undefined,
  moved: number,
): InterpretedWell['constantPhaseInfos'] {
  return (configuration?.phases ?? []).map(({ id, phaseType, minThreshold, zones }) => ({
    id,
    type: phaseType,
    threshold: minThreshold,
    ...(moved !== 0 && { moved }),
    constantZoneInfos: zonesMoved(zones, moved).map((zone) => ({
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
