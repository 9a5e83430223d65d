import { at } from '../at.ts';
import { FLAT_SIGNAL } from '../signal-settings.ts';
import type { Readings } from './readings.ts';

/** A straight line fitted to readings. */
interface Line {
  /** RFU/°C. */
  readonly slope: number;
  readonly level: number;
  readonly centre: number;
  /** Sum of squared distances of the temperatures from their centre. */
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

/** Sum of squared residuals of a line, and of the differences between consecutive residuals. */
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

/** A signal that changes by more, as a fraction of its level, is not flat, however uncertain the change. */
const MAX_CHANGE = Math.max(FLAT_SIGNAL.change, FLAT_SIGNAL.doubt);

/**
 * The change, as a fraction of the level, of a signal that is only a level and noise, or nearly constant;
 * null for a signal that changes more, as that of any heated dye does.
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
