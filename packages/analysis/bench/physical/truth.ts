import { type Component, FIRST_READING, LAST_READING, type Well } from './well.ts';

/**
 * The peaks that must and may be found in a well.
 *
 * A maximum of the noise-free −dF/dT of all products must be found if its prominence is at least 10 % of the
 * highest and reaches the minimum height. Smaller maxima of the sum, and the maximum of each product on its
 * own, which may be a shoulder of the sum, may be found. Any other peak is false, including the second
 * maximum of a hump or a product's own shoulder.
 */
export interface Truth {
  readonly must: readonly Maximum[];
  readonly may: readonly number[];
}

export interface Maximum {
  /** Of the sum, °C. */
  readonly tm: number;
  /** Of the product that melts there; the sum's where no single product is steepest within 1 °C. */
  readonly own: number;
}

/** RFU/°C; the minimum height of the phase. */
export const MIN_HEIGHT = 30;
const MIN_PART = 0.1;
/** Smaller ones are ripples of the spline. */
const RIPPLE_PART = 0.005;
const SCAN = 0.04;
const NEAR = 1;

interface Top {
  readonly tm: number;
  readonly prominence: number;
  readonly height: number;
}

/** The lowest value on one side of a place, up to where the function exceeds that place. */
function valley(values: readonly number[], place: number, side: 1 | -1): number {
  const top = values[place] ?? 0;
  let low = top;
  for (let i = place + side; i >= 0 && i < values.length; i += side) {
    const here = values[i] ?? 0;
    if (here > top) return low;
    low = Math.min(low, here);
  }
  return low;
}

/** The maxima of a function between the first and the last reading. */
function maximaOf(fall: (temperature: number) => number): Top[] {
  const count = Math.round((LAST_READING - FIRST_READING) / SCAN) + 1;
  const values = Array.from({ length: count }, (_, i) => fall(FIRST_READING + i * SCAN));
  return values.flatMap((here, i) => {
    const before = values[i - 1];
    const after = values[i + 1];
    if (before === undefined || after === undefined || before >= here || after > here) return [];
    const bend = before - 2 * here + after;
    const tm = FIRST_READING + SCAN * (i + (bend < 0 ? (0.5 * (before - after)) / bend : 0));
    const prominence = here - Math.max(valley(values, i, 1), valley(values, i, -1));
    return [{ tm, prominence, height: here }];
  });
}

const highest = (tops: readonly Top[]): number =>
  tops.reduce((most, { height }) => Math.max(most, height), 0);

/** The steepest point of one product in a well; null: outside the readings. */
function ownMaximum({ fallOf }: Well, component: Component): number | null {
  const tops = maximaOf(fallOf(component));
  return tops.find(({ height }) => height === highest(tops))?.tm ?? null;
}

export function truthOf(well: Well): Truth {
  const own = well.components.flatMap((component) => ownMaximum(well, component) ?? []);
  const tops = maximaOf(well.fall);
  const scale = highest(tops);
  const isSeen = ({ prominence }: Top): boolean => prominence >= MIN_HEIGHT && prominence >= MIN_PART * scale;
  const nearest = (tm: number): number =>
    own.reduce((best, one) => (Math.abs(one - tm) < Math.abs(best - tm) ? one : best), Infinity);
  return {
    must: tops.filter(isSeen).map(({ tm }) => {
      const near = nearest(tm);
      return { tm, own: Math.abs(near - tm) <= NEAR ? near : tm };
    }),
    may: [
      ...own,
      ...tops.filter((top) => !isSeen(top) && top.prominence >= RIPPLE_PART * scale).map(({ tm }) => tm),
    ],
  };
}
