import { platePositions } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { regionPath } from './region-path.ts';

const geometry = { plateType: 'RECTANGULAR_96', pitch: 10, headWidth: 5, headHeight: 5 } as const;
const sharp = (...wells: string[]) => regionPath(new Set(wells), { ...geometry, radius: 0 });
/** The corners of each closed line. */
const corners = (path: string) =>
  path
    .split('Z')
    .filter(Boolean)
    .map((line) => [...line.matchAll(/Q(\S+ \S+)/g)].map(([, corner]) => corner));

test('REVIEW-330 REVIEW-179 selected or held wells have one closed line around each connected region', () => {
  expect(corners(sharp('A1', 'A2'))).toEqual([['25 5', '25 15', '5 15', '5 5']]);
  // Follows a corner, without lines between neighbours.
  expect(corners(sharp('A1', 'B1', 'B2'))).toEqual([['15 5', '15 15', '25 15', '25 25', '5 25', '5 5']]);
  // At the last well of the plate.
  expect(corners(sharp('H12'))).toEqual([['125 75', '125 85', '115 85', '115 75']]);
  expect(corners(sharp(...platePositions('RECTANGULAR_96')))).toEqual([['125 5', '125 85', '5 85', '5 5']]);
  expect(sharp()).toBe('');
});

test('REVIEW-330 wells that touch at a corner are two regions, and a hole has a line of its own', () => {
  expect(corners(sharp('A1', 'B2'))).toHaveLength(2);
  const ring = ['A1', 'A2', 'A3', 'B1', 'B3', 'C1', 'C2', 'C3'];
  expect(corners(sharp(...ring)).map((line) => line.length)).toEqual([4, 4]);
});

test('corners are rounded by the radius', () => {
  expect(regionPath(new Set(['A1']), { ...geometry, radius: 2 })).toBe(
    'M13 5Q15 5 15 7L15 13Q15 15 13 15L7 15Q5 15 5 13L5 7Q5 5 7 5Z',
  );
});
