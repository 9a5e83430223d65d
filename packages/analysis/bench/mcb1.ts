import { normal, uniform } from './random.ts';

/** Full width at half height of a logistic's slope, in w. */
export const WIDTH_IN_W = 4 * Math.log(1 + Math.SQRT2);

/** Amplitude of the main transition, RFU. */
export const AMPLITUDE = 1000;
/** J/(mol·K). */
const GAS_CONSTANT = 8.314462618;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

export type BenchmarkSet = 'S' | 'D' | 'N' | 'V' | 'J' | 'A' | 'W';

export interface TrueTransition {
  readonly tm: number;
  readonly area: number;
}

/** The parameters of a curve; curves of one condition differ only in Tm (or phase) and noise. */
export interface Condition {
  readonly set: BenchmarkSet;
  /** °C between readings. */
  readonly step: number;
  /** Amplitude divided by the noise of a reading. */
  readonly snr: number;
  /** Full width at half height, °C. */
  readonly width?: number;
  /** Distance of two transitions, °C, and the smaller area as a fraction of the larger. */
  readonly separation?: number;
  readonly ratio?: number;
  readonly kind?: 'flat' | 'drift' | 'broad';
  /** J/mol. */
  readonly enthalpy?: number;
}

export interface BenchmarkCurve {
  readonly condition: Condition;
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
  readonly truth: readonly TrueTransition[];
}

type Signal = (temperature: number) => number;

export const logistic = (t: number, tm: number, w: number): number => 1 / (1 + Math.exp((t - tm) / w));

export const background: Signal = (t) => 200 + 500 * Math.exp(-0.012 * (t - 40));

/** Bound fraction of two strands of equal concentration with the melting point `tm`. */
function bimolecular(t: number, tm: number, enthalpy: number): number {
  const q = 0.5 * Math.exp((enthalpy / GAS_CONSTANT) * (1 / (tm + 273.15) - 1 / (t + 273.15)));
  const b = 2 + q;
  return 2 / (b + Math.sqrt(b * b - 4));
}

/** Maximum of a function between two temperatures by golden section, to 10⁻⁶ °C. */
function goldenMaximum(f: Signal, from: number, to: number): number {
  let [a, b] = [from, to];
  let c = b - GOLDEN * (b - a);
  let d = a + GOLDEN * (b - a);
  while (b - a > 1e-6) {
    if (f(c) > f(d)) b = d;
    else a = c;
    c = b - GOLDEN * (b - a);
    d = a + GOLDEN * (b - a);
  }
  return (a + b) / 2;
}

const fallOf =
  (signal: Signal): Signal =>
  (t) =>
    signal(t - 1e-3) - signal(t + 1e-3);

/** Steepest fall of a signal near a temperature: a fine scan, then golden section. */
function steepest(signal: Signal, centre: number, reach: number): number {
  const fall = fallOf(signal);
  let best = centre;
  let most = -1;
  for (let t = centre - reach; t <= centre + reach; t += 0.01) {
    const value = fall(t);
    if (value > most) {
      most = value;
      best = t;
    }
  }
  return goldenMaximum(fall, best - 0.02, best + 0.02);
}

export const evenGrid = (step: number): number[] =>
  Array.from({ length: Math.floor(55 / step + 1e-9) + 1 }, (_, i) => Math.round((40 + i * step) * 1e6) / 1e6);

interface Drawn {
  readonly signal: Signal;
  readonly truth: readonly TrueTransition[];
  readonly grid?: readonly number[];
}

type Draw = (random: () => number, repeat: number) => Drawn;

interface Family {
  readonly condition: Condition;
  readonly repeats: number;
  readonly draw: Draw;
}

const STEPS = [0.1, 0.2, 0.5, 1.0];

const single = (width: number): Draw => {
  const w = width / WIDTH_IN_W;
  return (random) => {
    const tm = 52 + 34 * random();
    return { signal: (t) => AMPLITUDE * logistic(t, tm, w), truth: [{ tm, area: AMPLITUDE }] };
  };
};

/** One product, by the same rules as set S. */
export function singleAt(condition: Condition & { readonly width: number }, seed: number): BenchmarkCurve {
  return curveOf({ condition, draw: single(condition.width) }, { seed, repeat: 0 });
}

function curveOf(
  { condition, draw }: Pick<Family, 'condition' | 'draw'>,
  { seed, repeat }: { readonly seed: number; readonly repeat: number },
): BenchmarkCurve {
  const random = uniform(seed);
  const { signal, truth, grid } = draw(random, repeat);
  const temperature = Float64Array.from(grid ?? evenGrid(condition.step));
  const sigma = AMPLITUDE / condition.snr;
  const fluorescence = temperature.map((t) => background(t) + signal(t) + sigma * normal(random));
  return { condition, temperature, fluorescence, truth };
}

function* singles(): Generator<Family> {
  for (const step of STEPS)
    for (const width of [2, 3, 5])
      for (const snr of [1000, 300, 100, 30])
        yield { condition: { set: 'S', step, width, snr }, repeats: 40, draw: single(width) };
}

