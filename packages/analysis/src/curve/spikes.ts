import { at } from '../at.ts';
import { SPIKE } from '../settings.ts';
import { type Fault, isRough, rangeOf, type Readings, roughnessOf } from './readings.ts';

/** The prediction of a reading from its neighbours. */
interface Forecast {
  readonly value: number;
  /** Standard error of the prediction for readings of unit noise. */
  readonly gain: number;
}

/** The polynomial through the readings at the given indices, evaluated at reading `i` (Lagrange). */
function interpolate({ temperature, value }: Readings, i: number, through: readonly number[]): Forecast {
  let sum = 0;
  let square = 0;
  for (const j of through) {
    let weight = 1;
    for (const k of through) {
      if (k !== j)
        weight *= (at(temperature, i) - at(temperature, k)) / (at(temperature, j) - at(temperature, k));
    }
    sum += weight * at(value, j);
    square += weight * weight;
  }
  return { value: sum, gain: Math.sqrt(square) };
}

/**
 * The `count` readings nearest to `i` by index, without `i` and `without`, balanced on both sides where
 * possible.
 */
function neighboursOf(
  length: number,
  i: number,
  { count, without }: { count: number; without: number },
): number[] {
  const found: number[] = [];
  for (let distance = 1; found.length < count && distance < length; distance++) {
    for (const j of [i - distance, i + distance]) {
      if (j >= 0 && j < length && j !== without && found.length < count) found.push(j);
    }
  }
  return found;
}

/** The deviation of a reading from its predictions by six and four neighbours; null where they explain it. */
function spikeAt(readings: Readings, i: number, sigma: number): { size: number; errors: number } | null {
  const { length } = readings.value;
  // At the ends all neighbours lie on one side, where a high order only amplifies their noise.
  const isInside = i >= 3 && i < length - 3;
  const [order, lower] = isInside ? [6, 4] : [4, 3];
  const forecast = interpolate(readings, i, neighboursOf(length, i, { count: order, without: -1 }));
  const size = at(readings.value, i) - forecast.value;
  const errors = Math.abs(size) / (sigma * Math.sqrt(1 + forecast.gain * forecast.gain));
  if (!(errors > SPIKE.errors)) return null;
  const simpler = interpolate(readings, i, neighboursOf(length, i, { count: lower, without: -1 }));
  if (Math.abs(size) < SPIKE.perTruncation * Math.abs(forecast.value - simpler.value)) return null;
  const around = neighboursOf(length, i, { count: 6, without: -1 }).map((j) => at(readings.value, j));
  if (Math.abs(size) < SPIKE.perRange * rangeOf(around)) return null;
  for (const j of [i - 1, i + 1]) {
    if (j < 0 || j >= length) continue;
    const { value } = interpolate(readings, j, neighboursOf(length, j, { count: 4, without: i }));
    if (Math.abs(size) < SPIKE.perNeighbour * Math.abs(at(readings.value, j) - value)) return null;
  }
  return { size, errors };
}

/** The readings without one. */
const without = ({ temperature, value }: Readings, i: number): Readings => ({
  temperature: temperature.filter((_, j) => j !== i),
  value: value.filter((_, j) => j !== i),
});

/** Removes single readings that their neighbours do not explain, worst first. */
export function spikesDrop(given: Readings, sigma: number): { readings: Readings; spikes: readonly Fault[] } {
  const most = Math.max(1, Math.floor(SPIKE.mostPart * given.value.length));
  const spikes: Fault[] = [];
  let readings = given;
  for (;;) {
    let worst = -1;
    let found = { size: 0, errors: 0 };
    const roughness = roughnessOf(readings, sigma);
    for (let i = 0; i < readings.value.length; i++) {
      if (!isRough(roughness, { from: i - 3, to: i, limit: SPIKE.suspicious })) continue;
      const spike = spikeAt(readings, i, sigma);
      if (spike === null || spike.errors <= found.errors) continue;
      worst = i;
      found = spike;
    }
    if (worst < 0) return { readings, spikes };
    // So many outliers are not single readings, so the curve is left unchanged.
    if (spikes.length === most) return { readings: given, spikes: [] };
    spikes.push({ temperature: at(readings.temperature, worst), size: found.size });
    readings = without(readings, worst);
  }
}
