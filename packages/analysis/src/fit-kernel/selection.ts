import { at } from '../at.ts';
import * as layout from './layout.ts';

const { differences } = layout;

/**
 * The k-th smallest of the first `length` differences, which it reorders (Hoare's selection). Without a
 * branch on the comparison, which noise makes unpredictable: this saves two thirds of the time.
 */
export function differenceSelect(length: number, k: number): number {
  let low = 0;
  let high = length - 1;
  for (let turn = 0; low < high; turn++) {
    const middle = (low + high) >> 1;
    const pivot = at(differences, middle);
    differences[middle] = at(differences, high);
    let place = low;
    for (let i = low; i < high; i++) {
      const value = at(differences, i);
      differences[i] = at(differences, place);
      differences[place] = value;
      place += Number(value < pivot);
    }
    differences[high] = at(differences, place);
    differences[place] = pivot;
    if (k === place) break;
    if (k < place) high = place - 1;
    else low = place + 1;
  }
  return at(differences, k);
}
