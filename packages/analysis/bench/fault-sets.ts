import { AMPLITUDE, background, evenGrid, logistic, WIDTH_IN_W } from './mcb1.ts';
import { normal, uniform } from './random.ts';

/**
 * Curves of one product with one fault and known truth, as they occur on real plates. X1: one outlying
 * reading; X2: a detector at its limit; X3: a jump between two readings; X4: a hump beside the product; X5: a
 * melt at an end of the readings; X6: melts of irregular shape.
 */
export type FaultSet = 'X1' | 'X2' | 'X3' | 'X4' | 'X5' | 'X6';

export interface FaultCurve {
  readonly set: FaultSet;
  readonly kind: string;
  /** °C between readings. */
  readonly step: number;
  /** Amplitude divided by the noise of a reading. */
  readonly snr: number;
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
  /** °C; null: no melt. */
  readonly tm: number | null;
  /** Size of the fault, RFU; a fault below the noise cannot be detected. */
  readonly size: number;
}

interface Made {
  readonly signal: (temperature: number) => number;
  readonly tm: number | null;
  readonly size: number;
  /** Applied to the readings after noise is added. */
  readonly spoil?: (readings: Float64Array, temperature: Float64Array) => Float64Array;
}

interface Family {
  readonly set: FaultSet;
  readonly kind: string;
  readonly step: number;
  readonly snr: number;
  readonly repeats: number;
  readonly make: (random: () => number) => Made;
}

const STEPS = [0.2, 0.5, 1];
const RATIOS = [1000, 300, 100];
const WIDTHS = [2, 3];

const product = (tm: number, width: number, amplitude = AMPLITUDE) => {
  const w = width / WIDTH_IN_W;
  return (t: number): number => amplitude * logistic(t, tm, w);
};

function* conditions(): Generator<{ step: number; snr: number; width: number }> {
  for (const step of STEPS) for (const snr of RATIOS) for (const width of WIDTHS) yield { step, snr, width };
}

const nearest = (temperature: Float64Array, wanted: number): number =>
  temperature.reduce(
    (best, t, i) => (Math.abs(t - wanted) < Math.abs((temperature[best] ?? 0) - wanted) ? i : best),
    0,
  );

/** One reading is off by `size`, within the melt or at least 8 °C from it. */
function* spikes(): Generator<Family> {
  for (const condition of conditions())
    for (const place of ['in the melt', 'far away'] as const)
      for (const size of [100, 300, 1000]) {
        const make = (random: () => number): Made => {
          const tm = 58 + 22 * random();
          const offset = 2 * random() - 1;
          const signed = random() < 0.5 ? -size : size;
          const wanted =
            place === 'in the melt'
              ? tm + 1.5 * condition.width * offset
              : tm + Math.sign(offset) * (8 + 4 * Math.abs(offset));
          const spoil = (readings: Float64Array, temperature: Float64Array): Float64Array =>
            readings.with(
              nearest(temperature, wanted),
              (readings[nearest(temperature, wanted)] ?? 0) + signed,
            );
          return { signal: product(tm, condition.width), tm, size, spoil };
        };
        yield { set: 'X1', kind: `${size} RFU ${place}`, ...condition, repeats: 6, make };
      }
}

/** Clips the readings at a level that they reach some widths before the Tm, or after it. */
function* clippings(): Generator<Family> {
  for (const condition of conditions())
    for (const end of ['top', 'bottom'] as const)
      for (const widths of [0.25, 0.5, 1]) {
        const make = (random: () => number): Made => {
          const tm = 58 + 22 * random();
          const signal = product(tm, condition.width);
          const side = end === 'top' ? -1 : 1;
          const cut = tm + side * widths * condition.width;
          const limit = background(cut) + signal(cut);
          const spoil = (readings: Float64Array): Float64Array =>
            readings.map((reading) => (end === 'top' ? Math.min(reading, limit) : Math.max(reading, limit)));
          return { signal, tm, size: AMPLITUDE, spoil };
        };
        yield { set: 'X2', kind: `${end}, ${widths} widths`, ...condition, repeats: 8, make };
      }
}

