import { TAIL } from '../flank-settings.ts';
import type { FoundPeak } from './found-peak.ts';
import { type PeakLimits, peaksAccepted } from './peak-reject.ts';

/** A counted peak on the flank of a higher one. */
export interface Flanked {
  readonly main: FoundPeak;
  readonly minor: FoundPeak;
}

/** Each counted peak on the flank of a higher one, with that. */
export function flankedPeaks(peaks: readonly FoundPeak[], limits: PeakLimits): Flanked[] {
  const counted = peaksAccepted(peaks, limits);
  return counted.flatMap((minor) => {
    const beside = counted.filter(
      (main) => main.height > minor.height && Math.abs(main.tm - minor.tm) < TAIL.reach * main.width,
    );
    const [main] = beside.sort((a, b) => b.height - a.height);
    return main === undefined ? [] : [{ main, minor }];
  });
}

/** Whether a peak is barely separated from the one whose flank it is on, or poorly determined. */
export const isBarelySeparated = ({ minor }: Pick<Flanked, 'minor'>): boolean => minor.quality < TAIL.quality;

/**
 * The minimum height of a peak on another's flank, within its error, to be more than a product's own
 * shoulder.
 */
const leastBeside = ({ main, minor }: Flanked): number =>
  TAIL.part * (1 + TAIL.errors / minor.significance) * main.height;

/** Whether a peak may be the tail of the one whose flank it is on: barely separated, and low. */
const mayBeTail = (pair: Flanked): boolean =>
  isBarelySeparated(pair) &&
  pair.minor.width >= TAIL.leastWidth * pair.main.width &&
  pair.minor.height < leastBeside(pair);

/**
 * Turns some counted peaks into doubts of the peaks whose flank they are on: they are kept, and do not count.
 *
 * @param leastOf - the minimum height of such a peak, RFU/°C
 */
export function asDoubts(
  peaks: readonly FoundPeak[],
  doubtful: readonly Flanked[],
  leastOf: (pair: Flanked) => number,
): readonly FoundPeak[] {
  if (doubtful.length === 0) return peaks;
  return peaks.map((peak) => {
    const tail = doubtful.find(({ minor }) => minor === peak);
    const own = doubtful.filter(({ main }) => main === peak);
    if (tail === undefined && own.length === 0) return peak;
    const doubted = own.map(({ minor: { tm, area, significance } }) => ({ tm, area, significance }));
    return {
      ...peak,
      doubted: [...peak.doubted, ...doubted],
      ...(tail !== undefined && { leastBeside: leastOf(tail) }),
    };
  });
}

/** Turns peaks that may be another's tail into doubts. */
export const withoutTails = (peaks: readonly FoundPeak[], limits: PeakLimits): readonly FoundPeak[] =>
  peaks.length < 2 ? peaks : asDoubts(peaks, flankedPeaks(peaks, limits).filter(mayBeTail), leastBeside);
