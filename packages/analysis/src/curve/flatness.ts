import { at } from '../at.ts';
import { FLAT_SIGNAL } from '../signal-settings.ts';
import type { Readings } from './readings.ts';

/** A straight line through readings. */
interface Line {
  /** RFU/°C. */
  readonly slope: number;
  readonly level: number;
  readonly centre: number;
  /** Sum of squares of the temperatures from their centre. */
  readonly xx: number;
}

function lineThrough({ temperature, value }: Readings): Line {
  const count = value.length;
  let centre = 0;
  let level = 0;
  for (let i = 0; i < count; i++) {
    centre += at(temperature, i) / count;
    level += at(value, i) / count;
  }
  let xx = 0;
  let xy = 0;
  for (let i = 0; i < count; i++) {
    const x = at(temperature, i) - centre;
    xx += x * x;
    xy += x * (at(value, i) - level);
  }
  return { slope: xy / xx, level, centre, xx };
}

/** Sum of squares that a line leaves over, and of the differences of one reading's rest to the next's. */
function restOf({ temperature, value }: Readings, { slope, level, centre }: Line) {
  let square = 0;
  let differences = 0;
  let before = 0;
  for (let i = 0; i < value.length; i++) {
    const rest = at(value, i) - level - slope * (at(temperature, i) - centre);
    square += rest * rest;
    if (i > 0) differences += (rest - before) ** 2;
    before = rest;
  }
  return { square, differences };
}

/** A signal that changes by more, as a part of its level, is no flat one, however much it is in doubt. */
const MAX_CHANGE = Math.max(FLAT_SIGNAL.change, FLAT_SIGNAL.doubt);

/**
 * By what part of its level a signal changes that is nothing but a level and noise, or all but constant; null where it
 * does more, as any dye does that is heated.
 *
 * @param range - between the lowest and the highest reading, RFU
 */
export function flatChange(readings: Readings, range: number): number | null {
  const { temperature } = readings;
  const count = temperature.length;
  const line = lineThrough(readings);
  const { slope, level, xx } = line;
  const size = Math.abs(level);
  const span = at(temperature, count - 1) - at(temperature, 0);
  const change = Math.abs(slope) * span;
  if (range <= FLAT_SIGNAL.range * size) return range / size;
  if (change > MAX_CHANGE * size) return null;
  const { square, differences } = restOf(readings, line);
  const isNoise =
    square <= count * (FLAT_SIGNAL.rounding * size) ** 2 || differences >= FLAT_SIGNAL.unlike * square;
  const error = Math.sqrt(square / Math.max(1, count - 2) / xx);
  const doubt = FLAT_SIGNAL.errors * error * span;
  const most =
    doubt <= FLAT_SIGNAL.doubt * size
      ? Math.max(FLAT_SIGNAL.change * size, doubt)
      : FLAT_SIGNAL.change * size;
  return isNoise && change <= most ? change / size : null;
}