/** A jump between two readings, alone or beside a product. */
function* steps(): Generator<Family> {
  for (const condition of conditions())
    for (const size of [-300, -100, -30, 100])
      for (const kind of ['alone', 'beside a product'] as const) {
        const make = (random: () => number): Made => {
          const place = 58 + 22 * random();
          const side = random() < 0.5 ? -1 : 1;
          const tm = place + side * condition.width * (1 + random());
          const signal = product(tm, condition.width);
          const jump = (t: number): number => (t > place ? size : 0);
          return kind === 'alone'
            ? { signal: jump, tm: null, size: Math.abs(size) }
            : { signal: (t) => jump(t) + signal(t), tm, size: Math.abs(size) };
        };
        yield { set: 'X3', kind: `${size} RFU ${kind}`, ...condition, repeats: 6, make };
      }
}

/** A hump 9 to 14 °C wide with up to four times the product's area, at any distance from it. */
function* humps(): Generator<Family> {
  for (const condition of conditions())
    for (const part of [1, 0.3])
      for (const area of [1000, 2000, 4000]) {
        const make = (random: () => number): Made => {
          const tm = 60 + 18 * random();
          const centre = 52 + 34 * random();
          const width = 9 + 5 * random();
          const own = product(tm, condition.width, part * AMPLITUDE);
          const hump = product(centre, width, area);
          return { signal: (t) => own(t) + hump(t), tm, size: area };
        };
        yield {
          set: 'X4',
          kind: `product ${part * AMPLITUDE} beside ${area}`,
          ...condition,
          repeats: 8,
          make,
        };
      }
}

/** The Tm is up to 2 °C inside the first or the last reading. */
function* ends(): Generator<Family> {
  for (const condition of conditions())
    for (const end of ['first', 'last'] as const)
      for (const [from, to] of [
        [0, 1],
        [1, 2],
      ] as const) {
        const make = (random: () => number): Made => {
          const inside = from + (to - from) * random();
          const tm = end === 'first' ? 40 + inside : 95 - inside;
          return { signal: product(tm, condition.width), tm, size: AMPLITUDE };
        };
        yield {
          set: 'X5',
          kind: `${from} to ${to} °C from the ${end} reading`,
          ...condition,
          repeats: 8,
          make,
        };
      }
}

/**
 * Melts that no transition model describes: many domains, a sharp front with a long tail, a plateau half way.
 */
function* oddShapes(): Generator<Family> {
  for (const step of STEPS)
    for (const snr of [30_000, 3000, 300])
      for (const kind of ['domains', 'tail', 'ramp', 'plateau'] as const) {
        const make = (random: () => number): Made => {
          const tm = 60 + 18 * random();
          const offsets = Array.from({ length: 5 }, () => 8 * random() - 4);
          const shapes: Record<typeof kind, (t: number) => number> = {
            domains: (t) => offsets.reduce((sum, offset) => sum + 0.2 * product(tm + offset, 1.5)(t), 0),
            tail: (t) => (t < tm ? AMPLITUDE : AMPLITUDE * Math.exp((tm - t) / 3)),
            ramp: (t) => AMPLITUDE * Math.min(1, Math.max(0, (tm + 2.5 - t) / 5)),
            plateau: (t) => 0.5 * (product(tm - 2.5, 1.2)(t) + product(tm + 2.5, 3)(t)),
          };
          return { signal: shapes[kind], tm, size: AMPLITUDE };
        };
        yield { set: 'X6', kind, step, snr, repeats: 15, make };
      }
}

/**
 * The benchmark's curves with faults, in a fixed order.
 *
 * @param seed - 0: the set that constants were chosen with; any other: a hold-out set of the same kind
 */
export function faultCurves(seed: number): FaultCurve[] {
  const curves: FaultCurve[] = [];
  for (const families of [spikes, clippings, steps, humps, ends, oddShapes])
    for (const { set, kind, step, snr, repeats, make } of families())
      for (let repeat = 0; repeat < repeats; repeat++) {
        // A range of seeds far from those of MCB-1.
        const random = uniform(seed + 400_000_000 + curves.length);
        const { signal, tm, size, spoil } = make(random);
        const temperature = Float64Array.from(evenGrid(step));
        const sigma = AMPLITUDE / snr;
        const clean = temperature.map((t) => background(t) + signal(t) + sigma * normal(random));
        const fluorescence = spoil === undefined ? clean : spoil(clean, temperature);
        curves.push({ set, kind, step, snr, temperature, fluorescence, tm, size });
      }
  return curves;
}
