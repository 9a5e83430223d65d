import type { CallExplanation, CallFlag, Peak } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { countedPeak, phaseWith, rejectedPeak, zoneOf } from '../../test/peaks.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { withoutUsualDoubts } from './usual-doubts.ts';

const KIT: ChannelConfiguration = {
  channel: 'FAM',
  phases: [phaseWith([zoneOf('A', 58, 62)])],
  rules: [],
};

interface Well {
  /** Distance of the doubt from the product, °C, and its size, RFU. */
  readonly away: number;
  readonly size: number;
  readonly group: string | null;
  readonly significance: number;
  readonly others: readonly number[];
}

const well = (change: Partial<Well> = {}): Well => ({
  away: -4,
  size: 60,
  group: null,
  significance: 100,
  others: [],
  ...change,
});

/** A product of 300 RFU at 60 °C, further products, and a doubt. */
function callOf({ away, size, significance, others }: Well) {
  const peaks = [
    countedPeak({ tm: 60, significance }),
    ...others.map((tm) => countedPeak({ tm, height: 60 })),
  ];
  const flag: CallFlag = {
    code: 'uncounted-melt',
    phase: 'MELT',
    zone: null,
    temperature: 60 + away,
    measured: size,
    limit: 10,
  };
  const explanation = { phases: [{ type: 'MELT', peaks }], flags: [flag] };
  return { explanation: explanation as unknown as CallExplanation };
}

/** The number of flags that each well keeps. */
const kept = (wells: readonly Well[], configuration = KIT): number[] =>
  withoutUsualDoubts(
    wells.map(callOf),
    configuration,
    wells.map(({ group }) => group),
  ).map(({ explanation }) => explanation.flags.length);

const FIVE = Array.from({ length: 5 }, () => well());

