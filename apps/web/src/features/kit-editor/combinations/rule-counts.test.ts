import type { EvaluatedWell } from '@curvewell/domain';
import { expect, test } from 'vitest';

import type { Case } from '../draft/kit-draft.ts';
import type { Evaluated } from '../evaluated.ts';
import {
  combinationLists,
  combinationWells,
  coversAll,
  lackStandards,
  unsettledWells,
} from './rule-counts.ts';

const wellOf = (position: string, zones: readonly (string | null)[], accepted = true) =>
  ({
    position,
    sampleType: 'BLOOD',
    rule: null,
    diagnostic: null,
    combination: zones.filter((zone) => zone !== null).join(' + ') || 'NONE',
    phases: [{ type: 'MELT', peaks: zones.map((zone) => ({ zone, accepted })) }],
  }) as unknown as EvaluatedWell; // only the fields that are counted

const wells = [
  wellOf('A1', []),
  wellOf('A2', [null], false),
  wellOf('A3', ['A']),
  wellOf('A4', ['A', null]),
  wellOf('A5', [null]),
];
const evaluated = {
  wells,
  rules: [],
  isOld: false,
  before: new Map(wells.map((well) => [well.position, well])),
} as Evaluated;
const positions = (of: readonly EvaluatedWell[]) => of.map(({ position }) => position);

test('RESULT-43 wells with peaks only outside zones are counted separately from NONE', () => {
  const wellsOf = combinationWells(evaluated);
  expect(positions(wellsOf('NONE').wells)).toEqual(['A1', 'A2']);
  expect(positions(wellsOf('A').wells)).toEqual(['A3', 'A4']);
  expect(wellsOf('A').outside).toBe(1);
  expect(positions(wellsOf('in no zone').wells)).toEqual(['A5']);
  expect([...unsettledWells(evaluated).keys()]).toEqual(['NONE', 'A', 'in no zone']);
});

test('RESULT-43 such wells alone do not make NONE a combination of the run', () => {
  const outside = { ...evaluated, wells: [wellOf('A5', [null])] };
  const lists = combinationLists({ phases: [], combinations: new Map() }, outside);
  expect(lists).toEqual({ all: ['NONE'], seen: [], without: ['NONE'] });
});

test('wells are counted by combination and case, with the difference from the stored settings', () => {
  const called = (position: string, rule: number | null) => ({ ...wellOf(position, ['A']), rule });
  const now = {
    ...evaluated,
    wells: [called('A1', 0), called('A2', 1), called('A3', null), called('A4', 1), called('A5', 9)],
    rules: [{ caseIndex: 4 }, { caseIndex: null }],
    before: new Map([
      ['A1', wellOf('A1', ['A'])],
      ['A2', wellOf('A2', ['B'])],
      ['A3', wellOf('A3', ['B'])],
    ]),
  } as unknown as Evaluated; // only the fields that are counted
  const { byCase, change } = combinationWells(now)('A');
  expect([...byCase].map(([index, ofCase]) => [index, positions(ofCase)])).toEqual([
    [4, ['A1']],
    [null, ['A2', 'A3', 'A4', 'A5']],
  ]);
  expect(change).toBe(4);
  expect(combinationWells(now)('B')).toEqual({ wells: [], byCase: new Map(), change: -2, outside: 0 });
  expect(combinationWells(now)('C').change).toBe(0);
});

test('a peak outside zones counts in any phase', () => {
  const [melt] = wellOf('A1', ['A']).phases;
  const [outside] = wellOf('A1', [null]).phases;
  const both = { ...wellOf('A1', ['A']), phases: [melt!, outside!] };
  expect(combinationWells({ ...evaluated, wells: [both] })('A').outside).toBe(1);
});

test('without a run nothing is counted', () => {
  expect(combinationWells(null)('A')).toEqual({ wells: [], byCase: new Map(), change: 0, outside: 0 });
  expect(unsettledWells(null)).toEqual(new Map());
  const draft = { phases: [], combinations: new Map() };
  expect(combinationLists(draft, null)).toEqual({ all: ['NONE'], seen: [], without: ['NONE'] });
});

test('a combination is seen if it has a diagnostic or a well of the run', () => {
  const settled = { cases: [], otherwise: 'id' };
  const draft = { phases: [], combinations: new Map([['NONE', settled]]) };
  const none = { ...evaluated, wells: [] };
  expect(combinationLists(draft, none)).toEqual({ all: ['NONE'], seen: ['NONE'], without: [] });
  expect(combinationLists({ ...draft, combinations: new Map() }, evaluated).seen).toEqual(['NONE']);
});

test('samples and standards without a diagnostic are unresolved, controls are not', () => {
  const of = (position: string, change: Partial<EvaluatedWell>) => ({
    ...wellOf(position, ['A']),
    ...change,
  });
  const open = unsettledWells({
    ...evaluated,
    wells: [
      of('A1', { sampleType: 'NEGATIVE_TEST' }),
      of('A2', { sampleType: 'POSITIVE_TEST' }),
      of('A3', { sampleType: 'STANDARD' }),
      of('A4', { sampleType: 'DNA' }),
      of('A5', { diagnostic: 'NEGATIVE' }),
    ],
  });
  expect([...open].map(([label, ofLabel]) => [label, positions(ofLabel)])).toEqual([['A', ['A3', 'A4']]]);
});

test('KIT-313 wells whose shape is not known because of too few standards differ from those without a rule', () => {
  const of = (fault: string | null) =>
    ({ ...wellOf('A1', ['A']), ...(fault !== null && { shape: { fault } }) }) as unknown as EvaluatedWell; // only what is read
  const expressions: Case['expressions'] = [
    { firstOperand: { shape: 'curve' }, operator: 'IS', secondOperand: { shape: 'unlike-any' } },
  ];
  const rule = { cases: [{ expressions, diagnosticId: 'id' }], otherwise: null };
  expect(lackStandards([of('missing-reference'), of('single-reference')], rule)).toBe(true);
  expect(lackStandards([of('missing-reference'), of('references-alike')], rule)).toBe(false);
  expect(lackStandards([of(null)], rule)).toBe(false);
  // Standards would give them no diagnostic.
  expect(lackStandards([of('missing-reference')], undefined)).toBe(false);
  const byPeaks = { cases: [{ expressions: [], diagnosticId: 'id' }], otherwise: null };
  expect(lackStandards([of('missing-reference')], byPeaks)).toBe(false);
});

test('KIT-323 a rule with a diagnostic in every case is not named as one without', () => {
  const condition = { firstOperand: 'A', operator: 'GT', secondOperand: 'B' } as const;
  const conditional = { expressions: [condition], diagnosticId: 'id' };
  expect(coversAll({ cases: [], otherwise: 'id' })).toBe(true);
  expect(coversAll({ cases: [conditional], otherwise: 'id' })).toBe(true);
  expect(coversAll({ cases: [{ ...conditional, expressions: [] }], otherwise: null })).toBe(true);
  expect(coversAll({ cases: [conditional], otherwise: null })).toBe(false);
  expect(coversAll(undefined)).toBe(false);
});