function* doubles(): Generator<Family> {
  for (const step of STEPS)
    for (const separation of [1.5, 2, 3, 4, 6])
      for (const ratio of [1, 0.5, 0.2])
        for (const width of [2, 3])
          for (const snr of [1000, 300, 100]) {
            const w = width / WIDTH_IN_W;
            const draw: Draw = (random, repeat) => {
              const low = 52 + 28 * random();
              const high = low + separation;
              const lowArea = repeat % 2 === 0 ? AMPLITUDE : AMPLITUDE * ratio;
              const highArea = repeat % 2 === 0 ? AMPLITUDE * ratio : AMPLITUDE;
              return {
                signal: (t) => lowArea * logistic(t, low, w) + highArea * logistic(t, high, w),
                truth: [
                  { tm: low, area: lowArea },
                  { tm: high, area: highArea },
                ],
              };
            };
            yield { condition: { set: 'D', step, width, snr, separation, ratio }, repeats: 10, draw };
          }
}

function* negatives(): Generator<Family> {
  for (const step of STEPS)
    for (const snr of [1000, 300, 100, 30])
      for (const kind of ['flat', 'drift', 'broad'] as const) {
        const draw: Draw = (random) => {
          const phase = 2 * Math.PI * random();
          const tm = 55 + 25 * random();
          const signals: Record<typeof kind, Signal> = {
            flat: () => 0,
            drift: (t) => 30 * Math.sin((2 * Math.PI * (t - 40)) / 30 + phase),
            broad: (t) => 0.5 * AMPLITUDE * logistic(t, tm, 18 / WIDTH_IN_W),
          };
          return { signal: signals[kind], truth: [] };
        };
        yield { condition: { set: 'N', step, snr, kind }, repeats: 30, draw };
      }
}

function* bimoleculars(): Generator<Family> {
  for (const step of STEPS)
    for (const enthalpy of [700e3, 1400e3])
      for (const snr of [1000, 300, 100]) {
        const draw: Draw = (random) => {
          const half = 52 + 34 * random();
          const bound: Signal = (t) => bimolecular(t, half, enthalpy);
          const tm = goldenMaximum(fallOf(bound), half - 3, half + 3);
          return { signal: (t) => AMPLITUDE * bound(t), truth: [{ tm, area: AMPLITUDE }] };
        };
        yield { condition: { set: 'V', step, snr, enthalpy }, repeats: 20, draw };
      }
}

function* irregulars(): Generator<Family> {
  for (const snr of [1000, 300, 100]) {
    const draw: Draw = (random, repeat) => {
      const drawn = single(3)(random, repeat);
      const grid: number[] = [];
      for (let t = 40; t <= 95; t += Math.min(0.35, Math.max(0.1, 0.22 + 0.045 * normal(random)))) {
        grid.push(Math.round(t * 1e3) / 1e3);
      }
      return { ...drawn, grid };
    };
    yield { condition: { set: 'J', step: 0.22, width: 3, snr }, repeats: 60, draw };
  }
}

function* amplicons(): Generator<Family> {
  for (const step of [0.1, 0.2, 0.5])
    for (const width of [1.2, 2, 3])
      for (const snr of [1000, 300, 100]) {
        const w = width / WIDTH_IN_W;
        const draw: Draw = (random) => {
          const main = 56 + 30 * random();
          const bound: Signal = (t) =>
            0.7 * logistic(t, main, w) + 0.3 * logistic(t, main - 0.9 * width, 2 * w);
          const tm = steepest(bound, main, width);
          return { signal: (t) => AMPLITUDE * bound(t), truth: [{ tm, area: AMPLITUDE }] };
        };
        yield { condition: { set: 'A', step, width, snr }, repeats: 20, draw };
      }
}

/**
 * The melting-curve benchmark MCB-1: 8160 synthetic curves with exactly known truth, in a fixed order.
 *
 * @param seed - 0: the published set; any other number: a hold-out set of the same kind
 * @param isWanted - only these curves are generated
 */
export function mcb1(
  seed: number,
  isWanted: (condition: Condition) => boolean = () => true,
): BenchmarkCurve[] {
  const curves: BenchmarkCurve[] = [];
  let number = 0;
  for (const families of [singles, doubles, negatives, bimoleculars, irregulars, amplicons])
    for (const { repeats, ...family } of families())
      for (let repeat = 0; repeat < repeats; repeat++) {
        number++;
        if (isWanted(family.condition)) curves.push(curveOf(family, { seed: seed + number, repeat }));
      }
  return curves;
}

/** The number of values in the published set and their sum, to verify a port. */
export const MCB1_CHECKSUM = { numbers: 4_125_426, sum: 2468767316.2755 } as const;

export function checksum(curves: readonly BenchmarkCurve[]): { numbers: number; sum: number } {
  let numbers = 0;
  let sum = 0;
  for (const { temperature, fluorescence } of curves) {
    for (const value of temperature) sum += value;
    for (const value of fluorescence) sum += value;
    numbers += 2 * temperature.length;
  }
  return { numbers, sum };
}
