import type { SampleType } from '../plate/plate.ts';
import type { Peak } from '../call/well-call.ts';

/** A suggestion needs this many wells of each kind: the highest of few curves says little of the next plate. */
export const LEAST_SUGGESTION_WELLS = 8;

/** Settings for the search: the tests that do not depend on the threshold to be suggested, at their defaults. */
export const SUGGESTION_LIMITS = { slopeThreshold: 4.72, minQuality: 0.4 } as const;

/** Peaks are searched down to this fraction of the highest slope of the run. */
const LOWEST_SEARCHED = 0.01;

/** From this significance on a peak is a product without doubt: the one from which templates are learnt. */
const CERTAIN = 20;

/** A well of a run without a threshold. */
export interface SuggestionWell {
  readonly position: string;
  readonly sampleType: SampleType;
  readonly peaks: readonly Pick<Peak, 'tm' | 'height' | 'significance' | 'accepted'>[];
  /** −dF/dT by temperature, °C and RFU/°C. */
  readonly slope: readonly { readonly x: number; readonly y: number }[];
}

interface Range {
  readonly minTemp: number;
  readonly maxTemp: number;
}

/** A height and the well that has it, RFU/°C. */
export interface FoundHeight {
  readonly position: string;
  readonly height: number;
}

export interface ThresholdSuggestion {
  /**
   * `found`; `too-few`: fewer than 8 wells of a kind; `no-gap`: noise reaches the lowest peak. Only `found` has a value.
   */
  readonly outcome: 'found' | 'too-few' | 'no-gap';
  /** RFU/°C, to two significant digits. */
  readonly value: number | null;
  /** The highest curve without product, and the lowest true peak; null: there is no such well. */
  readonly noise: FoundHeight | null;
  readonly peak: FoundHeight | null;
  /** The numbers of wells without product, with a product, and of those in doubt, which are not used. */
  readonly empty: number;
  readonly full: number;
  readonly doubtful: number;
  /** How many of the wells without product are negative controls; the others are known by their curves only. */
  readonly negatives: number;
  /** The negative controls with a certain peak: contaminated, and a higher threshold would hide it. */
  readonly contaminated: readonly string[];
}

/** The threshold with which peaks are searched for a suggestion. */
export const searchedThreshold = (highestSlope: number): number =>
  Number((LOWEST_SEARCHED * Math.max(0, highestSlope)).toPrecision(2));

const highest = (found: readonly FoundHeight[]): FoundHeight | null =>
  found.toSorted((first, second) => second.height - first.height)[0] ?? null;

const lowest = (found: readonly FoundHeight[]): FoundHeight | null =>
  found.toSorted((first, second) => first.height - second.height)[0] ?? null;

/** How far a slope rises above the line from its first to its last point in a range: like a peak, above background. */
function riseIn(slope: SuggestionWell['slope'], { minTemp, maxTemp }: Range): number {
  const [first, ...others] = slope.filter(({ x }) => x >= minTemp && x <= maxTemp);
  if (first === undefined) return 0;
  const last = others.at(-1) ?? first;
  const rise = (last.y - first.y) / (last.x - first.x);
  return Math.max(0, ...others.map(({ x, y }) => y - first.y - rise * (x - first.x)));
}

type Kind = 'empty' | 'full' | 'doubtful';

const peaksIn = ({ peaks }: SuggestionWell, ranges: readonly Range[]) =>
  peaks.filter(({ tm }) => ranges.some(({ minTemp, maxTemp }) => tm >= minTemp && tm <= maxTemp));

const isContaminated = (well: SuggestionWell, ranges: readonly Range[]): boolean =>
  well.sampleType === 'NEGATIVE_TEST' &&
  peaksIn(well, ranges).some(({ accepted, significance }) => accepted && significance >= CERTAIN);

/** The kind of a well, and its height: the highest of a curve without product, the lowest of certain peaks. */
function measured(well: SuggestionWell, ranges: readonly Range[]) {
  const { position, sampleType, slope } = well;
  const inside = peaksIn(well, ranges);
  const counted = inside.filter(({ accepted }) => accepted);
  const rise = Math.max(...ranges.map((range) => riseIn(slope, range)));
  const of = (kind: Kind, height: number) => ({ kind, position, height });
  if (sampleType === 'NEGATIVE_TEST')
    return of('empty', Math.max(rise, ...counted.map(({ height }) => height)));
  const certain = counted.filter(
    ({ significance }) => significance >= CERTAIN || sampleType === 'POSITIVE_TEST',
  );
  if (certain.length > 0) return of('full', Math.min(...certain.map(({ height }) => height)));
  // A high candidate that fails another test is neither noise nor a true peak.
  const isDoubtful = counted.length > 0 || inside.some(({ significance }) => significance >= CERTAIN);
  return of(isDoubtful ? 'doubtful' : 'empty', rise);
}

/**
 * Suggests a threshold for the peaks of one phase: as many times above the highest curve without product as below the
 * lowest true peak (their geometric mean).
 *
 * The kinds do not depend on the threshold that is set. A negative control has no product. Any other well has one if a
 * peak in a zone passes the tests of significance, quality and width and is certain; a positive control need not be
 * certain. It has none if no candidate in a zone passes. The rest is in doubt and not used.
 *
 * @param wells - evaluated with `searchedThreshold` and `SUGGESTION_LIMITS`, without zones
 * @param zones - the zones of the phase; empty: the whole range of the readings counts
 */
export function thresholdSuggest(
  wells: readonly SuggestionWell[],
  zones: readonly Range[],
): ThresholdSuggestion {
  const ranges = zones.length === 0 ? [{ minTemp: -Infinity, maxTemp: Infinity }] : zones;
  const read = wells.filter(({ slope }) => slope.length > 0);
  const all = read.map((well) => measured(well, ranges));
  const ofKind = (kind: Kind): FoundHeight[] =>
    all.filter((one) => one.kind === kind).map(({ position, height }) => ({ position, height }));
  const [empty, full] = [ofKind('empty'), ofKind('full')];
  const [noise, peak] = [highest(empty), lowest(full)];
  const found = {
    noise,
    peak,
    empty: empty.length,
    full: full.length,
    doubtful: ofKind('doubtful').length,
    negatives: read.filter(({ sampleType }) => sampleType === 'NEGATIVE_TEST').length,
    contaminated: read.filter((well) => isContaminated(well, ranges)).map(({ position }) => position),
  };
  if (noise === null || peak === null || Math.min(empty.length, full.length) < LEAST_SUGGESTION_WELLS)
    return { ...found, outcome: 'too-few', value: null };
  const value = Number(Math.sqrt(noise.height * peak.height).toPrecision(2));
  const isBetween = value > noise.height && value < peak.height;
  return isBetween ? { ...found, outcome: 'found', value } : { ...found, outcome: 'no-gap', value: null };
}
