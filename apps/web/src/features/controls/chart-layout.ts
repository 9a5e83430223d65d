import type { ControlPoint, ControlSeries } from '@curvewell/contracts';

import { type ChartMeasure, DECIMALS, figure } from './control-words.ts';

/** A point as the chart has it. */
export type ChartPoint = Pick<
  ControlPoint,
  'readingId' | 'runId' | 'businessId' | 'analyserId' | 'lotId' | 'value' | 'isLeftOut' | 'distance' | 'rules'
>;

/** What a chart shows. */
export interface ChartSeries extends Pick<ControlSeries, 'lots' | 'oneSided'> {
  readonly points: readonly ChartPoint[];
  readonly reference: Pick<ControlSeries['reference'], 'limits'>;
}

/** Beyond the limits, in standard deviations, so that a point on ± 4 SD is whole. */
const REACH_SD = 4.1;
/** Of the span, where there are no limits. */
const ROOM = 0.15;

/** px around the plot. */
export const MARGIN = { left: 58, right: 62, top: 34, bottom: 40 } as const;

export interface Place {
  /** In px within the picture. */
  readonly x: (run: number) => number;
  readonly y: (value: number) => number;
}

export interface ChartLayout {
  /** The place of each point's run among the runs. */
  readonly runs: readonly number[];
  readonly runCount: number;
  readonly domain: readonly [number, number];
}

/** One place a run, in order of reading; the ordinate reaches to ± 4.1 SD, or as far as the points. */
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

function domainOf(values: readonly number[], limits: ControlSeries['reference']['limits']): [number, number] {
  const reach =
    limits === null ? [] : [limits.mean - REACH_SD * limits.sd, limits.mean + REACH_SD * limits.sd];
  const all = [...values, ...reach];
  if (all.length === 0) return [0, 1];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  if (limits !== null) return [least, most];
  const room = (most - least) * ROOM || Math.abs(most) * ROOM || 1;
  return [least - room, most + room];
}

export function placeIn(
  { runCount, domain: [from, to] }: ChartLayout,
  { width, height }: { readonly width: number; readonly height: number },
): Place {
  const plot = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  return {
    x: (run) => MARGIN.left + ((run + 0.5) / Math.max(1, runCount)) * plot.width,
    y: (value) => MARGIN.top + (1 - (value - from) / (to - from)) * plot.height,
  };
}

/** px that a number of a run takes below the axis. */
const TICK_ROOM = 56;

/** The runs that are named below the axis. */
export function namedRuns(runCount: number, width: number): number[] {
  const most = Math.max(2, Math.floor((width - MARGIN.left - MARGIN.right) / TICK_ROOM));
  const step = Math.max(1, Math.ceil(runCount / most));
  return Array.from({ length: Math.ceil(runCount / step) }, (_, index) => index * step);
}

/** The standard deviations that are drawn. */
const DRAWN_SD = [-3, -2, -1, 0, 1, 2, 3] as const;

/** Quality counts downwards alone. */
export const drawnSd = (measure: ChartMeasure): readonly number[] =>
  measure === 'quality' ? DRAWN_SD.filter((sd) => sd <= 0) : DRAWN_SD;

/** So many ticks at most where there are no limits. */
const MOST_TICKS = 8;
const MOST_DECIMALS = 6;

/** Round values within a domain. */
function roundTicks([from, to]: ChartLayout['domain']): number[] {
  const least = (to - from) / (MOST_TICKS - 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? least;
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** What the ordinate names: the mean and standard deviations, else round values; with decimals enough to tell them apart. */
export function ordinateTicks(
  { reference: { limits } }: ChartSeries,
  { measure, domain }: { readonly measure: ChartMeasure; readonly domain: ChartLayout['domain'] },
): { readonly ticks: readonly number[]; readonly decimals: number } {
  const ticks =
    limits === null ? roundTicks(domain) : drawnSd(measure).map((sd) => limits.mean + sd * limits.sd);
  let decimals: number = DECIMALS[measure];
  const areAlike = (): boolean =>
    new Set(ticks.map((tick) => figure(tick, measure, decimals))).size < ticks.length;
  while (decimals < MOST_DECIMALS && areAlike()) decimals += 1;
  return { ticks, decimals };
}
