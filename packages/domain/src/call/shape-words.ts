import {
  MOST_SHAPE_BORDER,
  type ShapeFault,
  type ShapeReference,
  type WellShape,
} from '../settings/curve-shapes.ts';
import { diagnosticText } from '../diagnostics/diagnostic-color.ts';
import { listText } from '../text/list-text.ts';

/** “0.84 %” */
export const percentText = (percent: number): string => `${percent.toFixed(2)} %`;

const listed = (names: readonly string[]): string => listText(names.map(diagnosticText));

const FAULTS: Readonly<Record<ShapeFault, (names: string) => string>> = {
  'no-curve': () => 'the well has no curve in this phase',
  'region-not-read': () => 'the readings do not cover both regions of the kit',
  'too-few-readings': () => 'a region has fewer than 3 readings, or readings are missing between the regions',
  saturated: () => 'readings are at the limit of the detector',
  step: () => 'the curve has a step',
  'no-melt': () => 'the fall of the curve is not certain beside its noise',
  'no-background': () => 'no exponential background fits both regions and leaves the fall of the melt',
  'backgrounds-cross': () => 'the lines through the regions come too close to each other',
  'too-far-to-align': () => 'the curve lies too far from the references to be aligned',
  'missing-reference': (names) => `no usable standard of ${names} is on the plate`,
  'single-reference': (names) =>
    `only one usable standard of ${names} is on the plate, so the scatter of replicates is unknown`,
  'references-alike': (names) => `the standards of ${names} scatter too much to be distinguished`,
  'border-too-wide': () =>
    `too few standards, or standards that scatter too much, would give a border above ${percentText(MOST_SHAPE_BORDER)}`,
  'one-reference': (names) =>
    `the kit has only the reference ${names}, so no other can be ruled out for a curve near it`,
};

/** “no usable standard of Heterozygous is on the plate” */
export const shapeFaultReason = ({ fault, faultOf }: Pick<WellShape, 'fault' | 'faultOf'>): string =>
  fault === null ? '' : FAULTS[fault](listed(faultOf));

/** “The shape is not known: no usable standard of Heterozygous is on the plate.” */
export const shapeFaultText = (shape: Pick<WellShape, 'fault' | 'faultOf'>): string =>
  shape.fault === null ? '' : `The shape is not known: ${shapeFaultReason(shape)}.`;

const wellsText = (wells: number): string => (wells === 1 ? '1 well' : `${wells} wells`);

/** “Heterozygous 0.84 % (at most 6.10 % at 81.4 °C, 3 wells, border 1.00 %)” */
const referenceText = ({ name, wells, distance, most, mostAt, border }: ShapeReference): string =>
  `${diagnosticText(name)} ${percentText(distance)} (most ${most < 0 ? '−' : '+'}${percentText(Math.abs(most))} at ${mostAt.toFixed(1)} °C, ${wellsText(wells)}, border ${percentText(border)})`;

/** “like Heterozygous”, “between Heterozygous and Homozygous mutated”, “unlike any reference”, “not known” */
export function shapeGroupText({ outcome, references }: Pick<WellShape, 'outcome' | 'references'>): string {
  switch (outcome) {
    case 'like':
      return `like ${diagnosticText(references[0]?.name ?? '')}`;
    case 'between':
      return `between ${listed(references.slice(0, 2).map(({ name }) => name))}`;
    case 'unlike-any':
      return 'unlike any reference';
    case 'not-known':
      return 'not known';
  }
}

/** “like Heterozygous; nearest Heterozygous 0.50 %, border 1.00 %”, or why it is not known. */
export function shapeFigureText(
  shape: Pick<WellShape, 'outcome' | 'references' | 'fault' | 'faultOf'>,
): string {
  const [nearest] = shape.references;
  const group = shape.outcome === 'not-known' ? shapeFaultText(shape) : shapeGroupText(shape);
  if (nearest === undefined) return group;
  const { name, distance, border } = nearest;
  return `${group.replace(/\.$/, '')}; nearest ${diagnosticText(name)} ${percentText(distance)}, border ${percentText(border)}`;
}

/** How much farther the second reference is than the nearest: “3.1 times”. */
function ratioText([nearest, second]: readonly ShapeReference[], ratio: number): string {
  if (nearest === undefined || second === undefined) return '';
  const times = nearest.distance === 0 ? Infinity : second.distance / nearest.distance;
  const shown = times >= 100 ? 'more than 100' : times.toFixed(1);
  return ` The second reference is ${shown} times as far as the nearest, at least ${ratio.toFixed(1)} times is required.`;
}

/** The comparison of a well with the references, one sentence each; empty: not compared by the kit. */
export function shapeTexts({ shape }: { readonly shape?: WellShape | undefined }): readonly string[] {
  if (shape === undefined) return [];
  const { outcome, references, phase, ratio, scatter } = shape;
  const distances =
    references.length === 0
      ? []
      : [
          `Distances of the normalised curve (root mean square): ${references.map(referenceText).join('; ')}.`,
        ];
  const scattered =
    scatter === null
      ? []
      : [`The references scatter by ${percentText(scatter)} from replicate to replicate.`];
  if (outcome === 'not-known') return [shapeFaultText(shape), ...distances, ...scattered];
  return [
    `Shape (${phase}): ${shapeGroupText(shape)}.${ratioText(references, ratio)}`,
    ...distances,
    ...scattered,
  ];
}
