import { at } from '../at.ts';
import { AnalysisError } from '../errors.ts';
import { EQUAL_TEMPERATURE, LARGEST_READING, LARGEST_TEMPERATURE } from '../settings.ts';
import type { Readings } from './readings.ts';
import { gridKnown, gridOf, type TemperatureGrid } from './temperature-grid.ts';

/**
 * One phase of one well as read, in any order and spacing. `temperature` in °C.
 *
 * `fluorescence` holds readings (RFU) or, if the file has nothing else, the vendor's −dF/dT (RFU/°C), as
 * stated by `quantity`.
 */
export interface MeltCurve {
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
  readonly quantity: 'fluorescence' | 'derivative';
}

/**
 * A curve ready for analysis: finite values, rising temperatures, and a signal that falls where the product
 * melts.
 */
export interface CleanCurve {
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
  /** The vendor's own slope, if the file has nothing else. */
  readonly derivative: Float64Array | null;
  /** Precomputed values that depend only on the temperatures; null: too few readings. */
  readonly grid: TemperatureGrid | null;
}

const isReading = (temperature: number, value: number): boolean =>
  Math.abs(value) <= LARGEST_READING && Math.abs(temperature) <= LARGEST_TEMPERATURE;

function isRising(temperature: Float64Array): boolean {
  let previous = -Infinity;
  for (let i = 0; i < temperature.length; i++) {
    const here = at(temperature, i);
    if (!(here - previous > EQUAL_TEMPERATURE && Math.abs(here) <= LARGEST_TEMPERATURE)) return false;
    previous = here;
  }
  return true;
}

function areReadings(value: Float64Array): boolean {
  for (let i = 0; i < value.length; i++) if (!(Math.abs(at(value, i)) <= LARGEST_READING)) return false;
  return true;
}

/** Drops non-finite values, sorts by temperature, and averages readings of equal temperature. */
function readingsSort({ temperature, value }: Readings): Readings {
  const order = Array.from(temperature.keys())
    .filter((index) => isReading(at(temperature, index), at(value, index)))
    // Orders equal temperatures by value, so that their sum does not depend on the reading order.
    .sort((a, b) => at(temperature, a) - at(temperature, b) || at(value, a) - at(value, b));
  const sorted: number[] = [];
  const averaged: number[] = [];
  for (let start = 0; start < order.length;) {
    const first = at(temperature, order[start] ?? 0);
    let end = start;
    let sum = 0;
    for (; end < order.length; end++) {
      const index = order[end] ?? 0;
      if (at(temperature, index) - first > EQUAL_TEMPERATURE) break;
      sum += at(value, index);
    }
    sorted.push(first);
    averaged.push(sum / (end - start));
    start = end;
  }
  return { temperature: Float64Array.from(sorted), value: Float64Array.from(averaged) };
}

/**
 * Minus the integral of a slope over temperature by the trapezoidal rule: the signal whose −dF/dT it is,
 * starting at 0.
 */
function derivativeIntegrate({ temperature, value }: Readings): Float64Array {
  const integral = new Float64Array(temperature.length);
  for (let i = 1; i < temperature.length; i++) {
    const step = at(temperature, i) - at(temperature, i - 1);
    integral[i] = at(integral, i - 1) - 0.5 * step * (at(value, i) + at(value, i - 1));
  }
  return integral;
}

/**
 * Prepares a curve: drops non-finite readings, sorts by temperature, averages equal temperatures, and inverts
 * an inverted signal. Works for cooling, too. Does not change the input.
 *
 * @returns the remaining readings, possibly none
 * @throws AnalysisError `length-mismatch`
 */
export function curveClean(curve: MeltCurve, inversed: boolean): CleanCurve {
  if (curve.temperature.length !== curve.fluorescence.length) {
    throw new AnalysisError(
      'length-mismatch',
      `${curve.temperature.length} temperatures and ${curve.fluorescence.length} readings`,
    );
  }
  const given = { temperature: curve.temperature, value: curve.fluorescence };
  const known = gridKnown(given.temperature);
  const isInOrder = (known !== null || isRising(given.temperature)) && areReadings(given.value);
  const { temperature, value: signal } = isInOrder ? given : readingsSort(given);
  const value = inversed ? signal.map((reading) => -reading) : signal;
  const grid = isInOrder && known !== null ? known : gridOf(temperature);
  return curve.quantity === 'derivative'
    ? { temperature, fluorescence: derivativeIntegrate({ temperature, value }), derivative: value, grid }
    : { temperature, fluorescence: value, derivative: null, grid };
}
