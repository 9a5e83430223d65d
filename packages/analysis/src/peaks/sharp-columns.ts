import { at } from '../at.ts';
import { exp, log } from '../elementary.ts';
import { COLUMN, columns, type FitWindow } from './fit-window.ts';
import { skewOf, skewRise } from './transition.ts';

/** Widths w beyond which a transition is over. */
const FLAT = 40;

/**
 * Writes the columns of a transition that ends sharply, ν near 0 or below it, and takes its value from the residual.
 *
 * @param first - number of its first parameter and column
 * @param residual - where the residual's column begins
 */
export function sharpColumns(
  { length, temperature }: FitWindow,
  parameters: Float64Array,
  { first, residual }: { readonly first: number; readonly residual: number },
): void {
  const amplitude = at(parameters, first);
  const tm = at(parameters, first + 1);
  const perWidth = exp(-at(parameters, first + 2));
  const skew = skewOf(at(parameters, first + 3));
  const rise = skewRise(at(parameters, first + 3)) / skew;
  const column = first * COLUMN;
  for (let i = 0; i < length; i++) {
    const u = (at(temperature, i) - tm) * perWidth;
    const e = exp(Math.min(FLAT, u));
    const left = 1 + skew * e;
    const l = left > 0 ? log(left) / skew : Infinity;
    const unit = exp(-l);
    const isOver = unit === 0;
    const ratio = isOver ? 0 : e / left;
    const value = amplitude * unit;
    const fall = value * ratio;
    columns[column + i] = unit;
    columns[column + COLUMN + i] = fall * perWidth;
    columns[column + 2 * COLUMN + i] = fall * u;
    columns[column + 3 * COLUMN + i] = isOver ? 0 : value * (l - ratio) * rise;
    columns[residual + i] = at(columns, residual + i) - value;
  }
}
