import type { CurveShape, PhaseType, Position, SampleType, ShapeFault, WellShape } from '@curvewell/domain';

import { itemAt } from '../at.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import type { DetectedPhase } from '../phase-analyse.ts';
import { commonCrossing, curveAlign } from './align.ts';
import { type References, referencesCompare, shapeClassify } from './classify.ts';
import { curveNormalise, type NormalisedCurve } from './normalise.ts';

/** A well with its curves before any fit. */
export interface ShapedWell {
  readonly position: Position;
  readonly sampleType: SampleType;
  readonly expectedDiagnostic: string | null;
  /** Whether other wells may be compared with it; omitted: yes. A standard with doubts or failed controls must not. */
  readonly isUsable?: boolean;
  readonly phases: readonly {
    readonly type: PhaseType;
    readonly phase: Pick<DetectedPhase, 'clean' | 'faults'>;
  }[];
}

/** A normalised curve, or why there is none. */
export type ShapedCurve = NormalisedCurve | { readonly fault: ShapeFault };

const hasCurve = (curve: ShapedCurve): curve is NormalisedCurve => !('fault' in curve);

function wellNormalise({ phases }: ShapedWell, settings: CurveShape): ShapedCurve {
  const read = phases.find(({ type }) => type === settings.phase)?.phase;
  if (read === undefined) return { fault: 'no-curve' };
  const { clean, faults } = read;
  if (faults.clipped > 0) return { fault: 'saturated' };
  if (faults.steps.length > 0) return { fault: 'step' };
  return curveNormalise(clean, settings);
}

/** Whether a well is a replicate of a reference. */
const isReference = (
  { sampleType, expectedDiagnostic }: Pick<ShapedWell, 'sampleType' | 'expectedDiagnostic'>,
  name: string,
): boolean => sampleType === 'STANDARD' && expectedDiagnostic === name;

/** Whether a well is a standard with which the shapes of its assay are compared. */
export const isShapeReference = (
  well: Pick<ShapedWell, 'sampleType' | 'expectedDiagnostic'>,
  { curveShape = null }: ChannelConfiguration,
): boolean => curveShape?.references.some((name) => isReference(well, name)) ?? false;

/** The normalised curves of an assay, moved onto each other if the settings say so, in the order of its wells. */
export function curvesShape(wells: readonly ShapedWell[], settings: CurveShape): readonly ShapedCurve[] {
  const curves = wells.map((well) => wellNormalise(well, settings));
  const { alignAt, references } = settings;
  if (alignAt === null) return curves;
  const ofReferences = curves.filter((_, i) =>
    references.some((name) => isReference(itemAt(wells, i), name)),
  );
  const to = commonCrossing(ofReferences.filter(hasCurve), alignAt);
  return curves.map((curve) => {
    if (!hasCurve(curve)) return curve;
    // Without a reference, curves keep their temperatures.
    return to === null ? curve : (curveAlign(curve, { level: alignAt, to }) ?? { fault: 'too-far-to-align' });
  });
}

/**
 * The shape of each well's curve in an assay, from the standards of its plate; null: the kit version compares no
 * shapes. The references are all usable standards of the assay: lots of a version share them, as they share zones.
 */
export function wellShapes(
  wells: readonly ShapedWell[],
  { curveShape = null }: ChannelConfiguration,
): readonly WellShape[] | null {
  if (curveShape === null || curveShape.references.length === 0) return null;
  const curves = curvesShape(wells, curveShape);
  // By position, so that means and their last digits do not depend on the order of the wells.
  const places = [...wells.keys()].sort((a, b) =>
    itemAt(wells, a).position < itemAt(wells, b).position ? -1 : 1,
  );
  const names = [...new Set(curveShape.references)].sort();
  const references = referencesCompare(
    names.map((name) => ({
      name,
      curves: places
        .filter((place) => isReference(itemAt(wells, place), name) && itemAt(wells, place).isUsable !== false)
        .map((place) => itemAt(curves, place))
        .filter(hasCurve),
    })),
    curveShape,
  );
  return curves.map((curve) =>
    hasCurve(curve)
      ? shapeClassify(curve, references, curveShape)
      : notCompared(curve.fault, { references, settings: curveShape }),
  );
}

const notCompared = (
  fault: ShapeFault,
  { references, settings }: { readonly references: References; readonly settings: CurveShape },
): WellShape => ({
  phase: settings.phase,
  outcome: 'not-known',
  fault,
  faultOf: [],
  references: [],
  scatter: references.scatter,
  ratio: settings.ratio,
});
