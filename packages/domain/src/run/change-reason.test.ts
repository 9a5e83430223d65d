import { describe, expect, it } from 'vitest';

import { changeReason, peakPairs, type ReadCall } from './change-reason.ts';
import type { CallExplanation, Peak } from '../call/well-call.ts';
import type { WellAmplification } from '../settings/amplification.ts';
import type { WellShape } from '../settings/curve-shapes.ts';

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
  /** The start of zones B and D. */
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

describe('the cause of a changed call', () => {
  it('WHATIF-03 names a limit that moved past peaks, with their distances from it, equal ones together', () => {
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

  it('WHATIF-03 gives a peak near a limit with enough digits to distinguish them', () => {
    const then = call({ anneal: [peak({ tm: 58.4984, zone: null })] });
    const now = call({ anneal: [peak({ tm: 58.4984, zone: 'B' })], begin: 58.4 });
    expect(changeReason(then, now)).toBe('B 58.498 °C: 0.002 °C below, now inside');
  });

  it('WHATIF-03 names a peak that changes its zone, and one in a new zone', () => {
    const then = call({ anneal: [peak({ tm: 58, zone: 'A' }), peak({ tm: 70, zone: null })] });
    const now = call({ anneal: [peak({ tm: 58, zone: 'B' }), peak({ tm: 70, zone: 'E' })] });
    expect(changeReason(then, now)).toBe('58.00 °C: in A, now in B; E 70.00 °C: in no zone, now inside');
    expect(changeReason(now, then)).toBe('58.00 °C: in B, now in A; E 70.00 °C: inside, now in no zone');
  });

  it('WHATIF-03 names a threshold with the value and its current limit', () => {
    const low = { tm: 60.71, height: 57, zone: 'B' };
    const then = call({
      anneal: [peak({ ...low, accepted: false, reason: 'height-below-threshold', measured: 57, limit: 60 })],
    });
    const now = call({ anneal: [peak(low)], threshold: 55 });
    expect(changeReason(then, now)).toBe('B 60.71 °C, 57 RFU/°C: below 60, now above 55');
    expect(changeReason(now, then)).toBe('B 60.71 °C, 57 RFU/°C: now below 60');
  });

  it('WHATIF-03 names a peak found on one side only, and one that no threshold decides', () => {
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

  it('WHATIF-03 names the rules for the same peaks, or the flag that prevents the call', () => {
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

describe('the same peak with other settings', () => {
  const pairsOf = (tm: number) =>
    peakPairs(call({ anneal: [peak({ tm: 55 })] }).explanation, call({ anneal: [peak({ tm })] }).explanation);

  it.each([54.71, 55.29])('WHATIF-03 is at most 0.3 °C away: %f °C is', (tm) => {
    expect(pairsOf(tm)).toMatchObject([{ then: { tm: 55 }, now: { tm } }]);
  });

  it.each([54.69, 55.31])('WHATIF-03 is at most 0.3 °C away: %f °C is another', (tm) => {
    expect(pairsOf(tm)).toHaveLength(2);
  });
});

describe('WHATIF-03 further causes', () => {
  it('are a limit above a peak, and a peak on a limit', () => {
    const [outside, inside] = [peak({ tm: 63.5, zone: null }), peak({ tm: 63.5, zone: 'B' })];
    expect(changeReason(call({ anneal: [inside] }), call({ anneal: [outside] }))).toBe(
      'B 63.50 °C: 0.50 °C above, inside before',
    );
    const onEdge = (zone: string | null) => call({ anneal: [peak({ tm: 58.5, zone })] });
    expect(changeReason(onEdge(null), onEdge('B'))).toContain('above, now inside');
  });

  it('combine three peaks with the same words', () => {
    const tms = [58.3, 58.34, 58.38];
    const then = call({ anneal: tms.map((tm) => peak({ tm, zone: null })) });
    const now = call({ anneal: tms.map((tm) => peak({ tm, zone: 'B' })), begin: 58.2 });
    expect(changeReason(then, now)).toBe(
      'B 58.30, B 58.34 and B 58.38 °C: 0.20, 0.16 and 0.12 °C below, now inside',
    );
  });

  it('are a quality or a significance, by the threshold of the phase or the zone', () => {
    const rejected = (reason: Peak['reason'], measured: number, limit: number) =>
      call({ melt: [peak({ tm: 60, zone: 'D', accepted: false, reason, measured, limit })] });
    const counts = call({ melt: [peak({ tm: 60, zone: 'D', quality: 0.45, significance: 6, height: 70 })] });
    expect(changeReason(rejected('quality-below-threshold', 0.45, 0.5), counts)).toBe(
      'D 60.00 °C, quality 0.45: below 0.5, now above 0.4',
    );
    expect(changeReason(rejected('significance-below-threshold', 6, 8), counts)).toBe(
      'D 60.00 °C, significance 6: below 8, now above 4.72',
    );
    expect(changeReason(counts, rejected('quality-below-threshold', 0.3, 0.4))).toBe(
      'D 60.00 °C, quality 0.3: now below 0.4',
    );
    const zoned = {
      ...counts,
      phases: counts.phases.map((phase) => ({
        ...phase,
        zones: phase.zones.map((zone) =>
          zone.name === 'D' ? { ...zone, minThreshold: 65, minQuality: 0.42 } : zone,
        ),
      })),
    };
    expect(changeReason(rejected('zone-height-below-threshold', 70, 80), zoned)).toBe(
      'D 60.00 °C, 70 RFU/°C: below 80, now above 65',
    );
    expect(changeReason(rejected('zone-quality-below-threshold', 0.45, 0.5), zoned)).toBe(
      'D 60.00 °C, quality 0.45: below 0.5, now above 0.42',
    );
  });

  it('use the threshold of the peak’s own phase, also outside all zones', () => {
    const low = { tm: 70, height: 57, quality: 0.45, zone: null };
    const rejected = { accepted: false, reason: 'height-below-threshold', measured: 57, limit: 60 } as const;
    const now = call({ anneal: [peak(low)], threshold: 55 });
    const [melt, anneal] = now.explanation.phases;
    const lower = { ...melt!, settings: { ...melt!.settings, minThreshold: 20, minQuality: 0.1 } };
    const sides = { ...now, explanation: { ...now.explanation, phases: [lower, anneal!] } };
    expect(changeReason(call({ anneal: [peak({ ...low, ...rejected })] }), sides)).toBe(
      '70.00 °C, 57 RFU/°C: below 60, now above 55',
    );
    const poor = { ...rejected, reason: 'quality-below-threshold', measured: 0.45, limit: 0.5 } as const;
    expect(changeReason(call({ anneal: [peak({ ...low, ...poor })] }), sides)).toBe(
      '70.00 °C, quality 0.45: below 0.5, now above 0.4',
    );
  });

  it('are a reason without figures', () => {
    const without = (change: Partial<Peak>) =>
      changeReason(
        call({
          anneal: [
            peak({ accepted: false, reason: 'height-below-threshold', measured: 57, limit: 60, ...change }),
          ],
        }),
        call({ anneal: [peak({})] }),
      );
    expect(without({ measured: null })).toBe('A 55.24 °C: height 0 below threshold 60, now counts');
    expect(without({ limit: null })).toBe('A 55.24 °C: height 57 below threshold 0, now counts');
    expect(without({ reason: null })).toBe('A 55.24 °C: nowhere, now counts');
    const counted = call({ anneal: [peak({})] });
    expect(changeReason(counted, call({ anneal: [peak({ accepted: false })] }))).toBe(
      'A 55.24 °C: now nowhere',
    );
  });

  it('are another shape, or that it was not compared', () => {
    const shaped = (outcome: WellShape['outcome']) =>
      call({
        call: {
          shape: {
            ...{ phase: 'MELT', outcome, fault: null, faultOf: [], ratio: 2, scatter: 0.1 },
            references: [{ name: 'HETEROZYGOUS', wells: 3, distance: 0.5, most: 1, mostAt: 80, border: 1 }],
          },
        },
      });
    expect(changeReason(shaped('like'), shaped('unlike-any'))).toBe(
      'shape like Heterozygous, now unlike any reference',
    );
    expect(changeReason(call({}), shaped('not-known'))).toBe('shape not compared, now not known');
    expect(changeReason(shaped('like'), shaped('like'))).not.toContain('shape');
  });

  it('are channels that amplified on one side only', () => {
    const amplified = (...outcomes: readonly WellAmplification['outcome'][]) =>
      call({
        call: {
          amplification: outcomes.map((outcome, index) => ({
            ...{ channel: (['FAM', 'HEX'] as const)[index] ?? 'ROX', outcome, fault: null, cq: null },
            ...{ source: null, latestCycle: 35 },
          })),
        },
      });
    const then = amplified('amplified', 'not-amplified');
    expect(changeReason(then, amplified('not-known', 'amplified'))).toBe(
      'FAM amplified, now not known if amplified; HEX not amplified, now amplified',
    );
    expect(changeReason(then, amplified('amplified', 'not-known'))).toBe(
      'HEX not amplified, now not known if amplified',
    );
    expect(changeReason(amplified('amplified'), then)).not.toContain('amplified');
  });

  it('are all flags that prevented the call before, each once', () => {
    const flag = { phase: 'MELT', zone: null, temperature: 60, measured: 90, limit: 10 } as const;
    const flags = (['no-signal', 'unresolved-melt', 'no-signal'] as const).map((code) => ({ ...flag, code }));
    expect(changeReason(call({ call: { flags } }), call({}))).toBe(
      'no call then (no signal, unexplained melt), which no longer applies',
    );
  });
});

describe('WHATIF-03 pairs of peaks', () => {
  const pairs = (then: readonly number[], now: readonly number[]) =>
    peakPairs(
      call({ anneal: then.map((tm) => peak({ tm })) }).explanation,
      call({ anneal: now.map((tm) => peak({ tm })) }).explanation,
    ).map(({ then: before, now: after }) => [before?.tm, after?.tm]);

  it('are the nearest, each once, in order of temperature', () => {
    expect(pairs([55.2, 55.05], [55])).toEqual([
      [55.05, 55],
      [55.2, undefined],
    ]);
    expect(pairs([55.05, 55.2], [55])).toEqual([
      [55.05, 55],
      [55.2, undefined],
    ]);
    expect(pairs([50, 60], [55])).toEqual([
      [50, undefined],
      [undefined, 55],
      [60, undefined],
    ]);
    expect(pairs([0], [0.3])).toEqual([[0, 0.3]]);
  });

  it('include those of a phase that was read on one side only', () => {
    const { explanation } = call({ melt: [peak({ tm: 60 })] });
    const nothing = { ...explanation, phases: [] };
    expect(peakPairs(explanation, nothing)).toMatchObject([{ phase: 'MELT', now: null }]);
    expect(peakPairs(nothing, explanation)).toMatchObject([{ phase: 'MELT', then: null }]);
  });
});
