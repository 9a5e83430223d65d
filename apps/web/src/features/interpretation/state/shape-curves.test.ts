import type { NormalisedCurves } from '@curvewell/contracts';
import { type CurveShape, packColumn, type WellShape } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { text } from '../../../locale/text.ts';
import type { ReviewWell } from './review-wells.ts';
import {
  differencePoints,
  normalisedPoints,
  notNormalised,
  referenceChoices,
  shapeGroups,
  shapeNote,
} from './shape-curves.ts';

const temperature = Float64Array.of(80, 81, 82);
const packed = (...value: number[]) => ({
  x: packColumn(temperature, 1000),
  y: packColumn(Float64Array.from(value), 10),
});
const DATA: NormalisedCurves = [
  {
    kitVersionId: 'k',
    reactionBufferId: 'b',
    shape: { phase: 'MELT' } as CurveShape, // the field it uses
    usesShape: false,
    wells: [
      { position: 'A1', chartPoints: packed(100, 50, 0), fault: null },
      { position: 'A2', chartPoints: packed(100, 60, 0), fault: null },
      { position: 'A3', chartPoints: packed(100, 80, 0), fault: null },
      { position: 'A4', chartPoints: null, fault: 'no-melt' },
    ],
  },
];

/** The fields of a reviewed well that are used. */
const well = (position: string, sampleType: string, outcome: WellShape['outcome'], name = 'HETEROZYGOUS') =>
  ({
    position,
    sampleType,
    well: {
      kitVersion: { id: 'k' },
      expectedDiagnostic:
        sampleType === 'STANDARD' ? { diagnostic: { name }, diagnosticLabel: 'p50 both' } : null,
    },
    shown: { diagnosticColor: { diagnosticLabel: 'Het' } },
    interpreted: { explanation: { shape: { outcome, references: [{ name }], faultOf: [] } } },
  }) as unknown as ReviewWell;
const WELLS = [
  well('A1', 'STANDARD', 'like'),
  well('A2', 'STANDARD', 'like'),
  well('A3', 'BLOOD', 'unlike-any'),
  well('A4', 'BLOOD', 'not-known'),
];

test('REVIEW-395 the chart says what it changes only if that is known', () => {
  const tried = (...operands: (object | number)[]) =>
    ({
      interpreted: {
        explanation: {
          triedRules: operands.map((secondOperand) => ({ expressions: [{ secondOperand }] })),
        },
      },
    }) as unknown as ReviewWell;
  const [plain, shaped] = [tried(60), tried(60, { shape: 'between' })];
  const { help, used } = text.curves.shapes;
  expect(shapeNote([plain], undefined)).toBeNull();
  expect(shapeNote([plain], DATA)).toBe(help);
  expect(shapeNote([plain, shaped], undefined)).toBe(used);
  expect(shapeNote([plain, shaped], DATA)).toBe(used);
  expect(shapeNote([plain], [...DATA, { ...DATA[0]!, usesShape: true }])).toBe(used);
});

test('REVIEW-395 curves are drawn in their phase, and the others are named', () => {
  const points = normalisedPoints(DATA, 'MELT');
  expect([...points.keys()]).toEqual(['A1', 'A2', 'A3']);
  expect(points.get('A1')!.map(({ y }) => y)).toEqual([100, 50, 0]);
  expect(normalisedPoints(DATA, 'ANNEAL').size).toBe(0);
  expect(notNormalised(DATA)).toEqual(['A4']);
  expect([normalisedPoints(undefined, 'MELT').size, notNormalised(undefined)]).toEqual([0, []]);
});

test('REVIEW-395 the difference is that from the mean of the chosen wells', () => {
  const points = normalisedPoints(DATA, 'MELT');
  const difference = differencePoints(points, ['A1', 'A2', 'A4']);
  expect(difference.get('A3')!.map(({ y }) => y)).toEqual([0, 25, 0]);
  expect(difference.get('A1')!.map(({ y }) => y)).toEqual([0, -5, 0]);
  expect(differencePoints(points, ['A4']).size).toBe(0);
  expect(difference.get('A3')!.map(({ x }) => x)).toEqual([80, 81, 82]);
});

test('REVIEW-395 the difference ends where a reference does', () => {
  const points = new Map([
    ['A1', [80, 81].map((x) => ({ x, y: 10 }))],
    ['A2', [80, 81, 82].map((x) => ({ x, y: 30 }))],
  ] as const);
  expect(differencePoints(points, ['A1', 'A2']).get('A2')).toEqual([
    { x: 80, y: 10 },
    { x: 81, y: 10 },
  ]);
});

test('REVIEW-395 DIAG-95 standards come before results, and groups of wells have their suggested shape, all in the words of the kit', () => {
  expect(referenceChoices(WELLS, normalisedPoints(DATA, 'MELT'))).toEqual([
    { key: 'standard p50 both', label: 'Standards p50 both, 2 wells', positions: ['A1', 'A2'] },
    { key: 'result Het', label: 'Result Het, 3 wells', positions: ['A1', 'A2', 'A3'] },
  ]);
  expect(shapeGroups(WELLS, new Map([['k', new Map([['HETEROZYGOUS', 'p50 both']])]]))).toEqual([
    { name: 'like p50 both', positions: ['A1', 'A2'] },
    { name: 'unlike any reference', positions: ['A3'] },
    { name: 'not known', positions: ['A4'] },
  ]);
});

test('REVIEW-395 wells without a result or a diagnostic are no choice, and the largest group is first', () => {
  const points = normalisedPoints(DATA, 'MELT');
  const bare = { ...well('A1', 'BLOOD', 'like'), shown: undefined };
  const unnamed = {
    ...well('A2', 'BLOOD', 'like'),
    shown: { diagnosticColor: null },
  } as unknown as ReviewWell;
  const standard = {
    ...{ ...bare, sampleType: 'STANDARD', well: { expectedDiagnostic: null } },
  } as unknown as ReviewWell;
  const formerly = {
    ...bare,
    well: { expectedDiagnostic: { diagnosticLabel: 'X' } },
  } as unknown as ReviewWell;
  expect(referenceChoices([bare, unnamed, standard, formerly], points)).toEqual([]);
  const kit = { ...bare, interpreted: { explanation: {} } } as unknown as ReviewWell;
  expect(
    shapeGroups(
      [kit, well('A1', 'BLOOD', 'unlike-any'), well('A2', 'BLOOD', 'like'), well('A3', 'BLOOD', 'like')],
      new Map(),
    ).map(({ name, positions }) => [name, positions.length]),
  ).toEqual([
    ['like Heterozygous', 2],
    ['unlike any reference', 1],
  ]);
});
