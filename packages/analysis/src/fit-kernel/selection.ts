import { at } from '../at.ts';
import type { Int } from './kernel-memory.ts';
import { differences } from './layout.ts';

/**
 * The k-th smallest of the first `length` differences, which it reorders (Hoare's selection). The walk has no branch
 * on the comparison: noise makes that one unpredictable, and a third of the time is left without it.
 */
export function differenceSelect(length: Int, k: Int): number {
  let low: Int = 0;
  let high: Int = length - 1;
  for (let turn: Int = 0; low < high; turn++) {
    const middle: Int = (low + high) >> 1;
    const pivot = at(differences, middle);
    differences[middle] = at(differences, high);
    let place: Int = low;
    for (let i: Int = low; i < high; i++) {
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
