import { at } from '../at.ts';
import { log } from '../elementary.ts';
import { HUMP } from '../settings.ts';
import { type ClusterFit, type CurveUnderFit, transitionOf, transitionsFit } from './cluster-fit.ts';
import { fitMemoryRow } from './fit-memory.ts';
import { chance } from './hidden-peak.ts';
import { BACKGROUND, PER_TRANSITION } from '../fit-kernel/layout.ts';
import { LOGISTIC_WIDTH, transitionHeight, transitionWidth } from './transition.ts';

/** Starting parameters of a product beside the wide transition of a fit. */
function humpStart(fit: ClusterFit, { offset, width }: { readonly offset: number; readonly width: number }) {
  const { amplitude, tm } = transitionOf(fit, 0);
  const wide = transitionWidth(transitionOf(fit, 0));
  const parameters = fitMemoryRow();
  parameters.set(fit.parameters);
  parameters[BACKGROUND] = 0.8 * amplitude;
  const product = BACKGROUND + PER_TRANSITION;
  parameters[product] = 0.2 * amplitude;
  parameters[product + 1] = tm + offset * wide;
  parameters[product + 2] = log(width / LOGISTIC_WIDTH);
  parameters[product + 3] = 0;
  return parameters;
}

/** Whether a fit has a product and a hump, both significant. */
function isProductOnHump({ limits }: CurveUnderFit, fit: ClusterFit): boolean {
  const found = [0, 1].map((k) => {
    const transition = transitionOf(fit, k);
    const error = at(fit.errors, BACKGROUND + PER_TRANSITION * k);
    return {
      width: transitionWidth(transition),
      height: transitionHeight(transition),
      significance: transition.amplitude / error,
    };
  });
  const [narrow, wide] = found.sort((a, b) => a.width - b.width);
  return (
    narrow !== undefined &&
    wide !== undefined &&
    wide.width >= HUMP.narrowest &&
    wide.width >= HUMP.ratio * narrow.width &&
    narrow.width >= HUMP.leastProduct &&
    narrow.height >= limits.minThreshold &&
    found.every(({ significance }) => significance >= limits.slopeThreshold)
  );
}

/**
 * Searches for a product on a hump where one transition, wider than products, does not explain a cluster.
 *
 * @returns the fit of both, or null when not needed or not supported
 */
export function humpFit(curve: CurveUnderFit, fit: ClusterFit): ClusterFit | null {
  const { window, expectedVariance } = fit;
  const readings = window.length;
  const unit = expectedVariance * readings;
  if (fit.transitions !== 1 || transitionWidth(transitionOf(fit, 0)) < HUMP.suspicious) return null;
  if (fit.residual / unit <= chance(HUMP.misfit, readings)) return null;
  let best: ClusterFit | null = null;
  for (const start of HUMP.starts) {
    const found = transitionsFit(window, humpStart(fit, start), {
      transitions: 2,
      priors: {
        shape: curve.usual,
        widthRatioSd: HUMP.widthRatioSd,
        curvatureSd: fit.priors.curvatureSd,
      },
      iterations: HUMP.iterations,
      expectedVariance,
    });
    if (best === null || found.cost < best.cost) best = found;
    if (best.residual / unit <= chance(1, readings)) break;
  }
  const isExplained = best !== null && best.residual / unit <= chance(HUMP.remaining, readings);
  return best !== null && isExplained && isProductOnHump(curve, best) ? best : null;
}
