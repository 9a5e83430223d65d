import type { Position } from '@curvewell/domain';

import { itemAt } from './at.ts';
import type { PhaseConfiguration } from './configuration.ts';
import { withFlankDoubts } from './peaks/flank-scan.ts';
import type { FoundPeak } from './peaks/found-peak.ts';
import { ownShoulders, withoutOwnParts } from './peaks/own-shoulders.ts';
import { peaksAccepted } from './peaks/peak-reject.ts';
import { canTeach, shapeConfirm, shapeLearn, skewLearn, type TaughtCurve } from './peaks/shape-learn.ts';
import { isSkewed, type LearntShape, UNKNOWN_SHAPE, type UsualShape } from './peaks/shape.ts';
import { type DetectedPhase, phaseDetect, type PhaseOptions, phasePeaks } from './phase-analyse.ts';
import { LEARN } from './settings.ts';
import { skewedPeaks } from './skewed-peaks.ts';
import { peakPolicyOf, type PeakPolicy } from './versions/peak-policy.ts';
import type { FoundCurve, PhaseCurve } from './well-analyse.ts';

/** Step between consecutively visited wells as a fraction of the circle: the golden section. */
const GOLDEN_SECTION = 0.6180339887498949;

/** The order of the last call, cached because the phases of a plate have equally many wells. */
let order: readonly number[] = [];

/** The items in an order that is spread over them. */
function spread<Item>(items: readonly Item[]): Item[] {
  if (order.length !== items.length) {
    order = Array.from(items.keys()).sort((a, b) => ((a * GOLDEN_SECTION) % 1) - ((b * GOLDEN_SECTION) % 1));
  }
  return order.map((index) => itemAt(items, index));
}

/**
 * The wells of the last call in the order of their positions, cached because phases and channels of a plate
 * share it.
 */
let inOrder: { readonly positions: readonly Position[]; readonly places: readonly number[] } = {
  positions: [],
  places: [],
};

function placesInOrder(positions: readonly Position[]): readonly number[] {
  const { positions: known } = inOrder;
  if (known.length !== positions.length || positions.some((position, place) => position !== known[place])) {
    const places = Array.from(positions.keys()).sort((a, b) =>
      itemAt(positions, a) < itemAt(positions, b) ? -1 : 1,
    );
    inOrder = { positions, places };
  }
  return inOrder.places;
}

/** The shape learnt from the curves of a plate. */
interface TaughtShape {
  /** Null: the shapes do not agree. */
  readonly shape: LearntShape | null;
  readonly usual: UsualShape;
}

/**
 * Learns the shape of a phase's transitions from the confident peaks of a plate's curves.
 *
 * @param wells - the curves of that phase in the plate's order; visited spread over the
 *   plate until enough peaks are found
 */
function phaseLearn(
  wells: readonly (readonly DetectedPhase[])[],
  settings: PhaseConfiguration,
  policy: PeakPolicy,
): TaughtShape {
  const teach = { purpose: 'teach', policy } as const;
  const taught: { readonly phase: DetectedPhase; readonly peaks: readonly FoundPeak[] }[] = [];
  let count = 0;
  for (const phase of spread(wells).flat().slice(0, LEARN.mostCurves)) {
    if (count >= LEARN.mostPeaks) break;
    const found = phasePeaks(phase, settings, { shape: null, usual: UNKNOWN_SHAPE, ...teach });
    const peaks = peaksAccepted(found, settings).filter(canTeach);
    if (peaks.length > 0) taught.push({ phase, peaks });
    count += peaks.length;
  }
  const first = shapeLearn(taught.flatMap(({ peaks }) => peaks));
  const againWith = (options: TaughtShape): TaughtCurve[] =>
    taught.map(({ phase, peaks }) => {
      const found = phasePeaks(phase, settings, { ...options, ...teach });
      return { peaks, again: peaksAccepted(found, settings) };
    });
  const shape = first && shapeConfirm(againWith({ shape: first, usual: UNKNOWN_SHAPE }));
  if (shape !== null || !policy.knowsModelError) return { shape, usual: UNKNOWN_SHAPE };
  const rough = skewLearn(
    taught.flatMap(({ peaks }) => peaks),
    UNKNOWN_SHAPE,
  );
  if (!isSkewed(rough)) return { shape, usual: rough };
  const again = againWith({ shape: null, usual: rough }).flatMap((one) => one.again.filter(canTeach));
  return { shape, usual: skewLearn(again, rough) };
}

/** The peaks of one phase in the order of the assay's wells; null: the well has no such curve. */
export type FoundPhase = readonly (FoundCurve | null)[];

/** The same with a product's own shoulders as doubts. */
function withOwnShoulders(
  found: FoundPhase,
  settings: PhaseConfiguration,
  options: PhaseOptions,
): FoundPhase {
  const shoulders = ownShoulders(found.map((one) => one?.peaks ?? []));
  const settled = found.map((one, i) =>
    one !== null && shoulders[i] === true
      ? { ...one, peaks: skewedPeaks(one.phase, settings, { ...options, doubtsHidden: true }) }
      : one,
  );
  const peaks = withoutOwnParts(
    settled.map((one) => one?.peaks ?? []),
    settings,
  );
  return settled.map((one, i) => one && { ...one, peaks: itemAt(peaks, i) });
}

/**
 * Finds the peaks of one phase of an assay, the slow half of an analysis. Learns the shape of the phase's
 * transitions from the plate, and depends only on the curves and on `phaseFindKey`.
 *
 * @throws AnalysisError `length-mismatch`
 */
export function phaseFind(
  wells: readonly { readonly position: Position; readonly phases: readonly PhaseCurve[] }[],
  settings: PhaseConfiguration,
  algorithmVersion: string,
): FoundPhase {
  const policy = peakPolicyOf(algorithmVersion);
  const detected = wells.map(({ phases }) => {
    const read = phases.find(({ type }) => type === settings.phaseType);
    return read === undefined ? null : phaseDetect(read.curve, settings);
  });
  const taught = phaseLearn(
    placesInOrder(wells.map(({ position }) => position)).map((place) => {
      const phase = itemAt(detected, place);
      return phase === null ? [] : [phase];
    }),
    settings,
    policy,
  );
  const options = { ...taught, purpose: 'call', policy } as const;
  const found = detected.map((phase) => phase && { phase, peaks: skewedPeaks(phase, settings, options) });
  if (!policy.knowsModelError) return found;
  const settled = settings.zones.length === 0 ? found : withOwnShoulders(found, settings, options);
  if (!isSkewed(taught.usual)) return settled;
  return settled.map(
    (one) =>
      one && { ...one, peaks: withFlankDoubts(one.phase, one.peaks, { settings, usual: taught.usual }) },
  );
}
