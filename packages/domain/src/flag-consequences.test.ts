import { expect, test } from 'vitest';

import type { PhaseType } from './assay.ts';
import { FLAG_CONSEQUENCES, isStopped, stoppingFlags } from './flag-consequences.ts';
import { callFlagCodeSchema, type CallFlagCode } from './well-call.ts';

test.each(callFlagCodeSchema.options)(
  'REVIEW-170 %s stops a call everywhere or nowhere: plate, check and exports',
  (code) => {
    const { callable, mark, section, absent } = FLAG_CONSEQUENCES[code];
    expect([mark === 'no-call', section === 'unresolved', absent !== null]).toEqual(
      Array.from({ length: 3 }, () => !callable),
    );
  },
);

test('REVIEW-198 causes are reported, not what follows from them, and only of the same phase', () => {
  const flag = (code: CallFlagCode, phase: PhaseType) => ({
    code,
    phase,
    zone: 'A',
    temperature: null,
    measured: 5,
    limit: 8,
  });
  const codes = (...flags: ReturnType<typeof flag>[]) =>
    stoppingFlags({ flags, diagnostic: null }).map(({ code, phase }) => `${phase} ${code}`);
  expect(
    codes(flag('zone-not-read', 'MELT'), flag('too-few-readings', 'MELT'), flag('zone-not-read', 'ANNEAL')),
  ).toEqual(['MELT too-few-readings', 'ANNEAL zone-not-read']);
  expect(codes(flag('rising-melt', 'MELT'), flag('cut-off-melt', 'MELT'))).toEqual(['MELT cut-off-melt']);
  expect(codes(flag('rising-melt', 'MELT'), flag('cut-off-melt', 'ANNEAL'))).toEqual([
    'MELT rising-melt',
    'ANNEAL cut-off-melt',
  ]);
});

test('REVIEW-198 a flag that stops a call stops it where none was made, or where a control failed', () => {
  const figures = { zone: 'A', temperature: null, measured: 5, limit: 8 };
  const flags = [{ code: 'too-few-readings' as const, phase: 'MELT' as const, ...figures }];
  expect(isStopped({ flags, diagnostic: null })).toBe(true);
  expect(isStopped({ flags, diagnostic: 'TEST_KO' })).toBe(true);
  expect(isStopped({ flags, diagnostic: 'NEGATIVE' })).toBe(false);
  expect(isStopped({ flags: [], diagnostic: null })).toBe(false);
});
