import { type ChartScale, chartScale, type Domain, type Range } from '../../chart/chart-scale.ts';
import type { PhaseDraft } from '../draft/kit-draft.ts';
import { EMPTY_X, EMPTY_Y, type PhaseLines } from './phase-lines.ts';

/** Left: ticks and title. Right: threshold handles. Above: zone names. px. */
const MARGIN = { left: 52, right: 52, top: 30 } as const;
/** Height of the temperature axis below the last chart, px. */
const AXIS = 20;
const GAP = 8;

/** °C. */
export const MIN_ZOOM = 1;

/** Position of a phase's chart among all charts, px. */
export interface PhasePlace {
  readonly top: number;
  readonly height: number;
  /** Only the last chart shows the temperature axis. */
  readonly hasTemperatures: boolean;
}

/** Stacks the charts of all phases with equal plot heights. */
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

/** Margin beside the outer zones if there are no curves, °C. */
const BESIDE_ZONES = 3;

/**
 * The temperature range of all phases, so that a product is at the same x in each chart. Without curves it covers the
 * stored zones, so that the axis does not move while a user drags an edge.
 */
export function wholeRange(
  curves: ReadonlyMap<unknown, PhaseLines> | null,
  saved: readonly Pick<PhaseDraft, 'zones'>[],
): Range {
  const ofCurves = [...(curves?.values() ?? [])].map(({ domain }) => domain.x);
  const ranges =
    ofCurves.length > 0 ? ofCurves : [EMPTY_X, ...saved.flatMap(({ zones }) => zones.flatMap(aroundZone))];
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

const aroundZone = ({ minTemp, maxTemp }: PhaseDraft['zones'][number]): Range[] =>
  minTemp === null || maxTemp === null ? [] : [[minTemp - BESIDE_ZONES, maxTemp + BESIDE_ZONES]];

/** Room beyond a threshold outside the curves, as a fraction of its distance to their other end. */
const BEYOND = 0.1;

/** The value range of a phase, including its thresholds, which would otherwise be drawn over what is beside the chart. */
export function phaseRange(lines: PhaseLines | undefined, { minThreshold, zones }: PhaseDraft): Range {
  const [low, high] = lines?.domain.y ?? EMPTY_Y;
  const thresholds = [minThreshold, ...zones.map((zone) => zone.minThreshold)].filter((one) => one !== null);
  const lowest = Math.min(...thresholds);
  const highest = Math.max(...thresholds);
  return [
    lowest < low ? lowest - BEYOND * (high - lowest) : low,
    highest > high ? highest + BEYOND * (highest - low) : high,
  ];
}

export const phaseScale = (
  { width, height, hasTemperatures }: Omit<PhasePlace, 'top'> & { readonly width: number },
  shown: Domain,
): ChartScale =>
  chartScale({ width, height }, { margin: { ...MARGIN, bottom: hasTemperatures ? AXIS : GAP }, shown });
