import { at } from '../at.ts';
import { FLAT_SIGNAL } from '../signal-settings.ts';
import { rangeOf, type Readings } from './readings.ts';

/** A straight line through readings, and what it leaves over. */
interface Line {
  /** RFU/°C, and its standard error. */
  readonly slope: number;
  readonly error: number;
  readonly level: number;
  /** Sum of squares that is left, and of the differences of one reading's rest to the next's. */
  readonly square: number;
  readonly differences: number;
}

function lineThrough({ temperature, value }: Readings): Line {
  const count = value.length;
  let [centre, level] = [0, 0];
  for (let i = 0; i < count; i++) {
    centre += at(temperature, i) / count;
    level += at(value, i) / count;
  }
  let [xx, xy] = [0, 0];
  for (let i = 0; i < count; i++) {
    const x = at(temperature, i) - centre;
    xx += x * x;
    xy += x * (at(value, i) - level);
  }
  const slope = xy / xx;
  let [square, differences, before] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const rest = at(value, i) - level - slope * (at(temperature, i) - centre);
    square += rest * rest;
    if (i > 0) differences += (rest - before) ** 2;
    before = rest;
  }
  return { slope, error: Math.sqrt(square / Math.max(1, count - 2) / xx), level, square, differences };
}

/**
 * By what part of its level a signal changes that is nothing but a level and noise, or all but constant; null where it
 * does more, as any dye does that is heated.
 */
export function flatChange({ temperature, value }: Readings): number | null {
  const count = value.length;
  const { slope, error, level, square, differences } = lineThrough({ temperature, value });
  const range = rangeOf(value);
  const size = Math.abs(level);
  const span = at(temperature, count - 1) - at(temperature, 0);
  const change = Math.abs(slope) * span;
  if (range <= FLAT_SIGNAL.range * size) return range / size;
  const isNoise =
    square <= count * (FLAT_SIGNAL.rounding * size) ** 2 || differences >= FLAT_SIGNAL.unlike * square;
  const doubt = FLAT_SIGNAL.errors * error * span;
  const most =
    doubt <= FLAT_SIGNAL.doubt * size
      ? Math.max(FLAT_SIGNAL.change * size, doubt)
      : FLAT_SIGNAL.change * size;
  return isNoise && change <= most ? change / size : null;
}
