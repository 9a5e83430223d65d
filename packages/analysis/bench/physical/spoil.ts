import { at } from '../../src/at.ts';
import { normal } from '../random.ts';
import type { Readings } from './methods.ts';

/** A fault in the readings of one well; deterministic for a generator. */
export type Spoil = (readings: Readings, random: () => number) => Readings;

const between = (random: () => number, low: number, high: number): number => low + (high - low) * random();

/** Changes each reading depending on its temperature and value. */
const mapped = (
  { temperature, fluorescence }: Readings,
  change: (value: number, temperature: number, i: number) => number,
): Readings => ({
  temperature,
  fluorescence: fluorescence.map((value, i) => change(value, at(temperature, i), i)),
});

const kept = (
  { temperature, fluorescence }: Readings,
  isKept: (temperature: number, i: number) => boolean,
): Readings => {
  const is = (_: number, i: number): boolean => isKept(at(temperature, i), i);
  return { temperature: temperature.filter(is), fluorescence: fluorescence.filter(is) };
};

/** The level that this fraction of the readings reaches. */
function levelOf({ fluorescence }: Readings, part: number): number {
  const sorted = fluorescence.toSorted();
  return at(sorted, Math.min(sorted.length - 1, Math.floor((1 - part) * sorted.length)));
}

const rangeOf = ({ fluorescence }: Readings): number =>
  levelOf({ temperature: fluorescence, fluorescence }, 1e-9) - Math.min(...fluorescence);

/** The steepest fall over 1 °C. */
function steepestOf({ temperature, fluorescence }: Readings): number {
  let best = 0;
  let place = at(temperature, temperature.length >> 1);
  for (let i = 2; i < temperature.length - 2; i++) {
    const fall = at(fluorescence, i - 2) - at(fluorescence, i + 2);
    if (fall > best) [best, place] = [fall, at(temperature, i)];
  }
  return place;
}

/** A detector with a limit that this fraction of the readings reaches. */
export const clipped =
  (part: number): Spoil =>
  (readings) => {
    const limit = levelOf(readings, part);
    return mapped(readings, (value) => Math.min(value, limit));
  };

/** A detector that is at its limit until half of the melt is over. */
export const clippedOverMelt: Spoil = (readings) => {
  const place = steepestOf(readings);
  const i = readings.temperature.findIndex((t) => t >= place + 0.7);
  const limit = at(readings.fluorescence, Math.max(0, i));
  return mapped(readings, (value) => Math.min(value, limit));
};

export const constant: Spoil = (readings) => {
  const level = levelOf(readings, 0.5);
  return mapped(readings, () => level);
};

/** Readings of a coarse counter whose step exceeds the signal. */
export const constantCounted: Spoil = (readings, random) => {
  const level = Math.round(levelOf(readings, 0.5));
  return mapped(readings, () => level + (random() < 0.4 ? 1 : 0));
};

export const constantNoisy: Spoil = (readings, random) => {
  const level = levelOf(readings, 0.5);
  return mapped(readings, () => level + 3 * normal(random));
};

export const constantDrifting: Spoil = (readings, random) => {
  const level = levelOf(readings, 0.5);
  const drift = 0.02 * (2 * random() - 1);
  return mapped(readings, (_, t) => level + drift * (t - 60));
};

/** A bubble that grows and shrinks: dims or brightens the signal smoothly over some °C. */
export const slowBubble =
  (width: number): Spoil =>
  (readings, random) => {
    const centre = between(random, 66, 90);
    const size = (random() < 0.5 ? -1 : 1) * between(random, 0.1, 0.4) * rangeOf(readings);
    const bump = (t: number): number =>
      Math.abs(t - centre) > width / 2 ? 0 : 0.5 * (1 + Math.cos((2 * Math.PI * (t - centre)) / width));
    return mapped(readings, (value, t) => value + size * bump(t));
  };

