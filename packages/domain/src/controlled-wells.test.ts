import { expect, test } from 'vitest';

import { controlGroup, controlMark, isSample, speaksFor, type Filled } from './controlled-wells.ts';
import type { CalledWell } from './interpretation.ts';
import type { Well } from './run.ts';

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
    // What is marked when it fails follows the same rule.
    expect(controlGroup({ ...control, ...other })).not.toBe(controlGroup(control));
  }
});

test('a control without kit or lot speaks for none', () => {
  for (const missing of [{ kitVersionId: null }, { lotId: null }])
    expect(speaksFor({ ...control, ...missing }, { ...control, ...missing })).toBe(false);
});

test('blood and DNA are samples, what is known beforehand is not', () => {
  expect((['BLOOD', 'DNA'] as const).every(isSample)).toBe(true);
  expect(([null, 'STANDARD', 'POSITIVE_TEST', 'NEGATIVE_TEST'] as const).some(isSample)).toBe(false);
});

test('CONTROL-20 a control has failed by its call, by another result than expected or by a rule; a sample is held by its flag', () => {
  const markOf = ({
    type = 'POSITIVE_TEST',
    found = 'TEST_OK',
    expected = null,
    flags = [],
    broken = false,
  }: {
    readonly type?: string;
    readonly found?: string;
    readonly expected?: string | null;
    readonly flags?: readonly string[];
    readonly broken?: boolean;
  }) => {
    const named = (name: string | null) => name && { diagnostic: { name } };
    const well = { id: 'w', channel: 'FAM', expectedDiagnostic: named(expected) } as unknown as Well; // what is looked at
    const called = {
      sampleType: type,
      interpretedWellDiagnostics: [{ stateDiagnostic: 'INITIAL', diagnosticColor: named(found) }],
      explanation: { flags: flags.map((code) => ({ code })) },
    } as unknown as CalledWell; // the same
    const rule = { wellId: 'w', rule: '1-3s', phase: 'MELT', zone: 'A', tm: 56, distance: 4 } as const;
    const brokenRules = broken ? [rule] : [];
    return controlMark({ brokenRules, analyses: [] }, { well, called });
  };
  expect(markOf({})).toBeNull();
  expect(markOf({ found: 'TEST_KO' })).toBe('failed');
  expect(markOf({ broken: true })).toBe('failed');
  expect(markOf({ type: 'STANDARD', found: 'NEGATIVE', expected: 'HETEROZYGOUS' })).toBe('failed');
  expect(markOf({ type: 'STANDARD', found: 'NEGATIVE', expected: 'NEGATIVE' })).toBeNull();
  // Somebody calls a sample as controls are called: that is no control.
  expect(markOf({ type: 'BLOOD', found: 'TEST_KO' })).toBeNull();
  expect(markOf({ type: 'DNA', found: 'NEGATIVE', flags: ['spike', 'failed-control'] })).toBe('held');
});
