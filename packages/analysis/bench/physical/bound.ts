import { at, itemAt } from '../../src/at.ts';
import { DEFAULT_PHASE } from '../analyse.ts';
import { MINOR_SNRS, minorPlates, MINORS, type MinorWell } from './plates.ts';
import { MIN_HEIGHT } from './truth.ts';
import type { Component, Well } from './well.ts';
import { basisOf, choleskyWrite, innerProduct, whitened, without } from '../../src/peaks/whitening.ts';

/**
 * The fraction of small products that any method could find: the Cramér–Rao bound for the amplitude of a
 * small product, for a method that knows the shapes of both products except position, width and skew of the
 * larger one, over a quadratic background.
 *
 * A model of the larger melt differs from its real shape: this misfit is a Gaussian process (Matérn 5/2, half
 * a width long), which adds to the noise.
 */

/**
 * Misfit of the model as a fraction of the larger amplitude. Single transitions misfit real amplicons by
 * 0.002 to 0.01.
 */
const MISFITS = [0, 0.002, 0.005, 0.01] as const;
const CORRELATION = 0.5;
const FINE = 0.05;

type Column = Float64Array;

/** Readings of one product: its slope integrated from above, where it is completely melted. */
function signalOf({ fallOf, temperature }: Well, component: Component): Column {
  const fall = fallOf(component);
  const last = temperature.length - 1;
  const signal = new Float64Array(temperature.length);
  for (let i = last - 1; i >= 0; i--) {
    const [from, to] = [at(temperature, i), at(temperature, i + 1)];
    const parts = Math.max(1, Math.round((to - from) / FINE));
    let sum = 0;
    for (let k = 0; k < parts; k++) sum += fall(from + ((k + 0.5) * (to - from)) / parts);
    signal[i] = at(signal, i + 1) + (sum * (to - from)) / parts;
  }
  return signal;
}

/** Significance, in standard errors, of a column of size 1 beside columns of any size. */
function significance(wanted: Column, others: readonly Column[]): number {
  const left = without(wanted, basisOf(others));
  return Math.sqrt(innerProduct(left, left));
}

const maximumOf = (
  fall: (temperature: number) => number,
  temperature: Column,
): { tm: number; height: number } => {
  let best = { tm: 0, height: -Infinity };
  for (let t = at(temperature, 0); t <= at(temperature, temperature.length - 1); t += FINE)
    if (fall(t) > best.height) best = { tm: t, height: fall(t) };
  return best;
};

interface Bound {
  readonly isHigh: boolean;
  /** For each misfit. */
  readonly seen: readonly boolean[];
}

function boundOf({ well, minor, snr }: MinorWell): Bound {
  const { temperature, fallOf, components } = well;
  const n = temperature.length;
  const major = itemAt(components, 0);
  const fall = fallOf(major);
  const { tm, height } = maximumOf(fall, temperature);
  const shape = signalOf(well, major);
  const width = at(shape, 0) / height;
  const around = (power: number): Column => temperature.map((t) => fall(t) * ((t - tm) / width) ** power);
  const ground = [0, 1, 2].map((power) => temperature.map((t) => ((t - 78) / 18) ** power));
  const others = [...ground, shape, around(0), around(1), around(2)];
  const wanted = signalOf(well, minor);
  const seen = MISFITS.map((misfit) => {
    const covariance = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) {
        const r = (Math.sqrt(5) * (at(temperature, i) - at(temperature, j))) / (CORRELATION * width);
        const model = (misfit * at(shape, 0)) ** 2 * (1 + r + (r * r) / 3) * Math.exp(-r);
        covariance[i * n + j] = model + (i === j ? (1000 / snr) ** 2 : 0);
      }
    choleskyWrite(covariance, n);
    const white = (column: Column): Column => whitened(covariance, column);
    return significance(white(wanted), others.map(white)) >= DEFAULT_PHASE.slopeThreshold;
  });
  return { isHigh: maximumOf(fallOf(minor), temperature).height >= MIN_HEIGHT, seen };
}

const share = (bounds: readonly Bound[], is: (bound: Bound) => boolean): string =>
  (bounds.filter(is).length / bounds.length).toFixed(3).padStart(11);

/** The bounds of the small products as lines of text. */
export function boundLines(seeds: readonly number[]): string[] {
  const wells = seeds.flatMap((seed) => minorPlates(seed).flat());
  return [
    `\nSmall products that any method could find: as high as a peak must be by itself, and 4.72 standard errors high for a method that knows both shapes up to a misfit`,
    ''.padEnd(40) +
      ['as high', ...MISFITS.map((misfit) => `${100 * misfit} %`)].map((head) => head.padStart(11)).join(''),
    ...MINORS.flatMap(({ apart, ratio }) =>
      MINOR_SNRS.map((snr) => {
        const bounds = wells
          .filter((one) => one.apart === apart && one.ratio === ratio && one.snr === snr)
          .map(boundOf);
        const seen = MISFITS.map((_, k) => share(bounds, (one) => one.seen[k] === true));
        return (
          `1:${ratio}, ${apart} °C apart, SNR ${snr}`.padEnd(40) +
          share(bounds, (one) => one.isHigh) +
          seen.join('')
        );
      }),
    ),
  ];
}