describe('REVIEW-302 one well keeps the flag of a doubt that most wells with a product share', () => {
  it('if it is at the same distance from the product and no larger', () => {
    expect(kept(FIVE)).toEqual([1, 0, 0, 0, 0]);
    expect(kept([...FIVE, well({ size: 100 })])).toEqual([1, 0, 0, 0, 0, 1]);
    expect(kept([...FIVE, well({ away: -5 })])).toEqual([1, 0, 0, 0, 0, 1]);
    expect(kept([...FIVE, well({ size: 20 })])).toEqual([1, 0, 0, 0, 0, 0]);
    expect(kept([...FIVE, well({ size: 70 })])).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('namely the largest, with the number of wells', () => {
    const wells = [...FIVE, well({ size: 70 })];
    const calls = withoutUsualDoubts(
      wells.map(callOf),
      KIT,
      wells.map(() => null),
    );
    expect(calls.map(({ explanation }) => explanation.flags.map(({ wellsAlike }) => wellsAlike))).toEqual([
      ...FIVE.map(() => []),
      [6],
    ]);
  });

  it('separately for each kind of doubt', () => {
    const twice = { ...callOf(well()), other: callOf(well({ away: 5, size: 40 })) };
    const both = {
      explanation: {
        ...twice.explanation,
        flags: [...twice.explanation.flags, ...twice.other.explanation.flags],
      },
    };
    const calls = withoutUsualDoubts(
      FIVE.map(() => structuredClone(both)),
      KIT,
      FIVE.map(() => null),
    );
    expect(calls.map(({ explanation }) => explanation.flags.length)).toEqual([2, 0, 0, 0, 0]);
  });

  it('and so does each of the few wells that have it', () => {
    const plain = Array.from({ length: 3 }, () => well({ away: 8 }));
    expect(kept([...FIVE, ...plain]).slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    expect(kept(FIVE.slice(1))).toEqual([1, 1, 1, 1]);
  });

  it('and so does a well with another peak, or with one that noise makes uncertain', () => {
    expect(kept([...FIVE, well({ others: [66] })]).at(-1)).toBe(1);
    expect(kept([...FIVE, well({ significance: 60 })]).at(-1)).toBe(1);
  });

  it('and so do wells of one sample, or without zones', () => {
    expect(kept(FIVE.map((one) => ({ ...one, group: 'S-1' })))).toEqual([1, 1, 1, 1, 1]);
    expect(kept(FIVE, { ...KIT, phases: [phaseWith([])] })).toEqual([1, 1, 1, 1, 1]);
  });
});

/** A call with these counted and rejected peaks and flags, in phase MELT. */
const callWith = (peaks: readonly Peak[], flags: readonly CallFlag[]) => ({
  explanation: { phases: [{ type: 'MELT', peaks }], flags } as unknown as CallExplanation, // the fields that are used
});
const doubtOf = (change: Partial<CallFlag> = {}): CallFlag => ({
  code: 'uncounted-melt',
  phase: 'MELT',
  zone: null,
  temperature: 56,
  measured: 60,
  limit: 10,
  ...change,
});
type Call = ReturnType<typeof callWith>;
const plain = (tm = 60, flags = [doubtOf({ temperature: tm - 4 })]): Call =>
  callWith([countedPeak({ tm, significance: 70 })], flags);
const wells = (count: number, make: () => Call = plain): Call[] =>
  Array.from({ length: count }, () => make());
const flagsOf = (calls: readonly Call[], configuration = KIT) =>
  withoutUsualDoubts(
    calls,
    configuration,
    calls.map(() => null),
  ).map(({ explanation }) => explanation.flags);
const counts = (calls: readonly Call[]): number[] => flagsOf(calls).map(({ length }) => length);

describe('REVIEW-302 the criteria of a shared doubt', () => {
  it.each<[string, Partial<CallFlag>]>([
    ['another flag', { code: 'spike' }],
    ['of another phase', { phase: 'ANNEAL' }],
    ['without a place', { temperature: null }],
    ['without a size', { measured: null }],
  ])('exclude %s', (_, change) => {
    const calls = wells(5, () => callWith([countedPeak({ significance: 100 })], [doubtOf(change)]));
    expect(flagsOf(calls)).toEqual(calls.map(({ explanation }) => explanation.flags));
    const both = wells(5, () => plain(60, [doubtOf(change), doubtOf()]));
    expect(counts(both)).toEqual([2, 1, 1, 1, 1]);
    expect(flagsOf(both)[1]).toEqual([doubtOf(change)]);
  });

  it('are its distance from the highest counted peak, whatever the order of the peaks', () => {
    const [product, higher] = [countedPeak({ tm: 60, height: 100 }), countedPeak({ tm: 66, height: 101 })];
    const lower = { ...higher, height: 100 };
    const beside = (...peaks: readonly Peak[]) => counts([...wells(4), callWith(peaks, [doubtOf()])])[1];
    // Three others are too few: a fifth well with the same product is needed.
    expect([beside(product, lower), beside({ ...lower, height: 99 }, product)]).toEqual([0, 0]);
    expect([beside(product, higher), beside(higher, product)]).toEqual([1, 1]);
    expect(beside(product, rejectedPeak({ ...higher, accepted: false }))).toBe(0);
  });

  it('ignore wells without counted peaks or an unread phase', () => {
    const empty = callWith([], [doubtOf()]);
    const unread = { explanation: { phases: [], flags: [doubtOf()] } as unknown as CallExplanation };
    expect(counts([empty, unread, ...wells(5)])).toEqual([1, 1, 1, 0, 0, 0, 0]);
    const annealed = { ...KIT, phases: [phaseWith([zoneOf('A', 58, 62)], { phaseType: 'ANNEAL' })] };
    expect(flagsOf(wells(5), annealed).map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
  });

  it('are its fraction of the product’s area, at most a quarter larger than that of others', () => {
    const sized = (measured: number, area = 300) =>
      callWith([countedPeak({ significance: 100, area })], [doubtOf({ measured })]);
    const of = (...more: readonly Call[]) => counts([...wells(5), ...more]);
    expect(of(sized(75))).toEqual([0, 0, 0, 0, 0, 1]);
    expect(of(sized(75.1))).toEqual([1, 0, 0, 0, 0, 1]);
    expect(of(sized(120, 600))).toEqual([1, 0, 0, 0, 0, 0]);
  });

  it('are its presence in seven of ten others', () => {
    const without = () => plain(60, []);
    expect(counts([...wells(8), ...wells(3, without)])).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(counts([...wells(8), ...wells(4, without)]).slice(0, 8)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('are evaluated among wells with the same product, each with one kept flag', () => {
    const calls = [...wells(5), ...wells(6, () => plain(75))];
    expect(counts(calls)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    const reported = flagsOf(calls).flatMap((flags) => flags.map(({ wellsAlike }) => wellsAlike));
    expect(reported).toEqual([5, 6]);
    expect(counts([...wells(4), plain(75)])).toEqual([1, 1, 1, 1, 1]);
    expect(counts([...wells(4), plain(60.5)])).toEqual([1, 0, 0, 0, 0]);
  });

  it('are evaluated with wells of other samples', () => {
    const calls = wells(6);
    const groups = ['S-1', 'S-1', 'S-2', 'S-3', null, 'S-4'];
    const left = withoutUsualDoubts(calls, KIT, groups).map(({ explanation }) => explanation.flags.length);
    expect(left).toEqual([1, 0, 0, 0, 0, 0]);
    const fewer = withoutUsualDoubts(calls.slice(0, 5), KIT, groups);
    // For the first two wells, only three others are of another sample.
    expect(fewer.map(({ explanation }) => explanation.flags.length)).toEqual([1, 1, 1, 0, 0]);
  });

  it('leave calls unchanged if there is none', () => {
    const calls = wells(5, () => plain(60, []));
    expect(withoutUsualDoubts(calls, KIT, [])).toEqual(calls);
    const few = wells(3);
    expect(withoutUsualDoubts(few, KIT, [null, null, null])).toEqual(few);
    const spikes = [doubtOf({ code: 'spike' }), doubtOf()];
    const mixed = [...wells(5, () => plain(60, spikes)), plain(60, [])];
    expect(flagsOf(mixed).at(-1)).toEqual([]);
  });
});
