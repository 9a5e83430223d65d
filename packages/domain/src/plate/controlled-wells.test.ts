import { expect, test } from 'vitest';

import {
  brokenRuleTexts,
  controlGroup,
  controlMark,
  filledOf,
  isSample,
  coversWell,
  type Filled,
} from './controlled-wells.ts';
import type { CalledWell } from '../call/interpretation.ts';
import type { Run, Well } from '../run/run.ts';

const control: Filled = { channel: 'FAM', kitVersionId: 'v2', lotId: '26B', reactionBufferId: 'RB-2' };

test('DECIDE-06 a control supports samples of its kit version, lot, buffer and channel, and no others', () => {
  expect(coversWell(control, { ...control })).toBe(true);
  for (const other of [
    { channel: 'TEXAS_RED' },
    { kitVersionId: 'v3' },
    { lotId: '26C' },
    { reactionBufferId: 'RB-1' },
  ] as const) {
    expect(coversWell(control, { ...control, ...other }), JSON.stringify(other)).toBe(false);
    // The marks of a failed control follow the same rule.
    expect(controlGroup({ ...control, ...other })).not.toBe(controlGroup(control));
  }
});

test('a control without kit or lot supports none', () => {
  for (const missing of [{ kitVersionId: null }, { lotId: null }])
    expect(coversWell({ ...control, ...missing }, { ...control, ...missing })).toBe(false);
});

test('blood and DNA are samples, controls and standards are not', () => {
  expect((['BLOOD', 'DNA'] as const).every(isSample)).toBe(true);
  expect(([null, 'STANDARD', 'POSITIVE_TEST', 'NEGATIVE_TEST'] as const).some(isSample)).toBe(false);
});

test('CONTROL-20 a control fails by its call, by an unexpected result or by a rule; its flag marks samples as on hold', () => {
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
    const well = { id: 'w', channel: 'FAM', expectedDiagnostic: named(expected) } as unknown as Well; // the fields that are used
    const called = {
      sampleType: type,
      interpretedWellDiagnostics: [{ stateDiagnostic: 'INITIAL', diagnosticColor: named(found) }],
      explanation: { flags: flags.map((code) => ({ code })) },
    } as unknown as CalledWell; // the fields that are used
    const rule = { wellId: 'w', rule: '1-3s', phase: 'MELT', zone: 'A', tm: 56, distance: 4 } as const;
    const brokenRules = broken ? [rule] : [];
    return controlMark({ brokenRules, analyses: [] }, { well, called });
  };
  expect(markOf({})).toBeNull();
  expect(markOf({ found: 'TEST_KO' })).toBe('failed');
  expect(markOf({ broken: true })).toBe('failed');
  expect(markOf({ type: 'STANDARD', found: 'NEGATIVE', expected: 'HETEROZYGOUS' })).toBe('failed');
  expect(markOf({ type: 'STANDARD', found: 'NEGATIVE', expected: 'NEGATIVE' })).toBeNull();
  // A sample overridden to a control's result is not a control.
  expect(markOf({ type: 'BLOOD', found: 'TEST_KO' })).toBeNull();
  expect(markOf({ type: 'DNA', found: 'NEGATIVE', flags: ['spike', 'failed-control'] })).toBe('held');
});

const filled = (id: string, change: object = {}): Well =>
  ({
    ...{ id, position: id, channel: 'FAM', kitVersion: { id: 'v2' }, lot: { id: '26B' } },
    reactionBuffer: { id: 'RB-2' },
    ...change,
  }) as unknown as Well; // the fields that are used

test('the group of a well is its kit version, lot, buffer and channel, as far as set', () => {
  expect(filledOf(filled('A1'))).toEqual(control);
  expect(filledOf(filled('A1', { kitVersion: null, lot: null, reactionBuffer: null }))).toEqual({
    channel: 'FAM',
    kitVersionId: null,
    lotId: null,
    reactionBufferId: null,
  });
});

test('CONTROL-20 a rule that a control broke is reported for it and for the wells that it supports, by name', () => {
  const broken = { wellId: 'H12', rule: '1-3s', phase: 'MELT', zone: 'A', tm: 56.1, distance: 4 } as const;
  const [sample, other] = [filled('A1'), filled('A2', { lot: { id: '26C' } })];
  const wells = { A1: sample, A2: other, H11: filled('H11'), H12: filled('H12') };
  const red = { H12: filled('H12', { channel: 'TEXAS_RED' }) };
  const run = {
    brokenRules: [broken, { ...broken, wellId: 'gone' }],
    analyses: [
      { channel: 'TEXAS_RED', wells: red },
      { channel: 'FAM', wells },
    ],
  } as unknown as Run; // the fields that are used
  const reported = ['Control H12 is out of range: 1-3s, A 56.10 °C is 4.0 SD above the mean.'];
  expect(brokenRuleTexts(run, sample)).toEqual(reported);
  expect(brokenRuleTexts(run, wells.H12)).toEqual(reported);
  expect(brokenRuleTexts(run, other)).toEqual([]);
  expect(brokenRuleTexts({ ...run, brokenRules: [] }, sample)).toEqual([]);
  expect(brokenRuleTexts({ ...run, analyses: run.analyses.slice(0, 1) }, sample)).toEqual([]);
  const called = { sampleType: 'BLOOD', explanation: { flags: [] } } as unknown as CalledWell; // the fields that are used
  expect(controlMark(run, { well: sample, called })).toBe('held');
  expect(controlMark(run, { well: other, called })).toBeNull();
});
