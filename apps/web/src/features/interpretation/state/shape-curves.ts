import type { NormalisedCurves } from '@curvewell/contracts';
import {
  type KitWords,
  type PhaseType,
  type Position,
  shapeGroupText,
  shapeInWords,
  usesShape,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import type { Point } from '../../chart/chart-scale.ts';
import { unpackedPoints, valueAt } from '../../curves/curve-series.ts';
import type { ReviewWell } from './review-wells.ts';

export type ShapePoints = ReadonlyMap<Position, readonly Point[]>;

/** Wells whose mean others are compared with. */
export interface ShapeReferenceChoice {
  readonly key: string;
  readonly label: string;
  readonly positions: readonly Position[];
}

/** Wells whose curves have the same suggested shape. */
export interface ShapeGroup {
  readonly name: string;
  readonly positions: readonly Position[];
}

export const normalisedPoints = (data: NormalisedCurves | undefined, phase: PhaseType): ShapePoints =>
  new Map(
    (data ?? []).flatMap(({ shape, wells }) =>
      shape.phase !== phase
        ? []
        : wells.flatMap(({ position, chartPoints }) =>
            chartPoints === null ? [] : [[position, unpackedPoints(chartPoints)] as const],
          ),
    ),
  );

/**
 * What the chart means for the results of some wells; null: not known, because the kits' rules are not loaded. A rule
 * that was tried uses the shape whether it held or not.
 */
export function shapeNote(
  wells: readonly Pick<ReviewWell, 'interpreted'>[],
  data: NormalisedCurves | undefined,
): string | null {
  const isTried = wells.some(({ interpreted }) => interpreted.explanation.triedRules.some(usesShape));
  if (isTried || data?.some((kit) => kit.usesShape) === true) return text.curves.shapes.used;
  return data === undefined ? null : text.curves.shapes.help;
}

export const notNormalised = (data: NormalisedCurves | undefined): Position[] =>
  (data ?? []).flatMap(({ wells }) =>
    wells.flatMap(({ position, fault }) => (fault === null ? [] : [position])),
  );

/** Curves minus the mean of the reference wells, %, where all of these have a value; empty without such wells. */
export function differencePoints(normalised: ShapePoints, reference: readonly Position[]): ShapePoints {
  const curves = reference.flatMap((position) => {
    const points = normalised.get(position);
    return points === undefined ? [] : [points];
  });
  if (curves.length === 0) return new Map();
  const means = new Map<number, number | null>();
  const meanAt = (x: number): number | null => {
    const known = means.get(x);
    if (known !== undefined) return known;
    const values = curves.flatMap((points) => valueAt(points, x) ?? []);
    const mean =
      values.length < curves.length ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    means.set(x, mean);
    return mean;
  };
  return new Map(
    [...normalised].map(([position, points]) => [
      position,
      points.flatMap(({ x, y }) => {
        const mean = meanAt(x);
        return mean === null ? [] : [{ x, y: y - mean }];
      }),
    ]),
  );
}

/** What curves can be compared with: the standards of each diagnostic, then the wells of each result. */
export function referenceChoices(
  wells: readonly ReviewWell[],
  normalised: ShapePoints,
): readonly ShapeReferenceChoice[] {
  const drawn = wells.filter(({ position }) => normalised.has(position));
  const choices = (
    group: string,
    nameOf: (well: ReviewWell) => string | undefined,
    label: (name: string, count: number) => string,
  ) => {
    const named = drawn.flatMap((well) => {
      const name = nameOf(well);
      return name === undefined ? [] : [{ name, position: well.position }];
    });
    return [...Map.groupBy(named, ({ name }) => name)].map(([name, of]) => ({
      key: `${group} ${name}`,
      label: label(name, of.length),
      positions: of.map(({ position }) => position),
    }));
  };
  return [
    ...choices('standard', standardOf, text.curves.shapes.standards),
    ...choices('result', ({ shown }) => shown?.diagnosticColor?.diagnosticLabel, text.curves.shapes.results),
  ];
}

/** In the words of the kit, like the results. */
const standardOf = ({ sampleType, well }: ReviewWell): string | undefined =>
  sampleType === 'STANDARD' ? well.expectedDiagnostic?.diagnosticLabel : undefined;

/** The suggested groups in the words of their kits, largest first. */
export const shapeGroups = (wells: readonly ReviewWell[], words: KitWords): readonly ShapeGroup[] =>
  [
    ...Map.groupBy(
      wells.flatMap(({ position, well, interpreted: { explanation } }) => {
        if (explanation.shape === undefined) return [];
        const ofKit = words.get(well.kitVersion?.id ?? '') ?? new Map<string, string>();
        return [{ position, name: shapeGroupText(shapeInWords(explanation.shape, ofKit)) }];
      }),
      ({ name }) => name,
    ),
  ]
    .map(([name, of]) => ({ name, positions: of.map(({ position }) => position) }))
    .sort((a, b) => b.positions.length - a.positions.length);