/** A bubble that appears between two readings and stays, or disappears later. */
export const suddenBubble: Spoil = (readings, random) => {
  const from = between(random, 66, 88);
  const to = from + between(random, 0.8, 6);
  const part = 1 - between(random, 0.1, 0.4);
  return mapped(readings, (value, t) => (t > from && t < to ? value * part : value));
};

export const stepped: Spoil = (readings, random) => {
  const place = between(random, 66, 90);
  const size = (random() < 0.5 ? -1 : 1) * between(random, 0.05, 0.3) * rangeOf(readings);
  return mapped(readings, (value, t) => (t > place ? value + size : value));
};

export const spiked: Spoil = (readings, random) => {
  const place = Math.floor(random() * readings.temperature.length);
  const size = (random() < 0.5 ? -1 : 1) * between(random, 0.1, 1) * rangeOf(readings);
  return mapped(readings, (value, _, i) => (i === place ? value + size : value));
};

/** The sample evaporates: the signal is lost within a few °C and condenses elsewhere. */
export const evaporated: Spoil = (readings, random) => {
  const centre = between(random, 62, 76);
  const left = between(random, 0.02, 0.1);
  return mapped(readings, (value, t) => value * (left + (1 - left) / (1 + Math.exp((t - centre) / 1.5))));
};

/** An empty well, or one without dye: only the detector's offset and noise. */
export const withoutDye: Spoil = (readings, random) => mapped(readings, () => 100 + 3 * normal(random));

/** Some °C within the range of the products were not read. */
export const missing =
  (width: number): Spoil =>
  (readings, random) => {
    const from = between(random, 70, 90 - width);
    return kept(readings, (t) => t < from || t > from + width);
  };

export const cutBefore: Spoil = (readings) => {
  const from = steepestOf(readings) + 0.5;
  return kept(readings, (t) => t >= from);
};

export const cutAfter: Spoil = (readings) => {
  const to = steepestOf(readings) - 0.5;
  return kept(readings, (t) => t <= to);
};

export const flickering: Spoil = (readings, random) =>
  mapped(readings, (value) => (random() < 0.15 ? value * (1 + between(random, -0.06, 0.06)) : value));

export const counted =
  (quantum: number): Spoil =>
  (readings) =>
    mapped(readings, (value) => quantum * Math.round(value / quantum));

export const inverted: Spoil = (readings) => {
  const sum = levelOf(readings, 1e-9) + Math.min(...readings.fluorescence);
  return mapped(readings, (value) => sum - value);
};

/** Each temperature occurs twice, the second time slightly brighter. */
export const doubled: Spoil = ({ temperature, fluorescence }) => ({
  temperature: Float64Array.from({ length: 2 * temperature.length }, (_, i) => at(temperature, i >> 1)),
  fluorescence: Float64Array.from(
    { length: 2 * temperature.length },
    (_, i) => at(fluorescence, i >> 1) * (1 + 0.003 * (i % 2)),
  ),
});

/** A multiple of the noise at SNR 300. */
export const noisy =
  (times: number): Spoil =>
  (readings, random) =>
    mapped(readings, (value) => value + times * (1000 / 300) * normal(random));

export const drifting: Spoil = (readings, random) => {
  const slope = between(random, -15, 15);
  const bend = between(random, -0.3, 0.3);
  return mapped(readings, (value, t) => value + slope * (t - 60) + bend * (t - 78) ** 2);
};

export const swapped: Spoil = ({ temperature, fluorescence }) => ({
  temperature: fluorescence,
  fluorescence: temperature,
});

/** The temperatures of the well are too high by some °C. */
export const warmer =
  (by: number): Spoil =>
  ({ temperature, fluorescence }) => ({ temperature: temperature.map((t) => t + by), fluorescence });

/** Adds a share of another curve. */
export const withShareOf = (own: Readings, other: Readings, share: number): Readings =>
  mapped(own, (value, _, i) => value + share * at(other.fluorescence, i));
