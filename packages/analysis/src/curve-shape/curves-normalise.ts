import type { PlateAssay } from '../plate-analyse.ts';
import { phaseDetect } from '../phase-analyse.ts';
import { phaseConfiguration } from '../well-analyse.ts';
import { curvesShape, type ShapedCurve } from './well-shapes.ts';

/**
 * The normalised curves of an assay to draw, as its shapes are compared: see `curvesShape`.
 *
 * @returns in the order of its wells; empty when the kit version has no regions
 * @throws AnalysisError `length-mismatch`, `phase-not-configured`
 */
export function curvesNormalise({ configuration, wells }: PlateAssay): readonly ShapedCurve[] {
  const { curveShape = null } = configuration;
  if (curveShape === null) return [];
  const settings = phaseConfiguration(configuration, curveShape.phase);
  return curvesShape(
    wells.map((well) => ({
      ...well,
      phases: well.phases
        .filter(({ type }) => type === curveShape.phase)
        .map(({ type, curve }) => ({ type, phase: phaseDetect(curve, settings) })),
    })),
    curveShape,
  );
}
