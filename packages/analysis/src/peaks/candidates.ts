import { at } from '../at.ts';
import type { CurveSlope } from '../curve/curve-slope.ts';
import type { TemperatureGrid } from '../curve/temperature-grid.ts';
import { CANDIDATE, PEAK } from '../settings.ts';

/** A maximum of the slope that may be a transition, with starting values for the fit. */
export interface Candidate {
  /** The reading with the highest slope. */
  readonly index: number;
  /** The interpolated maximum, °C. */
  readonly temperature: number;
  /** Height above the higher of the two adjacent valleys, RFU/°C. */
  readonly prominence: number;
  /** Full width at half prominence, °C. */
  readonly width: number;
  /** Standard error of the slope there, RFU/°C. */
  readonly error: number;
}

export interface Candidates {
  /** To be fitted. */
  readonly fitted: readonly Candidate[];
  /** The most significant maximum that is not fitted; null when there is none, or `fitted` is not empty. */
  readonly strongest: Candidate | null;
}

export interface DetectionLimits {
  readonly minThreshold: number;
  readonly slopeThreshold: number;
}

/** Where the slope crosses `level` between reading `i` and its neighbour `j`, °C. */
function crossing(temperature: Float64Array, slope: Float64Array, place: [number, number], level: number) {
  const [outer, inner] = place;
  const rise = at(slope, inner) - at(slope, outer);
  const part = rise > 0 ? (level - at(slope, outer)) / rise : 0;
  return at(temperature, outer) + part * (at(temperature, inner) - at(temperature, outer));
}

/** Maximum of the parabola through a reading and its two neighbours, °C. */
export function parabolaTop(temperature: Float64Array, slope: Float64Array, i: number): number {
  const left = at(temperature, i - 1) - at(temperature, i);
  const right = at(temperature, i + 1) - at(temperature, i);
  const down = (at(slope, i - 1) - at(slope, i)) / left;
  const up = (at(slope, i + 1) - at(slope, i)) / right;
  const curvature = (up - down) / (right - left);
  if (!(curvature < 0)) return at(temperature, i);
  const top = -(down - curvature * left) / (2 * curvature);
  return at(temperature, i) + Math.min(right, Math.max(left, top));
}

/**
 * The maxima above 0 with a prominence of at least `least`, or that reach an end, in one pass. For a plateau,
 * its first reading.
 */
export function topsOf(slope: Float64Array, least: number): number[] {
  const tops: number[] = [];
  let isRising = false;
  let low = at(slope, 0);
  let high = low;
  let top = 0;
  for (let i = 1; i < slope.length; i++) {
    const here = at(slope, i);
    if (isRising) {
      if (here > high) {
        high = here;
        top = i;
      } else if (here < high && here <= high - least) {
        if (high > 0) tops.push(top);
        isRising = false;
        low = here;
      }
    } else if (here < low) low = here;
    else if (here > low && here >= low + least) {
      isRising = true;
      high = here;
      top = i;
    }
  }
  return tops;
}

/**
 * Maxima within this distance of an end, °C, are one-sided: the slope there is that of the readings inside.
 */
const edgeReach = ({ step }: TemperatureGrid): number =>
  Math.max(CANDIDATE.edge, CANDIDATE.leastReadings * step);

/** The highest slope near an end of the readings, if it exceeds all readings up to there. */
function edgeTop({ grid, slope }: CurveSlope, side: 1 | -1): number | null {
  const { temperature } = grid;
  const edge = side > 0 ? 0 : slope.length - 1;
  const reach = edgeReach(grid);
  let top = edge;
  for (let i = edge + side; i >= 0 && i < slope.length; i += side) {
    if (Math.abs(at(temperature, i) - at(temperature, edge)) > reach) break;
    if (at(slope, i) > at(slope, top)) top = i;
  }
  const next = top + side;
  return next >= 0 && next < slope.length && at(slope, top) > Math.max(0, at(slope, next)) ? top : null;
}

