import type { CurveShape, ShapeReference, WellShape } from '@curvewell/domain';

import { curveDistance, curvesMean } from './distance.ts';
import type { NormalisedCurve } from './normalise.ts';
import { LEAST_REPLICATES, STUDENT_99 } from './shape-limits.ts';

/** The usable standards of a diagnostic on a plate. */
export interface Reference {
  readonly name: string;
  readonly curves: readonly NormalisedCurve[];
}

/** The references of a plate, and how far their replicates scatter. */
export interface References {
  readonly list: readonly Reference[];
  /** The standard deviation of one replicate, %; null: no reference has two. */
  readonly scatter: number | null;
  /** Borders are this many times the scatter. */
  readonly quantile: number;
  /** Why no well can be compared; null: each can. */
  readonly fault: Pick<WellShape, 'fault' | 'faultOf'> | null;
}

const squared = (value: number): number => value * value;

const quantileOf = (freedom: number): number =>
  STUDENT_99.findLast(([least]) => least <= freedom)?.[1] ?? Infinity;

/** How far a curve may be from the mean of some wells, %. */
const borderOf = (
  { scatter, quantile }: Pick<References, 'scatter' | 'quantile'>,
  { distance }: CurveShape,
  wells: number,
): number => Math.max(distance, scatter === null ? 0 : quantile * scatter * Math.sqrt(1 + 1 / wells));

/**
 * The references of a plate. The scatter is the pooled standard deviation of replicates around the mean of their
 * reference; a new curve is within its 99 % range of the mean of n wells up to t·scatter·√(1 + 1/n), which is the
 * border unless the kit's own is wider.
 *
 * All references must be there, with at least two wells each, and none within the border of another: else a curve near
 * one may just as well be another.
 */
export function referencesCompare(list: readonly Reference[], settings: CurveShape): References {
  const missing = list.filter(({ curves }) => curves.length === 0);
  const single = list.filter(({ curves }) => curves.length > 0 && curves.length < LEAST_REPLICATES);
  let squares = 0;
  let freedom = 0;
  for (const { curves } of list) {
    if (curves.length < LEAST_REPLICATES) continue;
    const mean = curvesMean(curves);
    for (const curve of curves) squares += squared(curveDistance(curve, mean, settings).distance);
    freedom += curves.length - 1;
  }
  const scatter = freedom === 0 ? null : Math.sqrt(squares / freedom);
  const found = { list, scatter, quantile: quantileOf(freedom) };
  const names = (references: readonly Reference[]): string[] => references.map(({ name }) => name);
  if (missing.length > 0) return { ...found, fault: { fault: 'missing-reference', faultOf: names(missing) } };
  if (single.length > 0) return { ...found, fault: { fault: 'single-reference', faultOf: names(single) } };
  const alike = list.find((one, i) =>
    list.slice(0, i).some((other) => isAlike(one, other, { found, settings })),
  );
  if (alike === undefined) return { ...found, fault: null };
  const faultOf = names(list.filter((one) => one === alike || isAlike(one, alike, { found, settings })));
  return { ...found, fault: { fault: 'references-alike', faultOf } };
}

function isAlike(
  one: Reference,
  other: Reference,
  {
    found,
    settings,
  }: { readonly found: Pick<References, 'scatter' | 'quantile'>; readonly settings: CurveShape },
): boolean {
  const { distance } = curveDistance(curvesMean(one.curves), curvesMean(other.curves), settings);
  const fewest = Math.min(one.curves.length, other.curves.length);
  return distance <= borderOf(found, settings, fewest);
}

/**
 * Compares a curve with the references of its plate. A standard is compared with the other wells of its reference, so
 * that none is like its reference because of itself.
 *
 * @returns nearest first; the outcome as `shapeOutcomeSchema` defines it
 */
export function shapeClassify(
  curve: NormalisedCurve,
  references: References,
  settings: CurveShape,
): WellShape {
  const compared = references.list.flatMap(({ name, curves }): ShapeReference[] => {
    const others = curves.filter((other) => other !== curve);
    if (others.length === 0) return [];
    const border = borderOf(references, settings, others.length);
    return [{ name, wells: others.length, ...curveDistance(curve, curvesMean(others), settings), border }];
  });
  // Equal distances are ordered by name, so that the result does not depend on the order of the settings.
  compared.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  const { phase, ratio } = settings;
  const found = { phase, references: compared, scatter: references.scatter, ratio };
  if (references.fault !== null) return { ...found, outcome: 'not-known', ...references.fault };
  return { ...found, outcome: outcomeOf(compared, { references, settings }), fault: null, faultOf: [] };
}

function outcomeOf(
  [nearest, second]: readonly ShapeReference[],
  { references, settings }: { readonly references: References; readonly settings: CurveShape },
): WellShape['outcome'] {
  if (nearest === undefined) return 'not-known';
  const isClear = second === undefined || second.distance >= settings.ratio * nearest.distance;
  const isWithin = nearest.distance <= nearest.border;
  if (isWithin) return isClear ? 'like' : 'between';
  if (isClear) return 'unlike-any';
  const meanOf = (name: string): NormalisedCurve | null => {
    const reference = references.list.find((one) => one.name === name);
    return reference === undefined ? null : curvesMean(reference.curves);
  };
  const [one, other] = [meanOf(nearest.name), meanOf(second.name)];
  if (one === null || other === null) return 'unlike-any';
  // Between two points, neither is farther than they are from each other.
  return second.distance < curveDistance(one, other, settings).distance ? 'between' : 'unlike-any';
}
