import type { ImportReport } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { amplificationText, formatName, foundIn, rangeOf, temperaturesOf } from './import-report.ts';

const curve = {
  channel: 'FAM',
  dye: 'SYBR',
  phase: 'MELT',
  quantity: 'fluorescence',
  wellCount: 96,
  pointCount: [136, 136],
  temperature: [45, 71.96],
} as const;
const report: ImportReport = {
  files: [{ name: 'a.xlsx', format: 'cfx', container: 'xlsx', confidence: 'seen', parts: [] }],
  curves: [
    { ...curve, pointCount: [136, 136], temperature: [45, 72] },
    { ...curve, phase: 'ANNEAL', wellCount: 95, pointCount: [117, 136], temperature: [45, 72] },
  ],
  ignored: [{ file: 'a.xlsx', part: 'Sheet 3', reason: 'it holds no melting curves' }],
  notes: [],
};

test('one line summarises the files and counts the skipped parts', () => {
  expect(foundIn(report)).toBe('1 file · FAM: ANNEAL, MELT · 96 wells · 1 part skipped');
  expect(foundIn({ ...report, curves: [], ignored: [] })).toBe('1 file · 0 wells');
});

test('IMPORT-142 amplification is one part of the line, with its cycles and channels', () => {
  const amplified = (channel: 'FAM' | 'TEXAS_RED', cycleCount: number) => ({
    channel,
    dye: channel,
    wellCount: 96,
    cycleCount,
    cqCount: 0,
  });
  const amplification = [amplified('TEXAS_RED', 40), amplified('FAM', 40)];
  expect(foundIn({ ...report, amplification })).toContain('· Amplification: 40 cycles, FAM, TEXAS_RED ·');
  expect(amplificationText([amplified('FAM', 0)])).toBe('Amplification: Cq only, FAM');
  expect([amplificationText(undefined), amplificationText([])]).toEqual([null, null]);
});

test('a format has a readable name', () => {
  expect(formatName({ format: 'cfx', container: 'xlsx' })).toBe('Bio-Rad CFX, xlsx');
});

test('readings and temperatures are ranges, or one number if both ends are equal', () => {
  expect([rangeOf([136, 136]), rangeOf([117, 136])]).toEqual(['136', '117 to 136']);
  expect(temperaturesOf(curve.temperature)).toBe('45.0 to 72.0 °C');
});
