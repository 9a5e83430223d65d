/** Deterministic noise of standard deviation 1, from a linear congruential generator. */
function noise(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return () => (next() + next() + next() + next() - 2) * Math.sqrt(3);
}

export interface Curve {
  /** The cycle of the largest second derivative; null: flat. */
  readonly cq: number | null;
  readonly cycles?: number;
  readonly plateau?: number;
  readonly drift?: number;
  readonly seed?: number;
  /** The product grows by this factor in each cycle at the start. */
  readonly growth?: number;
}

const MIDDLE = Math.log(2 + Math.sqrt(3));

/** A logistic rise over a drifting baseline, with noise of standard deviation 2. */
export function curveOf({ cq, cycles = 45, plateau = 3000, drift = 0.6, seed = 1, growth = 2 }: Curve) {
  const random = noise(seed);
  const rate = 1 / Math.log(growth);
  const cycle = Float64Array.from({ length: cycles }, (_, index) => index + 1);
  const value = cycle.map((now) => {
    const rise = cq === null ? 0 : plateau / (1 + Math.exp((cq + MIDDLE * rate - now) / rate));
    return 400 + drift * now + rise + 2 * random();
  });
  return { cycle, value };
}

/** A straight curve at a level, with `scale` times the noise. */
export function flatCurve(level: number, scale: number, seed = 9) {
  const { cycle, value } = curveOf({ cq: null, drift: 0, seed });
  return { cycle, value: value.map((now) => level + (now - 400) * scale) };
}

/** Two products, and three curves without one. */
export const besideCurves = () =>
  [22, 26, null, null, null].map((cq, index) => curveOf({ cq, seed: index + 1 }));
