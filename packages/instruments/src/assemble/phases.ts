/** Consecutive readings with one direction of temperature; `from` is inclusive, `to` exclusive. */
export interface Sweep {
  readonly rising: boolean;
  readonly from: number;
  readonly to: number;
}

/**
 * Splits readings where the temperature turns.
 *
 * A turn counts once the temperature has reversed by `leastSpan`, because analysers fluctuate by tenths of a
 * degree at the start of a curve. The turning point ends the first sweep. A sweep of a single reading is a
 * jump back to the start and belongs to the next sweep.
 *
 * @param temperature - °C in reading order
 * @param leastSpan - minimum span of a sweep, °C
 * @returns sweeps that cover all readings, or none if the whole span is less than `leastSpan`
 */
export function splitSweeps(temperature: Float64Array, leastSpan: number): readonly Sweep[] {
  const turns = findTurningPoints(temperature, leastSpan);
  const sweeps: Sweep[] = [];
  for (let index = 1; index < turns.length; index++) {
    const isLast = index === turns.length - 1;
    const from = sweeps.at(-1)?.to ?? 0;
    const to = isLast ? temperature.length : at(turns, index) + 1;
    const rising = at(temperature, at(turns, index)) > at(temperature, at(turns, index - 1));
    if (to - from > 1 || isLast) sweeps.push({ rising, from, to });
  }
  return sweeps;
}

/** Indices of the first extreme, each turn and the last extreme; empty if the temperature hardly changes. */
function findTurningPoints(temperature: Float64Array, leastSpan: number): readonly number[] {
  const turns: number[] = [];
  let rising: boolean | null = null;
  let low = 0;
  let high = 0;
  for (let index = 1; index < temperature.length; index++) {
    const now = at(temperature, index);
    if (now > at(temperature, high)) high = index;
    if (now < at(temperature, low)) low = index;
    if (rising !== true && now - at(temperature, low) >= leastSpan) {
      turns.push(low);
      rising = true;
      high = index;
    } else if (rising !== false && at(temperature, high) - now >= leastSpan) {
      turns.push(high);
      rising = false;
      low = index;
    }
  }
  if (rising !== null) turns.push(rising ? high : low);
  return turns;
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN;
}