/** The mean slope near an end: an instrument that settles is steep only for the first few readings. */
function meanAtEdge({ grid, slope }: CurveSlope, side: 1 | -1): number {
  const { temperature } = grid;
  const edge = side > 0 ? 0 : slope.length - 1;
  const reach = edgeReach(grid);
  let sum = 0;
  let count = 0;
  for (let i = edge; i >= 0 && i < slope.length; i += side) {
    if (Math.abs(at(temperature, i) - at(temperature, edge)) > reach) break;
    sum += at(slope, i);
    count++;
  }
  return sum / count;
}

/** The lowest slope on one side of a maximum, up to where it exceeds that maximum. */
function footOf(slope: Float64Array, top: number, side: 1 | -1): number {
  const highest = at(slope, top);
  let foot = top;
  for (let j = top + side; j >= 0 && j < slope.length && at(slope, j) <= highest; j += side)
    if (at(slope, j) < at(slope, foot)) foot = j;
  return foot;
}

/** A prominent maximum at an end of the readings, from its one side; null: too wide. */
function edgeSeen(
  { grid, window, slope, noise }: CurveSlope,
  side: 1 | -1,
  { top, foot }: { readonly top: number; readonly foot: number },
): Candidate | null {
  const { temperature } = grid;
  const prominence = at(slope, top) - at(slope, foot);
  const half = at(slope, top) - 0.5 * prominence;
  let j = top;
  while (j !== foot && at(slope, j) > half) j += side;
  const inside = crossing(temperature, slope, [j, j - side], half);
  const width = 2 * Math.abs(inside - at(temperature, top));
  if (width > CANDIDATE.widestAtEdge) return null;
  return {
    index: top,
    temperature: at(temperature, top),
    prominence,
    width: Math.max(width, CANDIDATE.leastReadings * grid.step, CANDIDATE.leastWidth),
    error: noise * at(window.gain, top),
  };
}

/** A maximum at an end of the readings; null: none. */
function edgeCandidate(seen: CurveSlope, side: 1 | -1, least: (error: number) => number): Candidate | null {
  const { window, slope, noise } = seen;
  const top = edgeTop(seen, side);
  if (top === null) return null;
  const foot = footOf(slope, top, side);
  const need = least(noise * at(window.gain, top));
  const isHigh = at(slope, top) - at(slope, foot) >= need && meanAtEdge(seen, side) - at(slope, foot) >= need;
  return isHigh ? edgeSeen(seen, side, { top, foot }) : null;
}

/** Adds the one-sided maxima at the ends, which most curves lack. */
function withEdges(seen: CurveSlope, found: Candidate[], least: (error: number) => number): Candidate[] {
  const first = edgeCandidate(seen, 1, least);
  const last = edgeCandidate(seen, -1, least);
  if (first === null && last === null) return found;
  const isNew = (edge: Candidate | null): edge is Candidate =>
    edge !== null && found.every(({ index }) => index !== edge.index);
  return [...(isNew(first) ? [first] : []), ...found, ...(isNew(last) ? [last] : [])];
}

interface Flanks {
  readonly prominence: number;
  readonly left: number;
  readonly right: number;
}

/** Walks from a maximum to its valleys; null as soon as the prominence cannot reach `need`. */
export function flanksOf(slope: Float64Array, i: number, need: number): Flanks | null {
  const top = at(slope, i);
  let left = i;
  let leftValley = top;
  for (let j = i - 1; j >= 0; j--) {
    const here = at(slope, j);
    if (here > top) break;
    if (here < leftValley) {
      leftValley = here;
      left = j;
    }
  }
  if (top - leftValley < need) return null;
  let right = i;
  let rightValley = top;
  for (let j = i + 1; j < slope.length; j++) {
    const here = at(slope, j);
    if (here >= top) break;
    if (here < rightValley) {
      rightValley = here;
      right = j;
    }
  }
  const prominence = top - Math.max(leftValley, rightValley);
  return prominence < need ? null : { prominence, left, right };
}

