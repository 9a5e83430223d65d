import type { EvaluatedWell, Peak } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { dotsOf, strokesOf } from './curve-looks.ts';

const well = (position: string, diagnostic: string | null): EvaluatedWell => ({
  ...({ position, diagnostic, phases: [] } as unknown as EvaluatedWell),
});
const wells = [well('A1', 'W'), well('A2', null)];
const toneOf = (diagnostic: string | null) => diagnostic ?? 'none';
const line = [{ x: 50, y: 1 }];
const lines = {
  lines: new Map(wells.map(({ position }) => [position, line])),
  domain: { x: [50, 60], y: [0, 1] },
} as const;
const peak = (zone: string | null, accepted = true) => ({ tm: 55, height: 9, zone, accepted }) as Peak;

test('curves have the tone of their call; highlighted ones are drawn last, wide and opaque', () => {
  expect(strokesOf({ lines, wells, toneOf, front: null })).toEqual([
    { points: line, color: 'W', width: 1, opacity: 0.5 },
    { points: line, color: 'none', width: 1, opacity: 0.5 },
  ]);
  expect(strokesOf({ lines, wells, toneOf, front: new Set(['A1']) })).toEqual([
    { points: line, color: 'none', width: 1, opacity: 0.26 },
    { points: line, color: 'W', width: 2.25, opacity: 1 },
  ]);
  expect(strokesOf({ lines: undefined, wells, toneOf, front: null })).toEqual([]);
});

test('a dot is filled if its peak counts in a zone', () => {
  const peaks = [
    { position: 'A1', peak: peak('A') },
    { position: 'A1', peak: peak(null) },
    { position: 'A1', peak: peak('A', false) },
  ];
  const fills = dotsOf({ peaks, wells, toneOf, front: null }).map(({ fill, line: rim }) => [fill, rim]);
  expect(fills).toEqual([
    ['W', undefined],
    ['var(--surface)', 'var(--ink)'],
    ['var(--surface)', 'var(--ink)'],
  ]);
});

test('dots of highlighted wells are large and dark, the others faint', () => {
  const peaks = wells.map(({ position }) => ({ position, peak: peak('A') }));
  expect(dotsOf({ peaks, wells, toneOf, front: new Set(['A2']) })).toEqual([
    { x: 55, y: 9, radius: 2.5, opacity: 0.55, fill: 'W' },
    { x: 55, y: 9, radius: 4, opacity: 1, fill: 'var(--ink)' },
  ]);
});
