import { expect, test } from 'vitest';

import { controlGroup, isSample, speaksFor, type Filled } from './controlled-wells.ts';

const control: Filled = { channel: 'FAM', kitVersionId: 'v2', lotId: '26B', reactionBufferId: 'RB-2' };

test('DECIDE-06 a control speaks for samples of its kit version, lot, buffer and channel, and for no other', () => {
  expect(speaksFor(control, { ...control })).toBe(true);
  for (const other of [
    { channel: 'TEXAS_RED' },
    { kitVersionId: 'v3' },
    { lotId: '26C' },
    { reactionBufferId: 'RB-1' },
  ] as const) {
    expect(speaksFor(control, { ...control, ...other }), JSON.stringify(other)).toBe(false);
    // What is marked when it fails is told by the same rule.
    expect(controlGroup({ ...control, ...other })).not.toBe(controlGroup(control));
  }
});

test('a control of which kit or lot are not said speaks for none', () => {
  for (const unsaid of [{ kitVersionId: null }, { lotId: null }])
    expect(speaksFor({ ...control, ...unsaid }, { ...control, ...unsaid })).toBe(false);
});

test('blood and DNA are samples, what is known beforehand is not', () => {
  expect((['BLOOD', 'DNA'] as const).every(isSample)).toBe(true);
  expect(([null, 'STANDARD', 'POSITIVE_TEST', 'NEGATIVE_TEST'] as const).some(isSample)).toBe(false);
});
