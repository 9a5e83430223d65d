import { describe, expect, it } from 'vitest';

import { compensationNotes, compensationTexts } from './compensation-notes.ts';
import {
  compensatedCurves,
  dyeCompensationSchema,
  isCompensated,
  type DyeCompensation,
} from './dye-compensation.ts';

const SHARES = [
  { from: 'FAM', into: 'TEXAS_RED', share: 0.2 },
  { from: 'TEXAS_RED', into: 'FAM', share: 0.05 },
] as const;
const SHARED = [...SHARES];
const TEMPERATURE = Float64Array.of(60, 61, 62);
const own = { FAM: [900, 500, 100], TEXAS_RED: [300, 300, 250] } as const;

const curves = (channel: 'FAM' | 'TEXAS_RED', value: readonly number[], temperature = TEMPERATURE) => ({
  channel,
  phase: 'MELT',
  curves: new Map([['A1', { temperature, value: Float64Array.from(value) }]]),
});
const read = [
  curves(
    'FAM',
    own.FAM.map((value, i) => value + 0.05 * own.TEXAS_RED[i]!),
  ),
  curves(
    'TEXAS_RED',
    own.TEXAS_RED.map((value, i) => value + 0.2 * own.FAM[i]!),
  ),
];

describe('REVIEW-244 the light of other dyes is taken out by solving the equations of the matrix', () => {
  it('so that each channel has its own dye’s light, and the readings stay as they were', () => {
    const before = read.map((one) => [...one.curves.get('A1')!.value]);
    const solved = compensatedCurves(read, SHARED);
    solved.forEach(({ channel, curves: ofChannel }) => {
      ofChannel.get('A1')!.value.forEach((value, i) => {
        expect(value).toBeCloseTo(own[channel][i]!, 9);
      });
    });
    expect(read.map((one) => [...one.curves.get('A1')!.value])).toEqual(before);
  });

  it('and nothing where the profile has none, a channel is missing, or temperatures differ', () => {
    expect(compensatedCurves(read, undefined)).toEqual(read);
    const alone = read.slice(0, 1);
    expect(compensatedCurves(alone, SHARED)).toEqual(alone);
    const shifted = [read[0]!, curves('TEXAS_RED', own.TEXAS_RED, Float64Array.of(60, 61, 62.1))];
    expect(compensatedCurves(shifted, SHARED)).toEqual(shifted);
    const of = { channel: 'FAM', position: 'A1', shares: SHARED } as const;
    expect([read, alone, shifted].map((phases) => isCompensated(phases, of))).toEqual([true, false, false]);
  });
});

type Channel = 'FAM' | 'TEXAS_RED';

/** What is left of readings of 100 in FAM and 80 in TEXAS_RED. */
const left = (shares: DyeCompensation) =>
  compensatedCurves([curves('FAM', [100, 100, 100]), curves('TEXAS_RED', [80, 80, 80])], shares).map(
    (one) => one.curves.get('A1')!.value[0]!,
  );

it.each<[string, DyeCompensation, readonly [number, number]]>([
  ['of one dye alone', [{ from: 'FAM', into: 'TEXAS_RED', share: 0.2 }], [100, 60]],
  ['of the other alone', [{ from: 'TEXAS_RED', into: 'FAM', share: 0.25 }], [80, 80]],
  [
    'as large as may be',
    [
      { from: 'FAM', into: 'TEXAS_RED', share: 0.5 },
      { from: 'TEXAS_RED', into: 'FAM', share: 0.5 },
    ],
    [80, 40],
  ],
])('REVIEW-244 shares %s are taken out', (_, shares, values) => {
  expect(dyeCompensationSchema.safeParse(shares).success).toBe(true);
  left(shares).forEach((value, i) => {
    expect(value).toBeCloseTo(values[i]!, 9);
  });
});

