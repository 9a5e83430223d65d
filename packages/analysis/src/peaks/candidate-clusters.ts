import { itemAt } from '../at.ts';
import { CLUSTER } from '../settings.ts';
import type { Candidate } from './candidates.ts';

/** Candidates close enough to be fitted together, and the temperature range of the fit. */
export interface Cluster {
  readonly members: readonly Candidate[];
  readonly fromTemperature: number;
  readonly toTemperature: number;
}

/**
 * The sum of both widths. The width of a hump beside a peak is limited, because it would reach across half
 * the range.
 */
const joinWidth = (left: Candidate, right: Candidate): number =>
  Math.min(left.width, CLUSTER.widest * right.width) + Math.min(right.width, CLUSTER.widest * left.width);

/** Groups candidates whose transitions overlap, at most three to a group. */
export function candidatesCluster(candidates: readonly Candidate[]): Cluster[] {
  const clusters: Cluster[] = [];
  for (let start = 0; start < candidates.length;) {
    let end = start + 1;
    while (end < candidates.length && end - start < CLUSTER.most) {
      const left = itemAt(candidates, end - 1);
      const right = itemAt(candidates, end);
      if (right.temperature - left.temperature >= CLUSTER.reach * joinWidth(left, right)) break;
      end++;
    }
    const first = itemAt(candidates, start);
    const last = itemAt(candidates, end - 1);
    const before = candidates[start - 1];
    const after = candidates[end];
    clusters.push({
      members: candidates.slice(start, end),
      fromTemperature: Math.max(
        first.temperature - CLUSTER.margin * first.width,
        before === undefined ? -Infinity : before.temperature + CLUSTER.neighbourMargin * before.width,
      ),
      toTemperature: Math.min(
        last.temperature + CLUSTER.margin * last.width,
        after === undefined ? Infinity : after.temperature - CLUSTER.neighbourMargin * after.width,
      ),
    });
    start = end;
  }
  return clusters;
}
