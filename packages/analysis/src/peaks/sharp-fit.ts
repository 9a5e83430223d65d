import { FIT, SHARP } from '../settings.ts';
import { type ClusterFit, transitionOf, transitionsFit } from './cluster-fit.ts';
import { fitMemoryRow } from './fit-memory.ts';

/**
 * The same single transition with a sharper end than a usual melt, as that of amplicons with an intercalating
 * dye may have. Returns the fit unchanged where that is not needed or does not explain the curve much better.
 */
export function sharpFit(fit: ClusterFit): ClusterFit {
  if (fit.transitions > 1 || transitionOf(fit, 0).logSkew > FIT.leastLogSkew) return fit;
  const { window, transitions, priors, expectedVariance } = fit;
  const parameters = fitMemoryRow();
  parameters.set(fit.parameters);
  const { iterations, leastLogSkew } = SHARP;
  const options = { transitions, priors, iterations, expectedVariance, leastLogSkew };
  const found = transitionsFit(window, parameters, options);
  return found.residual <= SHARP.part * fit.residual ? found : fit;
}
