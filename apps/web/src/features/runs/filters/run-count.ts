import { MAX_COUNTED_RUNS, MAX_SORTED_RUNS, reachOf, type RunSort } from '@curvewell/contracts';

import { text } from '../../../locale/text.ts';
import { formatCount } from '../../../shared/format/format.ts';

/** The number of runs of a list, up to the server's limit, and how many of them its pages reach in an order. */
export function runCountText(count: number, sort: RunSort): string {
  const runs = countOf(count);
  return Math.min(count, MAX_COUNTED_RUNS) <= reachOf(sort)
    ? runs
    : text.runs.countInOrder(runs, formatCount(MAX_SORTED_RUNS));
}

function countOf(count: number): string {
  if (count > MAX_COUNTED_RUNS) return text.runs.countOver(formatCount(MAX_COUNTED_RUNS));
  return count === 1 ? text.runs.oneRun : text.runs.count(formatCount(count));
}
