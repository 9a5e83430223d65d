import type { PhaseConfiguration } from './configuration.ts';
import type { FoundPeak } from './peaks/found-peak.ts';
import { peaksAccepted } from './peaks/peak-reject.ts';
import { isSkewed, UNKNOWN_SHAPE } from './peaks/shape.ts';
import { withoutTails } from './peaks/tails.ts';
import { type DetectedPhase, type PhaseOptions, phasePeaks } from './phase-analyse.ts';
import { SKEWED } from './settings.ts';

/** Whether two analyses describe the same peak. */
function isSame(peak: FoundPeak, other: FoundPeak): boolean {
  const error = Math.sqrt((peak.tmError ?? 0) ** 2 + (other.tmError ?? 0) ** 2);
  return Math.abs(peak.tm - other.tm) <= Math.max(SKEWED.same, SKEWED.sameErrors * error);
}

/**
 * Whether a peak and its neighbour are two products within one peak that the curve alone has between them.
 */
const isPart = (peak: FoundPeak, peaks: readonly FoundPeak[], alone: readonly FoundPeak[]): boolean =>
  peak.shape?.isHidden === true &&
  peaks.some(
    (other) =>
      other.shape?.isHidden === true &&
      alone.some(
        ({ tm, width }) =>
          (tm - peak.tm) * (tm - other.tm) < 0 && Math.abs(other.tm - peak.tm) <= SKEWED.partReach * width,
      ),
  );

/** Whether the curve alone has each of some peaks, or one in place of two of them. */
function areKnown(peaks: readonly FoundPeak[], alone: readonly FoundPeak[]): boolean {
  const left = [...alone];
  return peaks.every((peak) => {
    const [nearest] = left
      .filter((other) => isSame(peak, other))
      .sort((a, b) => Math.abs(a.tm - peak.tm) - Math.abs(b.tm - peak.tm));
    if (nearest === undefined) return isPart(peak, peaks, alone);
    left.splice(left.indexOf(nearest), 1);
    return true;
  });
}

/**
 * Adds counted peaks of the curve alone that are maxima of its slope: no prior makes these less certain. For
 * two products in one peak, each is compared with the other.
 */
function withMaxima(
  peaks: readonly FoundPeak[],
  own: readonly FoundPeak[],
  {
    phase: { candidates },
    settings,
  }: { readonly phase: DetectedPhase; readonly settings: PhaseConfiguration },
): readonly FoundPeak[] {
  const counted = peaksAccepted(peaks, settings);
  const alone = peaksAccepted(own, settings);
  const isMaximum = ({ tm }: FoundPeak): boolean =>
    candidates.fitted.some(({ temperature }) => Math.abs(temperature - tm) <= SKEWED.same);
  const lost = alone.filter((peak) => isMaximum(peak) && !counted.some((one) => isSame(one, peak)));
  if (lost.length === 0) return peaks;
  if (lost.some(({ shape }) => shape?.isHidden === true)) return own;
  const kept = peaks.filter((one) => counted.includes(one) || !lost.some((peak) => isSame(one, peak)));
  return [...kept, ...lost].sort((a, b) => a.tm - b.tm);
}

/**
 * The peaks of a curve on a plate with a learnt skew. A peak counts only if the curve alone has it, too, or
 * has one in place of two; a maximum of the slope that counts alone also counts here.
 */
export function skewedPeaks(
  phase: DetectedPhase,
  settings: PhaseConfiguration,
  options: PhaseOptions,
): readonly FoundPeak[] {
  const found = phasePeaks(phase, settings, options);
  const peaks = isSkewed(options.usual) ? knownPeaks(phase, settings, { ...options, found }) : found;
  const mayHaveTails =
    isSkewed(options.usual) || (options.policy.knowsModelError && settings.zones.length > 0);
  return mayHaveTails ? withoutTails(peaks, settings) : peaks;
}

/** The plate's peaks of a curve, if the curve alone supports them; else the curve's own. */
function knownPeaks(
  phase: DetectedPhase,
  settings: PhaseConfiguration,
  { found, ...options }: PhaseOptions & { readonly found: readonly FoundPeak[] },
): readonly FoundPeak[] {
  const alone = phasePeaks(phase, settings, { ...options, usual: UNKNOWN_SHAPE });
  const counted = peaksAccepted(alone, settings);
  const isKnown = (peaks: readonly FoundPeak[]): boolean => areKnown(peaksAccepted(peaks, settings), counted);
  if (isKnown(found)) return withMaxima(found, alone, { phase, settings });
  const doubted = phasePeaks(phase, settings, { ...options, doubtsHidden: true });
  return isKnown(doubted) ? withMaxima(doubted, alone, { phase, settings }) : alone;
}
