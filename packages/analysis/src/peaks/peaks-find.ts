import { itemAt } from '../at.ts';
import { CLUSTER } from '../settings.ts';
import { candidatesCluster, type Cluster } from './candidate-clusters.ts';
import type { Candidate } from './candidates.ts';
import type { CurveUnderFit } from './cluster-fit.ts';
import { clusterEvaluate, isResolved, qualityOf, type UnratedPeak } from './cluster-peaks.ts';
import { doubtAdd, lesserMaxima, missedMaximum } from './doubts.ts';
import { fitMemoryReset } from './fit-memory.ts';
import type { FoundPeak } from './found-peak.ts';
import { isolation, tmErrorBeside } from './surroundings.ts';

interface EvaluatedCluster {
  readonly cluster: Cluster;
  readonly found: readonly UnratedPeak[];
}

/** The peaks of a cluster; resets the memory, because no fit is needed afterwards. */
function evaluate(curve: CurveUnderFit, cluster: Cluster): EvaluatedCluster {
  fitMemoryReset();
  return { cluster, found: clusterEvaluate(curve, cluster) };
}

const firstOf = ({ cluster }: EvaluatedCluster): Candidate => itemAt(cluster.members, 0);

/** A cluster of one poorly determined candidate. */
const isDoubtful = ({ cluster, found }: EvaluatedCluster, { limits }: CurveUnderFit): boolean =>
  cluster.members.length === 1 &&
  !found.some(({ significance }) => significance >= CLUSTER.known * limits.slopeThreshold);

/**
 * A cluster evaluated without the doubtful candidates beside it; null where that finds no further product.
 */
function evaluatedWithout(
  curve: CurveUnderFit,
  { candidates, doubtful }: { candidates: readonly Candidate[]; doubtful: readonly Candidate[] },
  { cluster }: EvaluatedCluster,
): EvaluatedCluster | null {
  const left = candidates.filter((candidate) => !doubtful.includes(candidate));
  const whole = candidatesCluster(left).find(({ members }) => members[0] === cluster.members[0]);
  if (whole?.members.length !== cluster.members.length) return null;
  const again = evaluate(curve, whole);
  return again.found.length > 1 && again.found.every((peak) => isResolved(peak, curve)) ? again : null;
}

/**
 * At the foot of a large product, noise makes a small one look narrow. It is then fitted alone on too few
 * readings, and the large one's window ends before it. If both are well determined once the large one has its
 * whole window, that result is used.
 */
function mergedAfterFit(
  curve: CurveUnderFit,
  candidates: readonly Candidate[],
  evaluated: readonly EvaluatedCluster[],
): readonly EvaluatedCluster[] {
  const doubtful = evaluated.filter((one) => isDoubtful(one, curve)).map(firstOf);
  if (doubtful.length === 0) return evaluated;
  return evaluated.reduce<readonly EvaluatedCluster[]>((settled, one) => {
    const [large, another] = one.found;
    if (large === undefined || another !== undefined || isDoubtful(one, curve)) return settled;
    // The distance within which two products of its width are fitted together.
    const reach = 2 * CLUSTER.reach * large.width;
    const beside = doubtful.filter(({ temperature }) => Math.abs(temperature - large.tm) < reach);
    const again = beside.length === 0 ? null : evaluatedWithout(curve, { candidates, doubtful: beside }, one);
    if (again === null) return settled;
    const isFound = (candidate: Candidate): boolean =>
      beside.includes(candidate) &&
      again.found.some(({ tm, width }) => Math.abs(candidate.temperature - tm) < 0.5 * width);
    return settled
      .filter((other) => !isFound(firstOf(other)))
      .map((other) => (other === one ? again : other));
  }, evaluated);
}

/**
 * All transitions of a curve's candidates with their quality, before thresholds.
 *
 * @returns in order of Tm
 */
export function peaksFind(curve: CurveUnderFit, candidates: readonly Candidate[]): FoundPeak[] {
  const evaluated: EvaluatedCluster[] = [];
  for (const cluster of candidatesCluster(candidates)) evaluated.push(evaluate(curve, cluster));
  const settled = curve.purpose === 'call' ? mergedAfterFit(curve, candidates, evaluated) : evaluated;
  const found = settled.flatMap((one) => one.found);
  for (const peak of found) {
    peak.quality = qualityOf(peak, isolation(curve, peak, found));
    peak.tmError = tmErrorBeside(curve, peak, found);
    if (peak.doubted.length === 0) peak.doubted = missedMaximum(peak, candidates, found);
  }
  if (curve.policy.knowsModelError && curve.purpose === 'call')
    for (const doubted of lesserMaxima(curve, found)) doubtAdd(found, doubted);
  return found.length < 2 ? found : found.sort((a, b) => a.tm - b.tm);
}