/** A prominent maximum of the slope. */
interface Top {
  readonly i: number;
  /** Standard error of the slope there, RFU/°C. */
  readonly error: number;
  readonly flanks: Flanks;
}

/** Its full width at a fraction of its prominence below the top, °C. */
function widthBelow(
  { temperature, step }: TemperatureGrid,
  slope: Float64Array,
  { i, flanks }: Top,
  part: number,
) {
  const level = at(slope, i) - part * flanks.prominence;
  let a = i;
  while (a > flanks.left && at(slope, a) > level) a--;
  let b = i;
  while (b < flanks.right && at(slope, b) > level) b++;
  const from = crossing(temperature, slope, [a, Math.min(a + 1, i)], level);
  const to = crossing(temperature, slope, [b, Math.max(b - 1, i)], level);
  return Math.max(to - from, CANDIDATE.leastReadings * step, CANDIDATE.leastWidth);
}

export const candidateAt = (grid: TemperatureGrid, slope: Float64Array, top: Top): Candidate => ({
  index: top.i,
  temperature: parabolaTop(grid.temperature, slope, top.i),
  prominence: top.flanks.prominence,
  width: widthBelow(grid, slope, top, 0.5),
  error: top.error,
});

const isTooWide = (width: number): boolean => width > CANDIDATE.partOfWidest * PEAK.widest;

/**
 * A maximum as a fit candidate. A product on top of a hump has the hump's width at half its prominence; if
 * the top quarter alone is prominent enough, its width is used instead.
 */
function candidateOn(grid: TemperatureGrid, slope: Float64Array, top: Top, need: number): Candidate {
  const candidate = candidateAt(grid, slope, top);
  if (!isTooWide(candidate.width) || 0.25 * candidate.prominence < need) return candidate;
  const width = CANDIDATE.perQuarter * widthBelow(grid, slope, top, 0.25);
  return width <= PEAK.hump ? { ...candidate, width } : candidate;
}

/** The maximum with the highest prominence in standard errors: the closest to a peak in a negative curve. */
function strongestOf(seen: CurveSlope, from: number): Candidate | null {
  const { grid, window, slope, noise } = seen;
  let best: Top | null = null;
  let most = 0;
  for (const i of topsOf(slope, from * noise * window.leastGain)) {
    const error = noise * at(window.gain, i);
    const flanks = flanksOf(slope, i, most * error);
    if (flanks === null) continue;
    most = flanks.prominence / error;
    best = { i, error, flanks };
  }
  // All skipped maxima are below `from` standard errors.
  if (most < from) return strongestOf(seen, 0);
  return best === null ? null : candidateAt(grid, slope, best);
}

/**
 * Prominent local maxima of the slope: prominence at least `slopeThreshold` standard errors, half of
 * `minThreshold`, and 5 % of the most prominent.
 *
 * @returns in order of temperature
 */
export function candidatesDetect(seen: CurveSlope, limits: DetectionLimits): Candidates {
  const { grid, window, slope, noise } = seen;
  const least = CANDIDATE.partOfThreshold * limits.minThreshold;
  const found: Candidate[] = [];
  let top = 0;
  for (const i of topsOf(slope, Math.max(least, limits.slopeThreshold * noise * window.leastGain))) {
    const error = noise * at(window.gain, i);
    const need = Math.max(limits.slopeThreshold * error, least, CANDIDATE.partOfHighest * top);
    const flanks = flanksOf(slope, i, need);
    if (flanks === null) continue;
    top = Math.max(top, flanks.prominence);
    found.push(candidateOn(grid, slope, { i, error, flanks }, need));
  }
  const need = (error: number): number =>
    Math.max(limits.slopeThreshold * error, least, CANDIDATE.partOfHighestAtEdge * top);
  const fitted = withEdges(seen, found, need).filter(
    ({ prominence, width }) => prominence >= CANDIDATE.partOfHighest * top && !isTooWide(width),
  );
  return {
    fitted,
    strongest: fitted.length > 0 ? null : strongestOf(seen, CANDIDATE.strongestFrom),
  };
}