describe('REVIEW-244 a well is compensated phase by phase', () => {
  const of = (channel: Channel, phase: string, temperature = TEMPERATURE) => ({
    ...curves(channel, [100, 100, 100], temperature),
    phase,
  });
  const isSo = (phases: readonly ReturnType<typeof of>[], channel: Channel = 'FAM', position = 'A1') =>
    isCompensated(phases, { channel, position, shares: SHARED });
  const melt = [of('FAM', 'MELT'), of('TEXAS_RED', 'MELT')];

  it('so one that was read in both channels in one phase only is not', () => {
    expect(isSo(melt)).toBe(true);
    expect(isSo([...melt, of('FAM', 'ANNEAL')])).toBe(false);
    // Its other channel has no reading of that phase that would lack anything.
    expect(isSo([...melt, of('FAM', 'ANNEAL')], 'TEXAS_RED')).toBe(true);
    expect(isSo([...melt, of('FAM', 'ANNEAL'), of('TEXAS_RED', 'ANNEAL')])).toBe(true);
    expect(isSo([of('FAM', 'MELT'), of('TEXAS_RED', 'ANNEAL')])).toBe(false);
  });

  it('and one without readings, or with more in one channel, is not', () => {
    expect([isSo([]), isSo(melt, 'FAM', 'B2')]).toEqual([false, false]);
    const short = of('FAM', 'MELT', TEMPERATURE.slice(0, 2));
    expect(isSo([short, of('TEXAS_RED', 'MELT')])).toBe(false);
    expect(isSo([of('TEXAS_RED', 'MELT'), short], 'TEXAS_RED')).toBe(false);
  });

  it('and nothing is taken out where all shares are 0', () => {
    const shares = [{ from: 'FAM', into: 'TEXAS_RED', share: 0 }] as const;
    expect(isCompensated(melt, { channel: 'FAM', position: 'A1', shares: [...shares] })).toBe(false);
    expect(compensatedCurves(melt, [...shares])).toEqual(melt);
  });
});

it('REVIEW-245 a wrong share is named by its place, and both shares of two channels are as many as there are', () => {
  const issuesOf = (shares: unknown) =>
    dyeCompensationSchema
      .safeParse(shares)
      .error?.issues.map(({ code, path, message }) => [code, path, message]);
  const itself = { from: 'FAM', into: 'FAM', share: 0.1 };
  expect(issuesOf([SHARES[0], itself])).toEqual([['custom', [1], 'A share needs two different channels.']]);
  expect(issuesOf([SHARES[1], SHARES[1]])).toEqual([['custom', [1], 'This pair of channels occurs twice.']]);
  expect(issuesOf(SHARES)).toBeUndefined();
  expect(issuesOf([SHARES[0]])).toBeUndefined();
  expect(issuesOf([SHARES[0], SHARES[1], itself])?.[0]?.[0]).toBe('too_big');
});

it.each([
  ['beyond a half', [{ ...SHARES[0], share: 0.51 }]],
  ['below nothing', [{ ...SHARES[0], share: -0.01 }]],
  ['of a channel in itself', [{ from: 'FAM', into: 'FAM', share: 0.1 }]],
  ['that comes twice', [SHARES[0], SHARES[0]]],
  ['of none', []],
])('REVIEW-245 a share %s is refused', (_, shares) => {
  expect(dyeCompensationSchema.safeParse(shares).success).toBe(false);
  expect(dyeCompensationSchema.safeParse(SHARES).success).toBe(true);
});

it('REVIEW-246 what was taken out is told of a well, and once of the plate with the wells where it was not', () => {
  expect(compensationTexts({})).toEqual([]);
  expect(compensationTexts({ compensation: SHARED })).toEqual([
    'Readings compensated for cross-talk: 20 % of FAM in TEXAS_RED, 5 % of TEXAS_RED in FAM.',
  ]);
  const looked = (position: string, compensation?: typeof SHARED) =>
    ({ well: { position }, called: { explanation: { compensation } } }) as unknown as Parameters<
      typeof compensationNotes
    >[0][number]; // what the note looks at
  expect(compensationNotes([looked('A1')])).toEqual([]);
  expect(compensationNotes([looked('A1', SHARED)])[0]?.positions).toEqual([]);
  expect(compensationNotes([looked('A1', SHARED), looked('B2')])[0]).toMatchObject({
    text: expect.stringContaining('except wells that lack a channel') as string,
    positions: ['B2'],
  });
});
