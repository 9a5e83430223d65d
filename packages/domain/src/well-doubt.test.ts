import { describe, expect, test } from 'vitest';

import type { DiagnosticColor, DiagnosticName } from './diagnostic-color.ts';
import { DIAGNOSTIC_CODE } from './diagnostic-color.ts';
import type { CallExplanation, CallFlag, Peak } from './well-call.ts';
import { isAsExpected, nearness, unresolvedReason, type DoubtfulWell } from './well-doubt.ts';

const INTERPRETED = '2026-11-20T10:00:00.000Z';

const color = (name: DiagnosticName): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
});

const peak = (one: Partial<Peak>): Peak => ({
  tm: 57.2,
  tmError: 0.01,
  height: 100,
  width: 1,
  area: 100,
  significance: 50,
  quality: 0.9,
  zone: 'B',
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
  ...one,
});
const dropped = peak({
  accepted: false,
  height: 58,
  reason: 'height-below-threshold',
  measured: 58,
  limit: 60,
});
const flag = (code: CallFlag['code'], temperature: number | null = null): CallFlag => ({
  code,
  phase: 'MELT',
  zone: null,
  temperature,
  measured: null,
  limit: null,
});

interface Sketch {
  readonly found?: DiagnosticName | null;
  readonly updated?: DiagnosticName;
  readonly expected?: DiagnosticName;
  readonly commentedAt?: string;
  readonly peaks?: readonly Peak[];
  readonly explained?: Partial<CallExplanation>;
}

function doubtful({
  found = null,
  updated,
  expected,
  commentedAt,
  peaks = [],
  explained,
}: Sketch): DoubtfulWell {
  const set = (state: 'INITIAL' | 'UPDATED', name: DiagnosticName | null) => ({
    id: state,
    stateDiagnostic: state,
    diagnosticColor: name && color(name),
    comment: null,
    byName: 'T. Holm',
    at: INTERPRETED,
  });
  const settings = { type: 'MELT', minThreshold: 60, slopeThreshold: 4.72, minQuality: 0.4 };
  const explanation = {
    sampleType: 'BLOOD',
    zonesHit: [],
    combination: 'NONE',
    triedRules: [],
    flags: [],
    phases: [{ type: 'MELT', settings, peaks }],
    diagnostic: found ?? null,
    ...explained,
  } as unknown as CallExplanation; // what doubts look at
  const comments = commentedAt === undefined ? [] : [{ creationDateTime: commentedAt }];
  return {
    well: {
      expectedDiagnostic: expected === undefined ? null : color(expected),
      comments: comments as unknown as DoubtfulWell['well']['comments'], // only when is looked at
    },
    called: {
      explanation,
      interpretedWellDiagnostics: [
        set('INITIAL', found),
        ...(updated === undefined ? [] : [set('UPDATED', updated)]),
      ],
    },
    interpretedAt: INTERPRETED,
  };
}

const reasonOf = (sketch: Sketch) => unresolvedReason(doubtful(sketch));

describe('DECIDE-02 an unresolved well says why', () => {
  test.each<[string, Sketch]>([
    ['no call: peak B 58, limit 60', { peaks: [dropped, peak({ ...dropped, zone: 'A', height: 20 })] }],
    [
      'no call: peak B, quality 0.2 below threshold 0.4',
      { peaks: [peak({ accepted: false, reason: 'quality-below-threshold', measured: 0.2, limit: 0.4 })] },
    ],
    ['no call: A + D has no diagnostic', { peaks: [dropped], explained: { zonesHit: ['D', 'A'] } }],
    ['no call: spike at 57.2 °C', { explained: { flags: [flag('spike', 57.2)] } }],
    ['no call: no peak above 60', {}],
    [
      'no call: MELT: the signal falls by 0 RFU around 61.00 °C, which no peak explains (noise explains 0).',
      { peaks: [dropped], explained: { flags: [flag('unresolved-melt', 61)] } },
    ],
    [
      'no call: MELT: 12 readings are too few, at least 30 are needed.',
      { explained: { flags: [{ ...flag('too-few-readings'), measured: 12, limit: 30 }] } },
    ],
    ['expected M, found X', { found: 'HETEROZYGOUS', expected: 'HOMOZYGOUS_MUTATED' }],
    [
      'peak B 71, limit 60',
      { found: 'TEST_KO', peaks: [peak({ height: 71 })], explained: { sampleType: 'NEGATIVE_TEST' } },
    ],
    [
      'peak B 58, limit 60',
      { found: 'TEST_KO', peaks: [dropped], explained: { sampleType: 'POSITIVE_TEST' } },
    ],
  ])('%s', (reason, sketch) => {
    expect(reasonOf(sketch)).toBe(reason);
  });

  test('one with a result that is expected, or nobody expects, is none', () => {
    expect(reasonOf({ found: 'HETEROZYGOUS' })).toBeNull();
    expect(reasonOf({ found: 'HETEROZYGOUS', expected: 'HETEROZYGOUS' })).toBeNull();
    expect(reasonOf({ found: 'TEST_OK', expected: 'HETEROZYGOUS' })).toBeNull();
  });

  test('it is settled by a result set by hand, and by a comment since the interpretation alone', () => {
    expect(reasonOf({ updated: 'NEGATIVE' })).toBeNull();
    expect(reasonOf({ commentedAt: '2026-11-20T11:00:00.000Z' })).toBeNull();
    expect(reasonOf({ commentedAt: '2026-11-20T09:00:00.000Z' })).not.toBeNull();
  });
});

test('a standard without a result is not as expected', () => {
  const { well } = doubtful({ expected: 'NEGATIVE' });
  expect([isAsExpected(well, null), isAsExpected(well, color('NEGATIVE'))]).toEqual([false, true]);
  expect(DIAGNOSTIC_CODE.NEGATIVE).toBe('N');
});

test('DECIDE-03 a call is near a border within the share of the limit that the laboratory counts', () => {
  const zone = {
    id: 'B',
    name: 'B',
    label: 'B',
    minTemp: 50,
    maxTemp: 65,
    minThreshold: null,
    minQuality: null,
  };
  const near = (height: number, nearBorderPercent = 10) => {
    const { called } = doubtful({
      found: 'HETEROZYGOUS',
      peaks: [peak({ height })],
      explained: { zonesHit: ['B'] },
    });
    const constantPhaseInfos = [
      { id: 'MELT', type: 'MELT' as const, threshold: 60, constantZoneInfos: [zone] },
    ];
    return nearness({ ...called, constantPhaseInfos }, { nearBorderPercent }) !== null;
  };
  expect([near(65), near(67)]).toEqual([true, false]);
  expect([near(65, 5), near(67, 20)]).toEqual([false, true]);
});
