import type { CallExplanation, CallFlag, ZoneSettings } from '@curvewell/domain';

import { at } from '../at.ts';
import type { TemperatureGrid } from '../curve/temperature-grid.ts';
import { COVERAGE } from '../settings.ts';

type ExplainedPhase = CallExplanation['phases'][number];

/** The temperatures read in a phase: first and last, and the gaps between them. */
export type ReadSpan = Pick<ExplainedPhase, 'range' | 'gaps'>;

/** @param temperature - °C, rising */
export function readSpan(temperature: Float64Array): ReadSpan {
  const last = temperature.length - 1;
  if (last < 0) return {};
  const range: [number, number] = [at(temperature, 0), at(temperature, last)];
  const widest = Math.max(COVERAGE.gap, (COVERAGE.gapInSteps * (range[1] - range[0])) / Math.max(1, last));
  const gaps: [number, number][] = [];
  for (let i = 1; i <= last; i++) {
    const from = at(temperature, i - 1);
    const to = at(temperature, i);
    if (to - from > widest) gaps.push([from, to]);
  }
  return gaps.length === 0 ? { range } : { range, gaps };
}

const known = new WeakMap<TemperatureGrid, ReadSpan>();

/** The same for a grid; cached. */
export function gridSpan(grid: TemperatureGrid): ReadSpan {
  const before = known.get(grid);
  if (before !== undefined) return before;
  const span = readSpan(grid.temperature);
  known.set(grid, span);
  return span;
}

/** Maximum extent of a zone beyond the last reading, °C: no temperature between readings is read anyway. */
const tolerance = ({ range, readings }: ExplainedPhase): number =>
  range === undefined ? 0 : Math.min(COVERAGE.tolerance, (range[1] - range[0]) / Math.max(1, readings - 1));

/** The unread part of a zone; null: completely read. */
export function unreadPart(
  { minTemp, maxTemp }: ZoneSettings,
  phase: ExplainedPhase,
): Pick<CallFlag, 'temperature' | 'measured' | 'limit'> | null {
  const { range, gaps = [] } = phase;
  if (range === undefined) return { temperature: null, measured: null, limit: null };
  const [first, last] = range;
  const near = tolerance(phase);
  if (minTemp < first - near) return { temperature: null, measured: first, limit: minTemp };
  if (maxTemp > last + near) return { temperature: null, measured: last, limit: maxTemp };
  const gap = gaps.find(([from, to]) => from < maxTemp && to > minTemp);
  return gap === undefined ? null : { temperature: gap[0], measured: gap[0], limit: gap[1] };
}
