import { describe, expect, it } from 'vitest';

import { changeReason, peakPairs, type ReadCall } from './change-reason.ts';
import type { CallExplanation, Peak } from './well-call.ts';

const peak = (changes: Partial<Peak>): Peak => ({
  tm: 55.24,
  tmError: 0.004,
  height: 150,
  width: 2,
  area: 300,
  significance: 80,
  quality: 0.95,
  zone: 'A',
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
  ...changes,
});

interface Made {
  readonly anneal?: readonly Peak[];
  readonly melt?: readonly Peak[];
  /** Beginning of zones B and D. */
  readonly begin?: number;
  readonly threshold?: number;
  readonly call?: Partial<ReadCall['explanation']>;
}

/** Zones A and C from 53 to 57.5 °C, B and D up to 63 °C. */
function call({ anneal = [], melt = [], begin = 58.5, threshold = 60, call: rest = {} }: Made): ReadCall {
  const phase = (type: 'ANNEAL' | 'MELT', peaks: readonly Peak[]): CallExplanation['phases'][number] => ({
    type,
    settings: {
      phaseType: type,
      minThreshold: threshold,
      slopeThreshold: 4.72,
      minQuality: 0.4,
      inversed: false,
    },
    noise: 1,
    readings: 100,
    peaks: [...peaks],
  });
  const zones = (first: string, second: string) => [
    { name: first, minTemp: 53, maxTemp: 57.5, label: '', minThreshold: null, minQuality: null },
    { name: second, minTemp: begin, maxTemp: 63, label: '', minThreshold: null, minQuality: null },
  ];
  return {
    explanation: {
      phases: [phase('MELT', melt), phase('ANNEAL', anneal)],
      combination: 'A',
      triedRules: [],
      diagnostic: null,
      flags: [],
      sampleType: 'BLOOD' as const,
      ...rest,
    },
    phases: [
      { phaseType: 'ANNEAL', zones: zones('A', 'B') },
      { phaseType: 'MELT', zones: zones('C', 'D') },
    ],
  };
}

describe('what made a call another', () => {
  it('WHATIF-03 an edge that moved past peaks is named with their distance from it, equal ones together', () => {
    const then = call({
      anneal: [peak({}), peak({ tm: 58.34, zone: null })],
      melt: [peak({ tm: 58.38, zone: null })],
    });
    const now = call({
      anneal: [peak({}), peak({ tm: 58.34, zone: 'B' })],
      melt: [peak({ tm: 58.38, zone: 'D' })],
      begin: 58.2,
    });
    expect(changeReason(then, now)).toBe('B 58.34 and D 58.38 °C: 0.16 and 0.12 °C below, now inside');
    expect(changeReason(now, then)).toBe('B 58.34 and D 58.38 °C: 0.16 and 0.12 °C below, inside before');
  });

  it('WHATIF-03 a peak beside an edge is given with as many digits as distinguish them', () => {
    const then = call({ anneal: [peak({ tm: 58.4984, zone: null })] });
    const now = call({ anneal: [peak({ tm: 58.4984, zone: 'B' })], begin: 58.4 });
    expect(changeReason(then, now)).toBe('B 58.498 °C: 0.002 °C below, now inside');
  });

  it('WHATIF-03 a peak that changes its zone, and one of a zone that is new', () => {
    const then = call({ anneal: [peak({ tm: 58, zone: 'A' }), peak({ tm: 70, zone: null })] });
    const now = call({ anneal: [peak({ tm: 58, zone: 'B' }), peak({ tm: 70, zone: 'E' })] });
    expect(changeReason(then, now)).toBe('58.00 °C: in A, now in B; E 70.00 °C: in no zone, now inside');
    expect(changeReason(now, then)).toBe('58.00 °C: in B, now in A; E 70.00 °C: inside, now in no zone');
  });

  it('WHATIF-03 a threshold is named with the figure, and with its present value', () => {
    const low = { tm: 60.71, height: 57, zone: 'B' };
    const then = call({
      anneal: [peak({ ...low, accepted: false, reason: 'height-below-threshold', measured: 57, limit: 60 })],
    });
    const now = call({ anneal: [peak(low)], threshold: 55 });
    expect(changeReason(then, now)).toBe('B 60.71 °C, 57 RFU/°C: below 60, now above 55');
    expect(changeReason(now, then)).toBe('B 60.71 °C, 57 RFU/°C: now below 60');
  });

  it('WHATIF-03 a peak that is found on one side only, and one that counts for no threshold’s sake', () => {
    const wide = peak({ tm: 61, zone: 'B', accepted: false, reason: 'too-wide', measured: 5, limit: 4 });
    const then = call({ anneal: [wide] });
    const now = call({ anneal: [peak({ tm: 61, zone: 'B' }), peak({ tm: 55, zone: 'A' })] });
    expect(changeReason(then, now)).toBe(
      'A 55.00 °C: found now; B 61.00 °C: width 5 °C wider than 4 °C, now counts',
    );
    expect(changeReason(now, then)).toBe(
      'A 55.00 °C: no longer found; B 61.00 °C: now width 5 °C wider than 4 °C',
    );
  });

  it('WHATIF-03 with the same peaks the rules are named, or what keeps the well from a call', () => {
    const peaks = { anneal: [peak({})] };
    const rule = (number: number) => [
      { rule: number - 1, diagnostic: 'NEGATIVE', expressions: [], holds: true },
    ];
    const by = (triedRules: ReadCall['explanation']['triedRules']) =>
      call({ ...peaks, call: { triedRules } });
    expect(changeReason(by([]), by(rule(6)))).toBe('A: no row, now row 6');
    expect(changeReason(by(rule(2)), by(rule(2)))).toBe('A: row 2, now with another result');
    const unresolved = call({
      ...peaks,
      call: {
        diagnostic: null,
        flags: [
          { code: 'unresolved-melt', phase: 'MELT', zone: null, temperature: 60, measured: 90, limit: 10 },
        ],
      },
    });
    expect(changeReason(call(peaks), unresolved)).toBe(
      'no call now: MELT: the signal falls by 90 RFU around 60.00 °C, which no peak explains (noise explains 10).',
    );
    expect(changeReason(unresolved, call(peaks))).toBe(
      'no call then (unexplained melt), which no longer applies',
    );
  });
});

describe('the same peak, found with other settings', () => {
  const pairsOf = (tm: number) =>
    peakPairs(call({ anneal: [peak({ tm: 55 })] }).explanation, call({ anneal: [peak({ tm })] }).explanation);

  it.each([54.71, 55.29])('WHATIF-03 is at most 0.3 °C away: %f °C is', (tm) => {
    expect(pairsOf(tm)).toMatchObject([{ then: { tm: 55 }, now: { tm } }]);
  });

  it.each([54.69, 55.31])('WHATIF-03 is at most 0.3 °C away: %f °C is another', (tm) => {
    expect(pairsOf(tm)).toHaveLength(2);
  });
});
