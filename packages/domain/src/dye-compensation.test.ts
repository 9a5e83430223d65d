import { describe, expect, it } from 'vitest';

import { compensationNotes, compensationTexts } from './compensation-notes.ts';
import { compensatedCurves, dyeCompensationSchema, isCompensated } from './dye-compensation.ts';

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

it('REVIEW-246 what was compensated is noted for a well, and once for the plate with the wells where it was not', () => {
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
