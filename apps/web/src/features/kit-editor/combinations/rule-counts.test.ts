import type { JudgedWell } from '@curvewell/domain';
import { expect, test } from 'vitest';

import type { Judged } from '../judged.ts';
import { combinationLists, combinationWells, unsettledWells } from './rule-counts.ts';

const wellOf = (position: string, zones: readonly (string | null)[], accepted = true) =>
  ({
    position,
    sampleType: 'BLOOD',
    rule: null,
    diagnostic: null,
    combination: zones.filter((zone) => zone !== null).join(' + ') || 'NONE',
    phases: [{ type: 'MELT', peaks: zones.map((zone) => ({ zone, accepted })) }],
  }) as unknown as JudgedWell; // what is counted

const wells = [
  wellOf('A1', []),
  wellOf('A2', [null], false),
  wellOf('A3', ['A']),
  wellOf('A4', ['A', null]),
  wellOf('A5', [null]),
];
const judged = {
  wells,
  rules: [],
  isOld: false,
  before: new Map(wells.map((well) => [well.position, well])),
} as Judged;
const positions = (of: readonly JudgedWell[]) => of.map(({ position }) => position);

test('RESULT-43 wells with peaks in no zone only are counted apart from NONE', () => {
  const wellsOf = combinationWells(judged);
  expect(positions(wellsOf('NONE').wells)).toEqual(['A1', 'A2']);
  expect(positions(wellsOf('A').wells)).toEqual(['A3', 'A4']);
  expect(wellsOf('A').outside).toBe(1);
  expect(positions(wellsOf('in no zone').wells)).toEqual(['A5']);
  expect([...unsettledWells(judged).keys()]).toEqual(['NONE', 'A', 'in no zone']);
});

test('RESULT-43 such wells alone do not make NONE a combination of the run', () => {
  const outside = { ...judged, wells: [wellOf('A5', [null])] };
  const lists = combinationLists({ phases: [], combinations: new Map() }, outside);
  expect(lists).toEqual({ all: ['NONE'], seen: [], without: ['NONE'] });
});
