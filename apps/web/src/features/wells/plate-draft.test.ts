import type { ChannelName, DiagnosticColor, Run } from '@curvewell/contracts';
import { expect, test } from 'vitest';

import {
  EMPTY_WELL,
  plateDraftOf,
  plateWith,
  replacedValues,
  updateOf,
  wellChanged,
  wellCleared,
  wellLike,
  type WellDraft,
} from './plate-draft.ts';
import { historyOf, historyWith, redone, undone } from './plate-history.ts';
import { lettersOf, plateState } from './what-is-missing.ts';

const kit = (name: string) => ({ id: `${name} v1`, version: 'v1', kit: { id: name, name } });
const LCT = kit('LCT');
const LOT = { id: 'lot', name: '26B0417', expirationDate: '2027-03-31' };
const BUFFER = { id: 'buffer', name: 'RB-2' };
const HET = { id: 'het', diagnosticLabel: 'Heterozygous' } as unknown as DiagnosticColor; // only told apart here

const complete: WellDraft = {
  name: 'S-1',
  sampleType: 'STANDARD',
  kitVersion: LCT,
  lot: LOT,
  reactionBuffer: BUFFER,
  expected: { FAM: HET },
};
const channels = ({ expected }: WellDraft) =>
  (['FAM'] as ChannelName[]).map((channel) => ({
    channel,
    label: null,
    isSet: expected[channel] !== undefined,
  }));

test('STEP2-14 another kit version clears reaction buffer, lot and expected result', () => {
  expect(wellChanged(complete, { field: 'kitVersion', value: kit('F2') })).toMatchObject({
    lot: null,
    reactionBuffer: null,
    expected: {},
    name: 'S-1',
    sampleType: 'STANDARD',
  });
  expect(wellChanged(complete, { field: 'kitVersion', value: LCT })).toBe(complete);
});

test('STEP2-15 another reaction buffer clears the expected diagnostic only', () => {
  const changed = wellChanged(complete, { field: 'reactionBuffer', value: { id: 'other', name: 'RB-1' } });
  expect(changed).toMatchObject({ lot: LOT, expected: {} });
});

test('STEP2-11 only a standard keeps an expected diagnostic', () => {
  expect(wellChanged(complete, { field: 'sampleType', value: 'BLOOD' }).expected).toEqual({});
  expect(wellChanged(complete, { field: 'sampleType', value: 'STANDARD' }).expected).toEqual({ FAM: HET });
});

test('STEP2-16 a change across wells whose values differ names what it replaces', () => {
  const other = { ...complete, kitVersion: kit('F2') };
  const change = { field: 'kitVersion', value: LCT } as const;
  expect(replacedValues([complete, other], change)).toEqual(['LCT (v1)', 'F2 (v1)']);
  expect(replacedValues([complete, complete], { field: 'kitVersion', value: kit('F2') })).toEqual([]);
  // Filling gaps replaces nothing.
  expect(replacedValues([complete, EMPTY_WELL], change)).toEqual([]);
});

test('STEP2-17 STEP2-18 a well is incomplete once any of the four is set, and not when none is', () => {
  const plate = new Map([
    ['A1', complete],
    ['A2', { ...EMPTY_WELL, name: 'S-2' }],
    ['A3', { ...complete, lot: null }],
    ['A4', { ...EMPTY_WELL, sampleType: 'BLOOD' as const }],
  ]);
  const state = plateState(plate, channels);
  expect([state.setCount, state.completeCount]).toEqual([3, 1]);
  expect([...state.missing].map(([position, items]) => [position, lettersOf(items)])).toEqual([
    ['A3', 'L'],
    ['A4', 'KLB'],
  ]);
  expect(state.rows[0]).toMatchObject({ item: { item: 'lot' }, positions: ['A3', 'A4'] });
});

test('STEP2-19 a standard lacks its expected diagnostic in a channel that has diagnostics', () => {
  const state = plateState(new Map([['A1', { ...complete, expected: {} }]]), channels);
  expect(state.rows).toMatchObject([{ item: { item: 'expectedDiagnostic', channel: 'FAM' } }]);
  expect(plateState(new Map([['A1', { ...complete, expected: {} }]]), () => []).rows).toEqual([]);
});

test('steps can be undone and done again, and a new step ends what was undone', () => {
  const start = new Map([['A1', EMPTY_WELL]]);
  const one = plateWith(start, { positions: ['A1'], to: () => complete });
  const history = historyWith(historyOf(start), { plate: one, name: 'lot on 1 well' });
  expect(undone(history).plate).toBe(start);
  expect(redone(undone(history)).plate).toBe(one);
  expect(historyWith(undone(history), { plate: new Map(), name: 'x' }).future).toEqual([]);
});

test('clearing keeps the name, copying too', () => {
  expect(wellCleared(complete)).toEqual({ ...EMPTY_WELL, name: 'S-1' });
  expect(wellLike(complete)({ ...EMPTY_WELL, name: 'S-9' })).toEqual({ ...complete, name: 'S-9' });
});

test('a plate is read from all channels and saved to all channels', () => {
  const well = {
    name: 'S-1',
    sampleType: 'STANDARD',
    kitVersion: LCT,
    lot: LOT,
    reactionBuffer: BUFFER,
  };
  const run = {
    plateType: 'RECTANGULAR_96',
    revision: 4,
    analyses: [
      { channel: 'FAM', wells: { A1: { ...well, channel: 'FAM', expectedDiagnostic: HET } } },
      { channel: 'TEXAS_RED', wells: { A1: { ...well, channel: 'TEXAS_RED', expectedDiagnostic: null } } },
    ],
  } as unknown as Run; // what a draft is made of
  const plate = plateDraftOf(run);
  expect(plate.get('A1')).toEqual(complete);
  expect(updateOf(run, plate)).toMatchObject({
    revision: 4,
    analyses: [
      { channel: 'FAM', wells: { A1: { lot: { id: 'lot' }, expectedDiagnostic: { id: 'het' } } } },
      { channel: 'TEXAS_RED', wells: { A1: { kitVersion: { id: 'LCT v1' }, expectedDiagnostic: null } } },
    ],
  });
});
