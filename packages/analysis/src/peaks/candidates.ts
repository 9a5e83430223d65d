import { at } from '../at.ts';
import type { SlopeWindow, TemperatureGrid } from '../curve/temperature-grid.ts';
import { CANDIDATE, PEAK } from '../settings.ts';

/** A maximum of the slope that may be a transition, with what the fit starts from. */
export interface Candidate {
  /** Reading at which the slope is highest. */
  readonly index: number;
  /** Of the maximum, between the readings; °C. */
  readonly temperature: number;
  /** Height above the higher of the two valleys beside it, RFU/°C. */
  readonly prominence: number;
  /** Full width at half prominence, °C. */
  readonly width: number;
  /** Standard error of the slope there, RFU/°C. */
  readonly error: number;
}

export interface Candidates {
  /** To be fitted. */
  readonly fitted: readonly Candidate[];
  /** The most significant maximum that is not worth a fit; null when there is none, or `fitted` is not empty. */
  readonly strongest: Candidate | null;
}

export interface DetectionLimits {
  readonly minThreshold: number;
  readonly slopeThreshold: number;
}

/** Where the slope between readings `i` and its neighbour `j` crosses `level`, °C. */
function crossing(temperature: Float64Array, slope: Float64Array, place: [number, number], level: number) {
  const [outer, inner] = place;
  const rise = at(slope, inner) - at(slope, outer);
  const part = rise > 0 ? (level - at(slope, outer)) / rise : 0;
  return at(temperature, outer) + part * (at(temperature, inner) - at(temperature, outer));
}

/** Maximum of the parabola through a reading and its two neighbours, °C. */
function parabolaTop(temperature: Float64Array, slope: Float64Array, i: number): number {
  const left = at(temperature, i - 1) - at(temperature, i);
  const right = at(temperature, i + 1) - at(temperature, i);
  const down = (at(slope, i - 1) - at(slope, i)) / left;
  const up = (at(slope, i + 1) - at(slope, i)) / right;
  const curvature = (up - down) / (right - left);
  if (!(curvature < 0)) return at(temperature, i);
  const top = -(down - curvature * left) / (2 * curvature);
  return at(temperature, i) + Math.min(right, Math.max(left, top));
}

/** Whether the slope is higher at a reading than before and not lower than after: of a plateau, its first. */
const isMaximum = (slope: Float64Array, i: number): boolean =>
  at(slope, i) > at(slope, i - 1) && at(slope, i) >= at(slope, i + 1) && at(slope, i) > 0;

interface Flanks {
  readonly prominence: number;
  readonly left: number;
  readonly right: number;
}

/** Walks from a maximum to its valleys; null as soon as the prominence cannot reach `need`. */
function flanksOf(slope: Float64Array, i: number, need: number): Flanks | null {
  const top = at(slope, i);
  let left = i;
  for (let j = i - 1; j >= 0 && at(slope, j) <= top; j--) if (at(slope, j) < at(slope, left)) left = j;
  if (top - at(slope, left) < need) return null;
  let right = i;
  for (let j = i + 1; j < slope.length && at(slope, j) < top; j++)
    if (at(slope, j) < at(slope, right)) right = j;
  const prominence = top - Math.max(at(slope, left), at(slope, right));
  return prominence < need ? null : { prominence, left, right };
}

function candidateAt(
  grid: TemperatureGrid,
  slope: Float64Array,
  { i, error, flanks }: { readonly i: number; readonly error: number; readonly flanks: Flanks },
): Candidate {
  const { temperature } = grid;
  const half = at(slope, i) - 0.5 * flanks.prominence;
  let a = i;
  while (a > flanks.left && at(slope, a) > half) a--;
  let b = i;
  while (b < flanks.right && at(slope, b) > half) b++;
  const from = crossing(temperature, slope, [a, Math.min(a + 1, i)], half);
  const to = crossing(temperature, slope, [b, Math.max(b - 1, i)], half);
  return {
    index: i,
    temperature: parabolaTop(temperature, slope, i),
    prominence: flanks.prominence,
    width: Math.max(to - from, CANDIDATE.leastReadings * grid.step, CANDIDATE.leastWidth),
    error,
  };
}

/** The maximum with the largest prominence in its standard errors: what a negative curve came nearest to. */
function strongestOf(grid: TemperatureGrid, slope: Float64Array, errorAt: (i: number) => number) {
  let best: { readonly i: number; readonly error: number; readonly flanks: Flanks } | null = null;
  let most = 0;
  for (let i = 1; i < slope.length - 1; i++) {
    if (!isMaximum(slope, i)) continue;
    const error = errorAt(i);
    const flanks = flanksOf(slope, i, most * error);
    if (flanks === null) continue;
    most = flanks.prominence / error;
    best = { i, error, flanks };
  }
  return best === null ? null : candidateAt(grid, slope, best);
}

/**
 * Local maxima of the slope that stand out: prominence at least `slopeThreshold` standard errors, half of
 * `minThreshold`, and 5 % of the most prominent.
 *
 * @param slope - −dF/dT at every reading
 * @returns in order of temperature
 */
export function candidatesDetect(
  {
    grid,
    window,
    slope,
    noise,
  }: {
    readonly grid: TemperatureGrid;
    readonly window: SlopeWindow;
    readonly slope: Float64Array;
    readonly noise: number;
  },
  { minThreshold, slopeThreshold }: DetectionLimits,
): Candidates {
  const errorAt = (i: number): number => noise * at(window.gain, i);
  const found: Candidate[] = [];
  let top = 0;
  let lowest = Infinity;
  for (let i = 0; i < slope.length; i++) lowest = Math.min(lowest, at(slope, i));
  for (let i = 1; i < slope.length - 1; i++) {
    if (!isMaximum(slope, i)) continue;
    const error = errorAt(i);
    const need = Math.max(
      slopeThreshold * error,
      CANDIDATE.partOfThreshold * minThreshold,
      CANDIDATE.partOfHighest * top,
    );
    // Most maxima are noise: not even the lowest valley would make them prominent.
    if (at(slope, i) - lowest < need) continue;
    const flanks = flanksOf(slope, i, need);
    if (flanks === null) continue;
    top = Math.max(top, flanks.prominence);
    found.push(candidateAt(grid, slope, { i, error, flanks }));
  }
  const fitted = found.filter(
    ({ prominence, width }) =>
      prominence >= CANDIDATE.partOfHighest * top && width <= CANDIDATE.partOfWidest * PEAK.widest,
  );
  return { fitted, strongest: fitted.length > 0 ? null : strongestOf(grid, slope, errorAt) };
}
