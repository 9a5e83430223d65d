import type { ControlPoint, ControlSeries } from '@curvewell/contracts';

import { type ChartScale, chartScale, type ChartSize, type Range } from '../../chart/chart-scale.ts';
import { roundTicks } from '../../chart/ticks.ts';
import { type ChartMeasure, DECIMALS, figure } from '../control-words.ts';

/** The fields of a reading that the chart uses. */
export type ChartPoint = Pick<
  ControlPoint,
  | 'readingId'
  | 'runId'
  | 'businessId'
  | 'analyserId'
  | 'lotId'
  | 'value'
  | 'isExcluded'
  | 'distance'
  | 'rules'
>;

export interface ChartSeries extends Pick<ControlSeries, 'lots' | 'oneSided'> {
  readonly points: readonly ChartPoint[];
  readonly reference: Pick<ControlSeries['reference'], 'limits'>;
}

/** Range beyond the limits in SD, so that a point at ± 4 SD is fully visible. */
const REACH_SD = 4.1;
/** Margin as a fraction of the range, without limits. */
const ROOM = 0.15;

/** Room for lot names above and SD labels at the right, px. */
const MARGIN = { left: 58, right: 62, top: 34, bottom: 40 } as const;

export interface ChartLayout {
  /** The index of each point's run. */
  readonly runs: readonly number[];
  readonly runCount: number;
  readonly domain: Range;
}

/** One column per run in reading order. The y axis covers ± 4.1 SD and all points. */
export function layoutOf({ points, reference: { limits } }: ChartSeries): ChartLayout {
  const runIds = [...new Set(points.map(({ runId }) => runId))];
  const placeOf = new Map(runIds.map((runId, place) => [runId, place]));
  return {
    runs: points.map(({ runId }) => placeOf.get(runId) ?? 0),
    runCount: runIds.length,
    domain: domainOf(
      points.flatMap(({ value }) => value ?? []),
      limits,
    ),
  };
}

function domainOf(values: readonly number[], limits: ControlSeries['reference']['limits']): Range {
  const reach =
    limits === null ? [] : [limits.mean - REACH_SD * limits.sd, limits.mean + REACH_SD * limits.sd];
  const all = [...values, ...reach];
  if (all.length === 0) return [0, 1];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  if (limits !== null) return [least, most];
  const room = (most - least) * ROOM || Math.abs(most) * ROOM || 1;
  return [least - room, most + room];
}

/** Each point is in the middle of its run's column. */
export const scaleOf = ({ runCount, domain }: ChartLayout, size: ChartSize): ChartScale =>
  chartScale(size, { margin: MARGIN, shown: { x: [-0.5, Math.max(0.5, runCount - 0.5)], y: domain } });

/** Width of a run number below the axis, px. */
const TICK_ROOM = 56;

/** The runs that have a label below the axis. */
export function namedRuns(runCount: number, { plotWidth }: ChartScale): number[] {
  const most = Math.max(2, Math.floor(plotWidth / TICK_ROOM));
  const step = Math.max(1, Math.ceil(runCount / most));
  return Array.from({ length: Math.ceil(runCount / step) }, (_, index) => index * step);
}

/** The multiples of the SD that are drawn. */
const DRAWN_SD = [-3, -2, -1, 0, 1, 2, 3] as const;

/** Only low quality breaks a rule, so the upper limits are omitted. */
export const drawnSd = (measure: ChartMeasure): readonly number[] =>
  measure === 'quality' ? DRAWN_SD.filter((sd) => sd <= 0) : DRAWN_SD;

/** Ticks for charts without limits. */
const ROUND = { count: 7, steps: [1, 2, 5, 10] };
const MAX_DECIMALS = 6;

/** Labels of the y axis: mean and SDs, or round values, with enough decimals to tell them apart. */
export function ordinateTicks(
  { reference: { limits } }: ChartSeries,
  { measure, domain }: { readonly measure: ChartMeasure; readonly domain: Range },
): { readonly ticks: readonly number[]; readonly decimals: number } {
  const ticks =
    limits === null ? roundTicks(domain, ROUND) : drawnSd(measure).map((sd) => limits.mean + sd * limits.sd);
  let decimals: number = DECIMALS[measure];
  const areAlike = (): boolean =>
    new Set(ticks.map((tick) => figure(tick, measure, decimals))).size < ticks.length;
  while (decimals < MAX_DECIMALS && areAlike()) decimals += 1;
  return { ticks, decimals };
}
