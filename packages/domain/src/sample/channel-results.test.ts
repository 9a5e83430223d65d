import { describe, expect, it } from 'vitest';

import { channelContext, channelResult, sampleGroups } from './channel-results.ts';
import type { DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import { replicateResults, type ReplicateWell } from './replicate-results.ts';
import {
  DEFAULT_REPLICATES,
  usedReplicates,
  type ReplicateSettings,
} from '../settings/replicate-settings.ts';

const color = (name: string): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
});
const [MUTATED, NEGATIVE, OWN] = ['HOMOZYGOUS_MUTATED', 'NEGATIVE', 'Own without a meaning'].map(color);
/** What the derivation reads of an explanation. */
const read = (...codes: readonly string[]) =>
  ({ flags: codes.map((code) => ({ code })), phases: [] }) as never;
const well = (of: Partial<ReplicateWell> = {}): ReplicateWell => ({
  wellId: of.position ?? 'A1',
  position: 'A1',
  channel: 'FAM',
  name: 'S-1',
  orderId: null,
  sampleType: 'BLOOD',
  kit: 'Kit',
  kitVersionId: 'v',
  lotId: 'l',
  reactionBufferId: 'b',
  expected: null,
  found: MUTATED!,
  isOverridden: false,
  isOutOfRange: false,
  explanation: read(),
  ...of,
});

interface On {
  /** Other wells of the plate. */
  readonly others?: readonly ReplicateWell[];
  readonly replicates?: Partial<ReplicateSettings>;
}
const resultOf = (wells: readonly ReplicateWell[], { others = [], replicates }: On = {}) => {
  const all = [...wells, ...others];
  const used = replicates && usedReplicates({ ...DEFAULT_REPLICATES, ...replicates });
  const { found, fault, counted } = channelResult(
    'FAM',
    wells,
    channelContext(
      all,
      replicateResults(all, () => used),
    ),
  );
  return [found?.diagnostic.name ?? null, fault, counted.join(' ')];
};
const without = (fault: string) => [null, fault, ''];
const A2 = { position: 'A2' };

describe('REVIEW-417 the wells of a sample', () => {
  const placesOf = (wells: readonly ReplicateWell[]) =>
    sampleGroups(wells).map((group) => group.wells.map(({ position, channel }) => `${position} ${channel}`));

  it('are those with its name, order and type, in the order of the plate and of channels', () => {
    const wells = [
      well({ position: 'B1' }),
      well({ ...A2, channel: 'HEX' }),
      well(A2),
      well({ kitVersionId: 'w' }),
    ];
    expect(placesOf(wells)).toEqual([['A1 FAM', 'A2 FAM', 'A2 HEX', 'B1 FAM']]);
    expect(sampleGroups([well({ orderId: 'O-1' })])).toMatchObject([
      { name: 'S-1', orderId: 'O-1', sampleType: 'BLOOD', wells: [{ wellId: 'A1' }] },
    ]);
  });

  it.each<[string, Partial<ReplicateWell>]>([
    ['name', { name: 'S-2' }],
    ['case', { name: 's-1' }],
    ['order', { orderId: 'O-1' }],
    ['type', { sampleType: 'DNA' }],
  ])('are not those with another %s', (_, other) => {
    expect(placesOf([well(), well({ ...A2, ...other })])).toEqual([['A1 FAM'], ['A2 FAM']]);
  });

  it.each<[string, Partial<ReplicateWell>]>([
    ['without a name', { name: null }],
    ['of a control', { sampleType: 'NEGATIVE_TEST' }],
    ['of a standard', { sampleType: 'STANDARD' }],
  ])('%s are those of one position', (_, of) => {
    const wells = [well(of), well({ ...of, channel: 'HEX' }), well({ ...of, ...A2 })];
    expect(placesOf(wells)).toEqual([['A1 FAM', 'A1 HEX'], ['A2 FAM']]);
  });
});

describe('REVIEW-416 the result of a sample in a channel', () => {
  const control = well({
    sampleType: 'NEGATIVE_TEST',
    name: 'NTC',
    position: 'H12',
    found: color('TEST_KO'),
  });

  it('is that of its well, which counts', () => {
    expect(resultOf([well()])).toEqual(['HOMOZYGOUS_MUTATED', null, 'A1']);
    expect(resultOf([])).toEqual(without('not-set'));
    expect(resultOf([well({ explanation: null })])).toEqual(without('not-analysed'));
    expect(resultOf([well({ found: null })])).toEqual(without('no-call'));
    expect(resultOf([well({ found: OWN! })])).toEqual(['Own without a meaning', 'no-statement', 'A1']);
  });

  it('states its wells, and whether a user overrode one', () => {
    const wells = [well(), well({ ...A2, isOverridden: true, found: null })];
    expect(channelResult('FAM', wells, channelContext(wells, []))).toEqual({
      channel: 'FAM',
      found: null,
      fault: 'several-wells',
      counted: [],
      isByHand: true,
      wells: [
        { wellId: 'A1', position: 'A1', found: MUTATED },
        { wellId: 'A2', position: 'A2', found: null },
      ],
    });
    expect(channelResult('FAM', [well()], channelContext([well()], []))).toMatchObject({ isByHand: false });
  });

  it('is missing with several wells, lots or buffers', () => {
    const unread = { explanation: null };
    expect(resultOf([well(), well(A2)])).toEqual(without('several-wells'));
    expect(resultOf([well(), well({ ...A2, ...unread })])).toEqual(without('several-wells'));
    expect(resultOf([well(unread), well({ ...A2, ...unread })])).toEqual(without('not-analysed'));
    for (const other of [{ lotId: 'm' }, { reactionBufferId: 'c' }])
      expect(resultOf([well(), well({ ...A2, ...other })], { replicates: {} })).toEqual(
        without('several-mixes'),
      );
  });

  it('is missing if a control of its mix failed, unless a user overrode the well', () => {
    expect(resultOf([well()], { others: [control] })).toEqual(without('failed-control'));
    expect(resultOf([well()], { others: [{ ...control, lotId: 'other' }] })[1]).toBeNull();
    expect(resultOf([well({ explanation: read('failed-control') })])).toEqual(without('failed-control'));
    const byHand = { isOverridden: true, explanation: read('failed-control') };
    expect(resultOf([well(byHand)], { others: [control] })[1]).toBeNull();
  });

  it('is what a control or standard shows, also if it failed', () => {
    expect(resultOf([control])).toEqual(['TEST_KO', null, 'H12']);
    const standard = { ...control, sampleType: 'STANDARD', found: MUTATED!, isOutOfRange: true } as const;
    expect(resultOf([{ ...standard, explanation: read('failed-control') }])).toEqual([
      ...['HOMOZYGOUS_MUTATED', null, 'H12'],
    ]);
  });

  it('is that of its replicates, of which only the wells behind it count', () => {
    const anyOf3 = { rule: 'any-positive', ignoresNoCall: true } as const;
    const wells = [well({ found: NEGATIVE! }), well(A2), well({ position: 'A3', found: null })];
    expect(resultOf(wells, { replicates: anyOf3 })).toEqual(['HOMOZYGOUS_MUTATED', null, 'A2']);
    expect(resultOf(wells.slice(0, 2), { replicates: {} })).toEqual(without('results-differ'));
    expect(resultOf([well(), well(A2)], { replicates: {} })).toEqual(['HOMOZYGOUS_MUTATED', null, 'A1 A2']);
    // Of controls they have no common result.
    const controls = [control, { ...control, wellId: 'H11', position: 'H11' }];
    expect(resultOf(controls, { replicates: {} })).toEqual(without('several-wells'));
  });
});
