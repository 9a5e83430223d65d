import type { CurveShape, ShapeReference, WellShape } from '@curvewell/domain';

import { curveDistance, curvesMean } from './distance.ts';
import type { NormalisedCurve } from './normalise.ts';
import { LEAST_REFERENCES, LEAST_REPLICATES, MOST_BORDER, MOST_DETOUR, STUDENT_99 } from './shape-limits.ts';

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
 * All references must be there, with at least two wells each, no border above `MOST_BORDER`, and none within the border
 * of another: else a curve near one may just as well be another.
 */
export function referencesCompare(list: readonly Reference[], settings: CurveShape): References {
  const missing = list.filter(({ curves }) => curves.length === 0);
  const single = list.filter(({ curves }) => curves.length < LEAST_REPLICATES);
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
  const wide = list.filter(({ curves }) => borderOf(found, settings, curves.length) > MOST_BORDER);
  if (alike === undefined)
    return { ...found, fault: wide.length === 0 ? null : { fault: 'border-too-wide', faultOf: names(wide) } };
  const faultOf = names(list.filter((one) => isAlike(one, alike, { found, settings })));
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

/** A reference beside a curve. */
interface Compared {
  readonly reference: Reference;
  readonly shape: ShapeReference;
}

/**
 * Compares a curve with the references of its plate, at least one. A standard is compared with the other wells of its
 * reference, so that none is like its reference because of itself.
 *
 * @returns nearest first; the outcome as `shapeOutcomeSchema` defines it
 */
export function shapeClassify(
  curve: NormalisedCurve,
  references: References,
  settings: CurveShape,
): WellShape {
  const compared = references.list.flatMap((reference): Compared[] => {
    const { name, curves } = reference;
    const others = curves.filter((other) => other !== curve);
    if (others.length === 0) return [];
    const border = borderOf(references, settings, others.length);
    const distance = curveDistance(curve, curvesMean(others), settings);
    return [{ reference, shape: { name, wells: others.length, ...distance, border } }];
  });
  const fault = references.fault ?? faultOf(compared.map(({ shape }) => shape));
  // Equal distances are ordered by name, so that the result does not depend on the order of the settings.
  compared.sort(({ shape: a }, { shape: b }) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  const { phase, ratio } = settings;
  const found = { phase, references: compared.map(({ shape }) => shape), scatter: references.scatter, ratio };
  if (fault !== null) return { ...found, outcome: 'not-known', ...fault };
  return { ...found, outcome: outcomeOf(compared, settings), fault: null, faultOf: [] };
}

/** Why this curve is not known although the plate has its references; null: it is. */
function faultOf(compared: readonly ShapeReference[]): References['fault'] {
  // The border of a standard, which is compared with the others of its reference, may be wider than that of a sample.
  const wide = compared.filter(({ border }) => border > MOST_BORDER);
  if (wide.length > 0) return { fault: 'border-too-wide', faultOf: wide.map(({ name }) => name) };
  const near = compared.filter(({ distance, border }) => distance <= border);
  return compared.length < LEAST_REFERENCES && near.length > 0
    ? { fault: 'one-reference', faultOf: near.map(({ name }) => name) }
    : null;
}

function outcomeOf([nearest, second]: readonly Compared[], settings: CurveShape): WellShape['outcome'] {
  if (nearest === undefined) return 'not-known';
  const { distance, border } = nearest.shape;
  const isWithin = distance <= border;
  if (second === undefined || second.shape.distance >= settings.ratio * distance)
    return isWithin ? 'like' : 'unlike-any';
  if (isWithin) return 'between';
  const [one, other] = [curvesMean(nearest.reference.curves), curvesMean(second.reference.curves)];
  const apart = curveDistance(one, other, settings).distance;
  return distance + second.shape.distance <= MOST_DETOUR * apart ? 'between' : 'unlike-any';
}
