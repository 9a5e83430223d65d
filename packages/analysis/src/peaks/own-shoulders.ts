import { SHOULDER } from '../settings.ts';
import type { FoundPeak } from './found-peak.ts';

/** The highest peak of a curve, and what was found hidden in it. */
interface HiddenPair {
  readonly main: FoundPeak;
  readonly minor: FoundPeak;
}

const highest = (peaks: readonly FoundPeak[]): FoundPeak | null =>
  peaks.reduce<FoundPeak | null>(
    (best, peak) => (best === null || peak.height > best.height ? peak : best),
    null,
  );

function hiddenPair(peaks: readonly FoundPeak[]): HiddenPair | null {
  const main = highest(peaks);
  if (main?.shape?.isHidden !== true) return null;
  const minor = highest(peaks.filter((peak) => peak !== main && peak.shape?.isHidden === true));
  return minor === null ? null : { main, minor };
}

/** Whether two pairs are as far apart, and their parts as much of each other. */
function isSame(one: HiddenPair, other: HiddenPair): boolean {
  const distance = ({ main, minor }: HiddenPair): number => minor.tm - main.tm;
  const ratio = ({ main, minor }: HiddenPair): number => minor.height / main.height;
  const larger = Math.max(ratio(one) / ratio(other), ratio(other) / ratio(one));
  return Math.abs(distance(one) - distance(other)) <= SHOULDER.distance && larger <= SHOULDER.ratio;
}

/**
 * For each curve of a plate, whether what was found hidden in its highest peak is that product's own shoulder: nearly all
 * curves with this product have it, at the same distance and of the same part. Mixtures differ from well to well.
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
