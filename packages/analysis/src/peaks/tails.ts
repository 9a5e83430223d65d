import { TAIL } from '../flank-settings.ts';
import type { FoundPeak } from './found-peak.ts';
import { type PeakLimits, peaksAccepted } from './peak-reject.ts';

/** A counted peak on the flank of a higher one. */
export interface Flanked {
  readonly main: FoundPeak;
  readonly minor: FoundPeak;
}

/** Each counted peak that stands on the flank of a higher one, with that. */
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

/** Whether little falls between a peak and the one that it stands on, or little is known of it. */
export const hardlyStandsApart = ({ minor }: Pick<Flanked, 'minor'>): boolean => minor.quality < TAIL.quality;

/**
 * Whether a peak may be the tail of the one that it stands on: little falls between them, and within its error it is no higher than
 * a product's own shoulder may be.
 */
const mayBeTail = ({ main, minor }: Flanked): boolean =>
  hardlyStandsApart({ minor }) &&
  minor.width >= TAIL.leastWidth * main.width &&
  minor.height < TAIL.part * (1 + TAIL.errors / minor.significance) * main.height;

/** Peaks where some that counted are doubts of the peaks that they stand on. */
export function asDoubts(peaks: readonly FoundPeak[], doubtful: readonly Flanked[]): readonly FoundPeak[] {
  if (doubtful.length === 0) return peaks;
  const minors = doubtful.map(({ minor }) => minor);
  return peaks
    .filter((peak) => !minors.includes(peak))
    .map((peak) => {
      const own = doubtful.filter(({ main }) => main === peak);
      const doubted = own.map(({ minor: { tm, area, significance } }) => ({ tm, area, significance }));
      return own.length === 0 ? peak : { ...peak, doubted: [...peak.doubted, ...doubted] };
    });
}

/** Peaks without those that may be another's tail: these are doubts. */
export const withoutTails = (peaks: readonly FoundPeak[], limits: PeakLimits): readonly FoundPeak[] =>
  peaks.length < 2 ? peaks : asDoubts(peaks, flankedPeaks(peaks, limits).filter(mayBeTail));
