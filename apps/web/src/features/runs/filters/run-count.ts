import { MAX_COUNTED_RUNS } from '@curvewell/contracts';

import { text } from '../../../locale/text.ts';
import { formatCount } from '../../../shared/format/format.ts';

/** The number of runs of a list, up to the server's limit. */
export function runCountText(count: number): string {
  if (count > MAX_COUNTED_RUNS) return text.runs.countOver(formatCount(MAX_COUNTED_RUNS));
  return count === 1 ? text.runs.oneRun : text.runs.count(formatCount(count));
}
