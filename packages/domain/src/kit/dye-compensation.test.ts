import { describe, expect, it } from 'vitest';

import { compensationNotes, compensationTexts } from '../call/compensation-notes.ts';
import {
  compensatedCurves,
  type DyeCompensation,
  dyeCompensationSchema,
  isCompensated,
} from './dye-compensation.ts';

const SHARES = [
  { from: 'FAM', into: 'TEXAS_RED', share: 0.2 },
  { from: 'TEXAS_RED', into: 'FAM', share: 0.05 },
] as const;
const SHARED: DyeCompensation = [...SHARES];
const TEMPERATURE = Float64Array.of(60, 61, 62);
const own = { FAM: [900, 500, 100], TEXAS_RED: [300, 300, 250] } as const;

const curves = (channel: 'FAM' | 'TEXAS_RED', value: readonly number[], temperature = TEMPERATURE) => ({
  channel,
  phase: 'MELT' as string,
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

describe('REVIEW-244 cross-talk is subtracted by solving the linear system', () => {
  it('so that each channel has its own dye’s signal, and the readings are unchanged', () => {
    const before = read.map((one) => [...one.curves.get('A1')!.value]);
    const solved = compensatedCurves(read, SHARED);
    solved.forEach(({ channel, curves: ofChannel }) => {
      ofChannel.get('A1')!.value.forEach((value, i) => {
        expect(value).toBeCloseTo(own[channel][i]!, 9);
      });
    });
    expect(read.map((one) => [...one.curves.get('A1')!.value])).toEqual(before);
  });

  it('but not if the profile has no shares, a channel is missing, or temperatures differ', () => {
    expect(compensatedCurves(read, undefined)).toEqual(read);
    const alone = read.slice(0, 1);
    expect(compensatedCurves(alone, SHARED)).toEqual(alone);
    const shifted = [read[0]!, curves('TEXAS_RED', own.TEXAS_RED, Float64Array.of(60, 61, 62.1))];
    expect(compensatedCurves(shifted, SHARED)).toEqual(shifted);
    const of = { channel: 'FAM', position: 'A1', shares: SHARED } as const;
    expect([read, alone, shifted].map((phases) => isCompensated(phases, of))).toEqual([true, false, false]);
  });
});

/** The readings when each channel's signal appears in the other by its share. */
const mixed = (intoRed: number, intoFam: number) => [
  curves(
    'FAM',
    own.FAM.map((value, i) => value + intoFam * own.TEXAS_RED[i]!),
  ),
  curves(
    'TEXAS_RED',
    own.TEXAS_RED.map((value, i) => value + intoRed * own.FAM[i]!),
  ),
];
const sharesOf = (intoRed: number, intoFam: number) =>
  dyeCompensationSchema.parse([
    { ...SHARES[1], share: intoFam },
    { ...SHARES[0], share: intoRed },
  ]);

it('REVIEW-245 every two valid shares can be subtracted, including the largest', () => {
  for (const intoRed of [0, 0.01, 0.5])
    for (const intoFam of [0, 0.3, 0.5]) {
      const both = sharesOf(intoRed, intoFam);
      // A pair without a share may be omitted.
      for (const shares of [both, both.filter(({ share }) => share > 0)])
        for (const { channel, curves: ofChannel } of compensatedCurves(mixed(intoRed, intoFam), shares))
          ofChannel.get('A1')!.value.forEach((value, i) => {
            expect(value, `${channel} ${intoRed} ${intoFam}`).toBeCloseTo(own[channel][i]!, 9);
          });
    }
});

describe('REVIEW-244 a well is not corrected', () => {
  const of = (phases: typeof read, channel: 'FAM' | 'TEXAS_RED' = 'FAM', shares = SHARED) =>
    isCompensated(phases, { channel, position: 'A1', shares });
  const annealed = (one: (typeof read)[number]) => ({ ...one, phase: 'ANNEAL' });

  it('if the other channel was not read', () => {
    const none = sharesOf(0, 0);
    expect(compensatedCurves(read, none)).toEqual(read);
    expect(of(read, 'FAM', none)).toBe(false);
    expect(of(read, 'FAM', dyeCompensationSchema.parse([{ ...SHARES[0] }]))).toBe(true);
  });

  it('if one channel has more temperatures than the other', () => {
    const longer = curves('TEXAS_RED', [...own.TEXAS_RED, 240], Float64Array.of(60, 61, 62, 63));
    for (const phases of [
      [read[0]!, longer],
      [curves('FAM', [...own.FAM, 90], Float64Array.of(60, 61, 62, 63)), read[1]!],
    ]) {
      expect(compensatedCurves(phases, SHARED)).toEqual(phases);
      expect(of(phases)).toBe(false);
    }
  });

  it('in a phase that was read in one channel, whatever the other phase', () => {
    const [fam, red] = read;
    const phases = [annealed(red!), fam!, red!];
    const [alone, ...both] = compensatedCurves(phases, SHARED);
    expect(alone).toEqual(annealed(red!));
    expect(both).toEqual(compensatedCurves(read, SHARED));
    // Red was read in a phase without FAM, so its well is not corrected in every phase.
    expect([of(phases), of(phases, 'TEXAS_RED')]).toEqual([true, false]);
    expect(of([annealed(fam!), ...read])).toBe(false);
  });

  it('if it was read in no phase', () => {
    const elsewhere = read.map((one) => ({ ...one, curves: new Map([['B2', one.curves.get('A1')!]]) }));
    expect(of(elsewhere)).toBe(false);
    expect(of([...elsewhere.map(annealed), ...read])).toBe(true);
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

it('REVIEW-245 an invalid share is named by its path, with the fault', () => {
  const issuesOf = (...shares: readonly object[]) =>
    dyeCompensationSchema.safeParse(shares).error?.issues.map(({ path, message }) => [path, message]);
  expect(issuesOf(SHARES[0], { ...SHARES[1], into: 'TEXAS_RED' })).toEqual([
    [[1], 'A share needs two different channels.'],
  ]);
  expect(issuesOf(SHARES[0], SHARES[0])).toEqual([[[1], 'This pair of channels occurs twice.']]);
  // Eight channels have 56 pairs, so a longer list is invalid.
  expect(
    dyeCompensationSchema.safeParse(Array.from({ length: 57 }, () => SHARES[0])).error?.issues,
  ).toMatchObject([{ code: 'too_big', path: [] }]);
});

it('REVIEW-246 the correction is noted for a well, and once for the plate with the uncorrected wells', () => {
  expect(compensationTexts({})).toEqual([]);
  expect(compensationTexts({ compensation: SHARED })).toEqual([
    'Readings compensated for cross-talk: 20 % of FAM in TEXAS_RED, 5 % of TEXAS_RED in FAM.',
  ]);
  const looked = (position: string, compensation?: typeof SHARED, channel = 'FAM') =>
    ({ well: { position }, called: { channel, explanation: { compensation } } }) as unknown as Parameters<
      typeof compensationNotes
    >[0][number]; // the fields that the note uses
  expect(compensationNotes([looked('A1')])).toEqual([]);
  expect(compensationNotes([looked('A1', SHARED)])[0]?.positions).toEqual([]);
  expect(compensationNotes([looked('A1', SHARED), looked('B2')])[0]).toMatchObject({
    text: expect.stringContaining('except wells that lack a channel') as string,
    positions: ['B2'],
  });
  // A channel without cross-talk lacks no correction.
  expect(compensationNotes([looked('A1', SHARED), looked('A1', undefined, 'HEX')])[0]?.positions).toEqual([]);
});

describe('KIT-195 more than two channels are compensated', () => {
  const FIVE = ['FAM', 'TEXAS_RED', 'HEX', 'CY5', 'CY5_5'] as const;
  const neighbours = FIVE.slice(1).flatMap((channel, index) => [
    { from: FIVE[index]!, into: channel, share: 0.3 },
    { from: channel, into: FIVE[index]!, share: 0.1 },
  ]);
  const shares = dyeCompensationSchema.parse(neighbours);
  const signal = (channel: string) => [500, 400, 300].map((value, i) => value + 100 * channel.length * i);
  const of = (channels: readonly (typeof FIVE)[number][]) =>
    channels.map((into) => {
      const value = signal(into).map((one, i) =>
        shares
          .filter((share) => share.into === into)
          .reduce((sum, { from, share }) => sum + share * signal(from)[i]!, one),
      );
      return {
        channel: into,
        phase: 'MELT',
        curves: new Map([['A1', { temperature: TEMPERATURE, value: Float64Array.from(value) }]]),
      };
    });

  it('each by the dyes of all others', () => {
    for (const { channel, curves: solved } of compensatedCurves(of(FIVE), shares))
      solved.get('A1')!.value.forEach((value, i) => {
        expect(value, channel).toBeCloseTo(signal(channel)[i]!, 9);
      });
  });

  it('only by channels that share signal with it, so that others may be missing', () => {
    const pair = dyeCompensationSchema.parse([
      { from: 'FAM', into: 'HEX', share: 0.2 },
      { from: 'TEXAS_RED', into: 'CY5', share: 0.1 },
    ]);
    const phases = of(['FAM', 'TEXAS_RED', 'HEX']);
    const place = { position: 'A1', shares: pair } as const;
    expect(FIVE.map((channel) => isCompensated(phases, { ...place, channel }))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    const [fam, red, hex] = compensatedCurves(phases, pair);
    expect([fam, red]).toEqual(phases.slice(0, 2));
    const read = phases.map(({ curves: own }) => own.get('A1')!.value);
    expect([...hex!.curves.get('A1')!.value]).toEqual(
      [...read[2]!].map((value, i) => value - 0.2 * read[0]![i]!),
    );
  });

  it('unless one channel reads more of the others than can be separated', () => {
    const into = (share: number) =>
      dyeCompensationSchema.safeParse([
        { from: 'FAM', into: 'HEX', share },
        { from: 'TEXAS_RED', into: 'HEX', share: 0.4 },
      ]);
    expect(into(0.35).success).toBe(true);
    expect(into(0.36).error?.issues[0]?.message).toBe(
      'HEX reads 76 % of other dyes. At most 75 % can be compensated.',
    );
  });
});
