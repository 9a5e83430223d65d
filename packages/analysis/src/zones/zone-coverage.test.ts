import type { CallExplanation, ZoneSettings } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { phaseWith } from '../../test/peaks.ts';
import { syntheticCurve } from '../../test/synthetic.ts';
import { phaseDetect } from '../phase-analyse.ts';
import { gridSpan, readSpan, unreadPart } from './zone-coverage.ts';

/** Readings in a temperature range with this step. */
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
const unread = (temperature: readonly number[], minTemp: number, maxTemp: number) =>
  unreadPart(
    { name: 'A', minTemp, maxTemp } as ZoneSettings, // the fields that are used
    {
      readings: temperature.length,
      ...readSpan(Float64Array.from(temperature)),
    } as CallExplanation['phases'][number], // the fields that are used
  );

it('REVIEW-190 a zone may extend one step beyond the readings, at most half a degree', () => {
  expect(unread(every(0.25, 58, 62), 57.75, 62.25)).toBeNull();
  expect(unread(every(0.25, 58, 62), 57.5, 62)).toEqual({ temperature: null, measured: 58, limit: 57.5 });
  expect(unread(every(0.25, 58, 62), 58, 62.5)).toEqual({ temperature: null, measured: 62, limit: 62.5 });
  expect(unread(every(2, 58, 62), 57.5, 62.5)).toBeNull();
  expect(unread(every(2, 58, 62), 57.25, 62)).toMatchObject({ limit: 57.25 });
  expect(unread(every(2, 58, 62), 58, 62.75)).toMatchObject({ limit: 62.75 });
});

it('REVIEW-190 evenly sparse readings have no gaps, missing ones between close ones are a gap', () => {
  expect(unread(every(2, 40, 80), 58, 62)).toBeNull();
  const missing = [...every(0.25, 40, 59), ...every(0.25, 61, 80)];
  expect(unread(missing, 58, 62)).toEqual({ temperature: 59, measured: 59, limit: 61 });
  // The zone ends where the gap starts, or starts where it ends.
  expect([unread(missing, 55, 59), unread(missing, 61, 65)]).toEqual([null, null]);
  const few = [...every(0.25, 40, 59), ...every(0.25, 60, 80)];
  expect(unread(few, 58, 62)).toBeNull();
});

it('REVIEW-190 of a phase without readings nothing was read', () => {
  expect(unread([], 58, 62)).toEqual({ temperature: null, measured: null, limit: null });
});

it('the span of readings is from the first to the last, with gaps between distant ones', () => {
  const span = (...temperature: readonly number[]) => readSpan(Float64Array.from(temperature));
  expect(span()).toEqual({});
  expect(span(60)).toEqual({ range: [60, 60] });
  expect(span(...every(0.25, 40, 42))).toEqual({ range: [40, 42] });
  expect(span(...every(0.25, 40, 42), 44)).toEqual({ range: [40, 44], gaps: [[42, 44]] });
  expect(span(38, ...every(0.25, 40, 42), 43)).toEqual({ range: [38, 43], gaps: [[38, 40]] });
});

it('the span of a grid is cached', () => {
  const { detected } = phaseDetect(syntheticCurve({ products: [] }), phaseWith([]));
  const found = gridSpan(detected!.grid);
  expect(found).toEqual({ range: [40, 95] });
  expect(gridSpan(detected!.grid)).toBe(found);
});
