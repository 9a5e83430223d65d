import { temperatureSchema } from '@curvewell/domain/reading';

import type { Ignored } from '../import-report.ts';
import type { Series } from '../part.ts';
import type { PlacedCurve } from './placed-curve.ts';
import { ReadError } from '../read-error.ts';

/** Minimum readings of a curve; the shortest real one has 61. */
export const MIN_READINGS = 8;

const LOWEST = temperatureSchema.minValue ?? Number.NEGATIVE_INFINITY;
const HIGHEST = temperatureSchema.maxValue ?? Number.POSITIVE_INFINITY;

/** Refuses temperatures that no analyser reaches. */
export function checkTemperatures(series: readonly Series[]): void {
  for (const { temperature, position, place } of series) {
    const wrong = temperature.find((value) => value < LOWEST || value > HIGHEST);
    if (wrong === undefined) continue;
    const isCount = temperature.every((value, index) => value === index + 1);
    throw new ReadError({
      code: isCount ? 'missing-information' : 'unexpected-content',
      place,
      problem: isCount
        ? 'its temperatures only count the readings; export the melting curves with their temperatures'
        : `well ${position} was read at an impossible temperature`,
      found: isCount ? '1, 2, 3 …' : String(wrong),
      expected: `${LOWEST} to ${HIGHEST} °C`,
    });
  }
}

interface ChosenCurves {
  readonly curves: readonly PlacedCurve[];
  readonly ignored: readonly Ignored[];
}

/**
 * Keeps the fluorescence where a well has both fluorescence and the vendor's derivative, because one method
 * can then derive it for all instruments. The dropped curves still confirm that no reading is missing.
 */
export function dropRedundantDerivatives(curves: readonly PlacedCurve[]): ChosenCurves {
  for (const phase of Map.groupBy(curves, (curve) => curve.phase).values()) checkEven(phase);
  for (const channel of Map.groupBy(curves, (curve) => curve.channel).values()) {
    checkPhases(channel);
    checkPairs(channel);
  }
  const groups = Map.groupBy(curves, ({ channel, phase }) => `${channel}|${phase}`);
  const kept: PlacedCurve[] = [];
  const ignored = new Map<string, Ignored>();
  for (const group of groups.values()) {
    const quantity = group.some((curve) => curve.quantity === 'fluorescence') ? 'fluorescence' : 'derivative';
    for (const curve of group) {
      if (curve.quantity === quantity) kept.push(curve);
      else ignored.set(curve.series.place.file, spareDerivative(curve));
    }
  }
  return { curves: kept, ignored: [...ignored.values()] };
}

function spareDerivative({ series }: PlacedCurve): Ignored {
  const part = series.place.sheet ?? series.dye ?? 'derivative';
  return { file: series.place.file, part, reason: 'the derivative is computed from the fluorescence' };
}

/**
 * In formats without end mark a truncated file shows only by wells or dyes with fewer readings, because an
 * analyser reads them all at once.
 */
function checkEven(curves: readonly PlacedCurve[]): void {
  const [first, ...others] = curves.filter(({ evenLengths }) => evenLengths);
  const odd = others.find(({ value }) => value.length !== first?.value.length);
  if (first !== undefined && odd !== undefined) {
    const [short, long] = odd.value.length < first.value.length ? [odd, first] : [first, odd];
    throw new ReadError({
      code: 'unreadable-file',
      place: short.series.place,
      problem: `well ${short.position} has fewer readings than well ${long.position}: a table was cut short`,
      found: String(short.value.length),
      expected: String(long.value.length),
    });
  }
}

/** All wells of a plate must have the same phases. */
function checkPhases(curves: readonly PlacedCurve[]): void {
  const even = curves.filter(({ evenLengths }) => evenLengths);
  const wells = new Set(even.map(({ position }) => position));
  for (const [phase, ofPhase] of Map.groupBy(even, (curve) => curve.phase)) {
    const measured = new Set(ofPhase.map(({ position }) => position));
    const missing = even.find(({ position }) => !measured.has(position));
    if (measured.size === wells.size || missing === undefined) continue;
    throw new ReadError({
      code: 'unreadable-file',
      place: missing.series.place,
      problem: `well ${missing.position} has no curve of phase ${phase}, which other wells have: a table was cut short`,
    });
  }
}

/** If one curve of a dye has fluorescence and derivative, all must; otherwise one table was truncated. */
function checkPairs(curves: readonly PlacedCurve[]): void {
  const groups = [...Map.groupBy(curves, ({ position, phase }) => `${position}|${phase}`).values()];
  const alone = groups.find(({ length }) => length === 1)?.[0];
  if (alone === undefined || groups.every(({ length }) => length === 1)) return;
  throw new ReadError({
    code: 'unreadable-file',
    place: alone.series.place,
    problem: `well ${alone.position}, phase ${alone.phase}, has only one of fluorescence and derivative, other curves have both: a table was cut short`,
  });
}
