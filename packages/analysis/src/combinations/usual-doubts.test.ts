import type { CallExplanation, CallFlag } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { countedPeak, phaseWith, zoneOf } from '../../test/peaks.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { withoutUsualDoubts } from './usual-doubts.ts';

const KIT: ChannelConfiguration = {
  channel: 'FAM',
  phases: [phaseWith([zoneOf('A', 58, 62)])],
  rules: [],
};

interface Well {
  /** How far from the product, °C, and how large, RFU, the doubt is. */
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

/** A product of 300 RFU at 60 °C, others, and a doubt. */
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

/** How many flags each well keeps. */
const kept = (wells: readonly Well[], configuration = KIT): number[] =>
  withoutUsualDoubts(
    wells.map(callOf),
    configuration,
    wells.map(({ group }) => group),
  ).map(({ explanation }) => explanation.flags.length);

const FIVE = Array.from({ length: 5 }, () => well());

describe('REVIEW-302 of a doubt that most wells with a product have one well keeps the flag', () => {
  it('where it is as far from the product and no larger', () => {
    expect(kept(FIVE)).toEqual([1, 0, 0, 0, 0]);
    expect(kept([...FIVE, well({ size: 100 })])).toEqual([1, 0, 0, 0, 0, 1]);
    expect(kept([...FIVE, well({ away: -5 })])).toEqual([1, 0, 0, 0, 0, 1]);
    expect(kept([...FIVE, well({ size: 20 })])).toEqual([1, 0, 0, 0, 0, 0]);
    expect(kept([...FIVE, well({ size: 70 })])).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('the largest, which says how many wells have it', () => {
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

  it('each kind of it by itself', () => {
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

  it('and is one of the few that have it', () => {
    const plain = Array.from({ length: 3 }, () => well({ away: 8 }));
    expect(kept([...FIVE, ...plain]).slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    expect(kept(FIVE.slice(1))).toEqual([1, 1, 1, 1]);
  });

  it('and of a well with another peak, or with one that noise makes unsure', () => {
    expect(kept([...FIVE, well({ others: [66] })]).at(-1)).toBe(1);
    expect(kept([...FIVE, well({ significance: 60 })]).at(-1)).toBe(1);
  });

  it('and of wells that hold one sample, or without zones', () => {
    expect(kept(FIVE.map((one) => ({ ...one, group: 'S-1' })))).toEqual([1, 1, 1, 1, 1]);
    expect(kept(FIVE, { ...KIT, phases: [phaseWith([])] })).toEqual([1, 1, 1, 1, 1]);
  });
});
