import { at } from '../at.ts';
import { exp, log } from '../elementary.ts';
import type { DoubtedProduct, FoundPeak } from './found-peak.ts';
import type { UsualShape } from './shape.ts';
import { skewOf, type Transition, transitionHeight, transitionSlope, transitionWidth } from './transition.ts';
import type { PhaseConfiguration } from '../configuration.ts';
import type { DetectedPhase } from '../phase-analyse.ts';
import { SKEWED } from '../settings.ts';
import { FLANK } from '../flank-settings.ts';
import { peaksAccepted } from './peak-reject.ts';
import { basisOf, choleskyWrite, innerProduct, whitened, without } from './whitening.ts';

/** Averaged readings around a peak. */
interface Binned {
  readonly temperature: Float64Array;
  readonly value: Float64Array;
  /** Variance of each value by noise, RFU². */
  readonly variance: Float64Array;
}

function binsAround({ clean, detected }: DetectedPhase, tm: number): Binned {
  const { temperature, fluorescence } = clean;
  const noise = detected?.noise ?? 0;
  const bins: { readonly temperature: number; readonly value: number; readonly variance: number }[] = [];
  for (let from = 0; from < temperature.length;) {
    let to = from;
    let heat = 0;
    let light = 0;
    while (to < temperature.length && at(temperature, to) < at(temperature, from) + FLANK.bin) {
      heat += at(temperature, to);
      light += at(fluorescence, to++);
    }
    const count = to - from;
    if (Math.abs(heat / count - tm) <= FLANK.reach)
      bins.push({ temperature: heat / count, value: light / count, variance: noise ** 2 / count });
    from = to;
  }
  return {
    temperature: Float64Array.from(bins, (bin) => bin.temperature),
    value: Float64Array.from(bins, (bin) => bin.value),
    variance: Float64Array.from(bins, (bin) => bin.variance),
  };
}

/** F of a transition at some temperatures. */
function signalOf({ amplitude, tm, logWidth, logSkew }: Transition, temperature: Float64Array): Float64Array {
  const skew = skewOf(logSkew);
  const perWidth = exp(-logWidth);
  return temperature.map((t) => {
    const u = Math.min(30, Math.max(-30, (t - tm) * perWidth));
    return amplitude * exp(-log(1 + skew * exp(u)) / skew);
  });
}

/** A transition of amplitude 1 and of a given width, °C. */
function unit(tm: number, width: number, logSkew: number): Transition {
  const shape = { amplitude: 1, tm, logWidth: 0, logSkew };
  return { ...shape, logWidth: log(width / transitionWidth(shape)) };
}

/** The columns that a small product must be distinguished from: the larger product and the background. */
function columnsOf({ temperature }: Binned, main: Transition, width: number): Float64Array[] {
  const u = temperature.map((t) => (t - main.tm) / width);
  const uu = u.map((one) => one ** 2);
  const times = (column: Float64Array, by: Float64Array): Float64Array =>
    column.map((value, i) => value * at(by, i));
  const signal = signalOf(main, temperature);
  const slope = temperature.map((t) => transitionSlope(main, t));
  return [
    temperature.map(() => 1),
    u,
    uu,
    // Its amplitude, and the loss of its dye's brightness; its position, width and skew.
    signal,
    times(signal, u),
    slope,
    times(slope, u),
    times(slope, uu),
  ];
}

/**
 * Covariance of the residuals: noise, and the misfit of real melts, a Gaussian process (Matérn 5/2) that
 * decays above the peak but not in the tail below it.
 */
function covarianceOf(
  { temperature, variance }: Binned,
  { tm, amplitude, width }: { readonly tm: number; readonly amplitude: number; readonly width: number },
): Float64Array {
  const n = temperature.length;
  const matrix = new Float64Array(n * n);
  const size = temperature.map((t) => {
    const above = Math.max(0, t - tm) / width;
    return FLANK.misfit * amplitude * (FLANK.far + (1 - FLANK.far) * exp(-0.5 * above * above));
  });
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      const r = (Math.sqrt(5) * (at(temperature, i) - at(temperature, j))) / (FLANK.correlation * width);
      const misfit = at(size, i) * at(size, j) * (1 + r + (r * r) / 3) * exp(-r);
      matrix[i * n + j] = misfit + (i === j ? at(variance, i) : 0);
    }
  return matrix;
}

/**
 * The most significant small product on a peak's flanks; null: none beyond chance and misfit. A fit with free
 * skew would absorb it as a tail, so the skew is kept close to the plate's.
 */
function prominentProduct(
  phase: DetectedPhase,
  peak: FoundPeak,
  { usual, minThreshold }: { readonly usual: UsualShape; readonly minThreshold: number },
): DoubtedProduct | null {
  const { tm, width, area } = peak;
  const bins = binsAround(phase, tm);
  const { temperature, value } = bins;
  if (peak.shape === null || temperature.length < FLANK.fewestReadings) return null;
  const skew = Math.min(usual.logSkew + FLANK.skew, Math.max(usual.logSkew - FLANK.skew, peak.shape.logSkew));
  const triangle = covarianceOf(bins, { tm, amplitude: area, width });
  choleskyWrite(triangle, temperature.length);
  const white = (column: Float64Array): Float64Array => whitened(triangle, column);
  const basis = basisOf(columnsOf(bins, unit(tm, width, skew), width).map(white));
  const left = without(white(value), basis);
  let best: DoubtedProduct | null = null;
  let most = 1;
  for (let away = -FLANK.farthest; away <= FLANK.farthest; away += FLANK.stride) {
    const place = tm + away;
    const isRead = place > at(temperature, 0) + 1 && place < at(temperature, temperature.length - 1) - 1;
    if (Math.abs(away) < FLANK.nearest || !isRead) continue;
    const small = unit(place, width, Math.max(SKEWED.least, usual.logSkew));
    const wanted = white(signalOf(small, temperature));
    const explained = basis.reduce((sum, one) => sum + innerProduct(wanted, one) ** 2, 0);
    const size = innerProduct(wanted, wanted) - explained;
    const part = innerProduct(wanted, left);
    const amplitude = part / size;
    const known = part / Math.sqrt(size) / (away < 0 ? FLANK.errorsBelow : FLANK.errorsAbove);
    const isHigh =
      amplitude >= FLANK.part * area && amplitude * transitionHeight(small) >= FLANK.height * minThreshold;
    if (isHigh && known > most) {
      most = known;
      best = { tm: place, area: amplitude };
    }
  }
  return best;
}

/**
 * The peaks of a curve on a plate with a learnt skew; if one alone counts, a small product on its flank
 * becomes a doubt.
 */
export function withFlankDoubts(
  phase: DetectedPhase,
  peaks: readonly FoundPeak[],
  { settings, usual }: { readonly settings: PhaseConfiguration; readonly usual: UsualShape },
): readonly FoundPeak[] {
  const [counted, another] = peaksAccepted(peaks, settings);
  if (counted === undefined || another !== undefined) return peaks;
  const { minThreshold } = settings;
  const doubted = prominentProduct(phase, counted, { usual, minThreshold });
  if (doubted === null) return peaks;
  return peaks.map((peak) => (peak === counted ? { ...peak, doubted: [...peak.doubted, doubted] } : peak));
}
