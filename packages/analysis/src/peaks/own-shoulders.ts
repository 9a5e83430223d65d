import { itemAt } from '../at.ts';
import { SHOULDER } from '../flank-settings.ts';
import type { FoundPeak } from './found-peak.ts';
import { type PeakLimits, peaksAccepted } from './peak-reject.ts';
import { asDoubts, type Flanked, flankedPeaks, isBarelySeparated } from './tails.ts';

const highest = (peaks: readonly FoundPeak[]): FoundPeak | null =>
  peaks.reduce<FoundPeak | null>(
    (best, peak) => (best === null || peak.height > best.height ? peak : best),
    null,
  );

/** The highest peak of a curve, and the product hidden in it. */
function hiddenPair(peaks: readonly FoundPeak[]): Flanked | null {
  const main = highest(peaks);
  if (main?.shape?.isHidden !== true) return null;
  const minor = highest(peaks.filter((peak) => peak !== main && peak.shape?.isHidden === true));
  return minor === null ? null : { main, minor };
}

/** Whether two pairs have the same distance and height ratio. */
function isSame(one: Flanked, other: Flanked): boolean {
  const distance = ({ main, minor }: Flanked): number => minor.tm - main.tm;
  const ratio = ({ main, minor }: Flanked): number => minor.height / main.height;
  const larger = Math.max(ratio(one) / ratio(other), ratio(other) / ratio(one));
  return Math.abs(distance(one) - distance(other)) <= SHOULDER.distance && larger <= SHOULDER.ratio;
}

/**
 * For each curve of a plate, whether the product hidden in its highest peak is that product's own shoulder:
 * nearly all curves with this product have it, at the same distance and ratio. Mixtures differ between wells.
 */
export function ownShoulders(curves: readonly (readonly FoundPeak[])[]): boolean[] {
  const seen = curves.map((peaks) => ({ main: highest(peaks), pair: hiddenPair(peaks) }));
  return seen.map(({ main, pair }) => {
    if (main === null || pair === null) return false;
    const alike = seen.filter(
      (other) => other.main !== null && Math.abs(other.main.tm - main.tm) <= SHOULDER.tm,
    );
    const same = alike.filter((other) => other.pair !== null && isSame(pair, other.pair));
    return same.length >= SHOULDER.fewest && same.length >= SHOULDER.part * alike.length;
  });
}

/** Counted peaks on the flank of a curve's highest peak that are barely separated from it, and wider. */
function earlyParts(peaks: readonly FoundPeak[], limits: PeakLimits): Flanked[] {
  const main = highest(peaksAccepted(peaks, limits));
  return flankedPeaks(peaks, limits).filter(
    (pair) =>
      pair.main === main && isBarelySeparated(pair) && pair.minor.width >= SHOULDER.wider * main.width,
  );
}

/** A curve by its highest counted peak. */
interface SeenCurve {
  readonly main: FoundPeak | null;
  /** The peaks on its flank. */
  readonly pairs: readonly Flanked[];
}

/** Whether a curve has nothing on its highest peak's flank, and no doubt as wide as that of a pair. */
const isPlain = ({ main, pairs }: SeenCurve, pair: Flanked): boolean =>
  main !== null &&
  pairs.length === 0 &&
  main.doubted.length === 0 &&
  main.width < SHOULDER.wider * pair.main.width;

/**
 * Turns a wider peak that recurs on the flank of a product into a doubt: it is a domain of an amplicon that
 * melts early. Wells with two products have them in different ratios, or some wells have only one.
 */
export function withoutOwnParts(
  curves: readonly (readonly FoundPeak[])[],
  limits: PeakLimits,
): (readonly FoundPeak[])[] {
  const parts = curves.map((peaks) => earlyParts(peaks, limits));
  if (parts.every((ofCurve) => ofCurve.length === 0)) return [...curves];
  const seen = curves.map((peaks): SeenCurve => {
    const main = highest(peaksAccepted(peaks, limits));
    return { main, pairs: flankedPeaks(peaks, limits).filter((pair) => pair.main === main) };
  });
  const isOwn = (pair: Flanked): boolean => {
    const alike = seen.filter(({ main }) => main !== null && Math.abs(main.tm - pair.main.tm) <= SHOULDER.tm);
    const same = alike.filter(({ pairs }) => pairs.some((other) => isSame(pair, other))).length;
    const plain = alike.filter((one) => isPlain(one, pair)).length;
    return (
      same >= SHOULDER.fewest &&
      same >= SHOULDER.widePart * alike.length &&
      plain <= SHOULDER.plainPart * alike.length
    );
  };
  return curves.map((peaks, i) => asDoubts(peaks, itemAt(parts, i).filter(isOwn), ({ main }) => main.height));
}
