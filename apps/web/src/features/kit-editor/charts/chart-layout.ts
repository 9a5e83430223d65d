import { type ChartScale, chartScale, type Domain, type Range } from '../../chart/chart-scale.ts';
import { EMPTY_X, EMPTY_Y, type PhaseLines } from './phase-lines.ts';

/** Ticks and title left, threshold grips right, names of zones above, px. */
const MARGIN = { left: 52, right: 52, top: 30 } as const;
/** Temperatures and their title below the last chart, px. */
const AXIS = 36;
const GAP = 8;

/** °C */
export const MIN_ZOOM = 1;

/** Where the chart of a phase stands among those of all, px. */
export interface PhasePlace {
  readonly top: number;
  readonly height: number;
  /** Temperatures are below the last one alone. */
  readonly hasTemperatures: boolean;
}

/** One chart a phase, one above the other, with plots of the same height; a single phase takes all of it. */
export function phasePlaces(height: number, count: number): PhasePlace[] {
  const free = height - AXIS - count * MARGIN.top - (count - 1) * GAP;
  const plotHeight = Math.max(1, Math.floor(free / count));
  return Array.from({ length: count }, (_, index) => {
    const hasTemperatures = index === count - 1;
    return {
      top: index * (MARGIN.top + plotHeight + GAP),
      height: MARGIN.top + plotHeight + (hasTemperatures ? AXIS : GAP),
      hasTemperatures,
    };
  });
}

/** The temperatures of all phases together: a product stands above itself. */
export function wholeRange(curves: ReadonlyMap<unknown, PhaseLines> | null): Range {
  const ranges = [...(curves?.values() ?? [])].map(({ domain }) => domain.x);
  if (ranges.length === 0) return EMPTY_X;
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

/** The values of a phase, up to its threshold. */
export function phaseRange(lines: PhaseLines | undefined, threshold: number | null): Range {
  const [low, high] = lines?.domain.y ?? EMPTY_Y;
  return [low, Math.max(high, 1.1 * (threshold ?? 0))];
}

export const phaseScale = (
  { width, height, hasTemperatures }: Omit<PhasePlace, 'top'> & { readonly width: number },
  shown: Domain,
): ChartScale =>
  chartScale({ width, height }, { margin: { ...MARGIN, bottom: hasTemperatures ? AXIS : GAP }, shown });
