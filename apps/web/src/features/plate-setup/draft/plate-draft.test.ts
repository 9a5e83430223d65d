import type { ChannelName, DiagnosticColor, Run } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { lettersOf, plateState } from '../missing-settings.ts';
import {
  changedWells,
  EMPTY_WELL,
  isSameWell,
  plateDraftOf,
  updatePlate,
  replacedValues,
  updateOf,
  valueOf,
  changeWell,
  clearWell,
  copyWell,
  type WellChange,
  type WellDraft,
} from './plate-draft.ts';
import { historyOf, pushHistory, redone, undone } from './plate-history.ts';

const kit = (name: string) => ({ id: `${name} v1`, version: 'v1', kit: { id: name, name } });
const LCT = kit('LCT');
const LOT = { id: 'lot', name: '26B0417', expirationDate: '2027-03-31' };
const BUFFER = { id: 'buffer', name: 'RB-2' };
const HET = { id: 'het', diagnosticLabel: 'Heterozygous' } as unknown as DiagnosticColor; // only identity matters here
const WILD = { id: 'wild', diagnosticLabel: 'Wild type' } as unknown as DiagnosticColor; // only identity matters here

const complete: WellDraft = {
  name: 'S-1',
  orderId: 'A-77',
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

test('STEP2-14 changing the kit version clears reaction buffer, lot and expected result', () => {
  const F2 = kit('F2');
  expect(changeWell(complete, { field: 'kitVersion', value: F2 })).toEqual({
    ...complete,
    kitVersion: F2,
    lot: null,
    reactionBuffer: null,
    expected: {},
  });
  expect(changeWell(complete, { field: 'kitVersion', value: null })).toEqual({
    ...complete,
    kitVersion: null,
    lot: null,
    reactionBuffer: null,
    expected: {},
  });
  expect(changeWell(complete, { field: 'kitVersion', value: { ...LCT } })).toBe(complete);
  expect(changeWell(EMPTY_WELL, { field: 'kitVersion', value: null })).toBe(EMPTY_WELL);
});

test('STEP2-15 changing the reaction buffer clears only the expected diagnostic', () => {
  const other = { id: 'other', name: 'RB-1' };
  expect(changeWell(complete, { field: 'reactionBuffer', value: other })).toEqual({
    ...complete,
    reactionBuffer: other,
    expected: {},
  });
  expect(changeWell(complete, { field: 'reactionBuffer', value: null })).toEqual({
    ...complete,
    reactionBuffer: null,
    expected: {},
  });
  expect(changeWell(complete, { field: 'reactionBuffer', value: { ...BUFFER } })).toBe(complete);
  expect(changeWell(EMPTY_WELL, { field: 'reactionBuffer', value: null })).toBe(EMPTY_WELL);
});

test('STEP2-11 only a standard keeps an expected diagnostic', () => {
  expect(changeWell(complete, { field: 'sampleType', value: 'BLOOD' })).toEqual({
    ...complete,
    sampleType: 'BLOOD',
    expected: {},
  });
  expect(changeWell(complete, { field: 'sampleType', value: null }).expected).toEqual({});
  expect(changeWell(complete, { field: 'sampleType', value: 'STANDARD' })).toEqual(complete);
});

test('changing a lot, a name or an expected result clears nothing', () => {
  const lot = { id: 'other', name: '26C0001', expirationDate: '2027-01-01' };
  expect(changeWell(complete, { field: 'lot', value: lot })).toEqual({ ...complete, lot });
  expect(changeWell(complete, { field: 'name', value: 'S-2' })).toEqual({ ...complete, name: 'S-2' });
  expect(changeWell(complete, { field: 'name', value: '' })).toEqual({ ...complete, name: null });
  const expects = (value: DiagnosticColor | null) =>
    changeWell(complete, { field: 'expected', channel: 'TEXAS_RED', value });
  expect(expects(WILD)).toEqual({ ...complete, expected: { FAM: HET, TEXAS_RED: WILD } });
  expect(expects(null)).toEqual(complete);
  expect(changeWell(complete, { field: 'expected', channel: 'FAM', value: null }).expected).toEqual({});
});

test('TRUST-677 a typed or pasted name is shown and saved without invisible characters', () => {
  const name = (value: string) => changeWell(EMPTY_WELL, { field: 'name', value }).name;
  expect([name('S-1\u202e21'), name('\u200bS-1\u00ad'), name('\u200b')]).toEqual(['S-121', 'S-1', null]);
});

test('STEP2-16 a change across wells with different values lists what it replaces', () => {
  const other = { ...complete, kitVersion: kit('F2') };
  const change = { field: 'kitVersion', value: LCT } as const;
  expect(replacedValues([complete, other], change)).toEqual(['LCT (v1)', 'F2 (v1)']);
  expect(replacedValues([complete, complete], { field: 'kitVersion', value: kit('F2') })).toEqual([]);
  // Filling empty fields replaces nothing, and neither does a change of no wells.
  expect(replacedValues([complete, EMPTY_WELL], change)).toEqual([]);
  expect(replacedValues([EMPTY_WELL, complete], { ...change, value: kit('F2') })).toEqual(['LCT (v1)']);
  expect(replacedValues([], change)).toEqual([]);
  // Clearing different values replaces them all.
  expect(replacedValues([complete, other], { ...change, value: null })).toEqual(['LCT (v1)', 'F2 (v1)']);
});

test('a value has a text for display and a key for comparison', () => {
  const pair = (change: WellChange) => [valueOf(complete, change), valueOf(EMPTY_WELL, change)];
  expect(pair({ field: 'kitVersion', value: null })).toEqual([{ key: 'LCT v1', text: 'LCT (v1)' }, null]);
  expect(pair({ field: 'lot', value: null })).toEqual([{ key: 'lot', text: '26B0417' }, null]);
  expect(pair({ field: 'reactionBuffer', value: null })).toEqual([{ key: 'buffer', text: 'RB-2' }, null]);
  expect(pair({ field: 'sampleType', value: null })).toEqual([{ key: 'STANDARD', text: 'STANDARD' }, null]);
  expect(pair({ field: 'expected', channel: 'FAM', value: null })).toEqual([
    { key: 'het', text: 'Heterozygous' },
    null,
  ]);
  expect(pair({ field: 'expected', channel: 'TEXAS_RED', value: null })).toEqual([null, null]);
  expect(pair({ field: 'name', value: null })).toEqual([null, null]);
});

test('wells are equal if all their settings are', () => {
  expect(isSameWell(complete, { ...complete, lot: { ...LOT } })).toBe(true);
  expect(isSameWell(undefined, EMPTY_WELL)).toBe(true);
  const others: Partial<WellDraft>[] = [
    { name: 'S-2' },
    { orderId: 'A-78' },
    { sampleType: null },
    { kitVersion: null },
    { lot: null },
    { reactionBuffer: null },
    { expected: {} },
    { expected: { FAM: HET, TEXAS_RED: WILD } },
    { expected: { FAM: WILD } },
  ];
  for (const other of others)
    expect(isSameWell(complete, { ...complete, ...other }), JSON.stringify(other)).toBe(false);
  for (const part of ['kitVersion', 'lot', 'reactionBuffer'] as const)
    expect(isSameWell(EMPTY_WELL, { ...EMPTY_WELL, [part]: complete[part] }), part).toBe(false);
});

test('changed wells are those that differ; positions without a well stay empty', () => {
  const before = new Map([
    ['A1', EMPTY_WELL],
    ['A2', complete],
  ]);
  const after = updatePlate(before, { positions: ['A1', 'A9'], to: () => complete });
  expect([...after]).toEqual([
    ['A1', complete],
    ['A2', complete],
  ]);
  expect(changedWells(before, after)).toEqual(['A1']);
  expect(changedWells(new Map(), after)).toEqual(['A1', 'A2']);
});

test('steps can be undone and redone, and a new step discards redo', () => {
  const start = new Map([['A1', EMPTY_WELL]]);
  const one = updatePlate(start, { positions: ['A1'], to: () => complete });
  const history = pushHistory(historyOf(start), { plate: one, name: 'lot on 1 well' });
  expect(undone(history).plate).toBe(start);
  expect(redone(undone(history)).plate).toBe(one);
  expect(pushHistory(undone(history), { plate: new Map(), name: 'x' }).future).toEqual([]);
});

test('clearing and copying keep name and order', () => {
  const whose = { name: 'S-1', orderId: 'A-77' };
  expect(clearWell(complete)).toEqual({ ...EMPTY_WELL, ...whose });
  expect(copyWell(complete)({ ...EMPTY_WELL, name: 'S-9' })).toEqual({
    ...complete,
    name: 'S-9',
    orderId: null,
  });
  expect(changeWell(complete, { field: 'orderId', value: '' }).orderId).toBeNull();
});

test('a plate is read from and saved to all channels', () => {
  const { expected: _, ...well } = complete;
  const channel = (name: 'FAM' | 'TEXAS_RED', expectedDiagnostic: DiagnosticColor | null) => ({
    channel: name,
    wells: { A1: { ...well, channel: name, expectedDiagnostic } },
  });
  const run = {
    plateType: 'RECTANGULAR_96',
    revision: 4,
    analyses: [channel('FAM', HET), channel('TEXAS_RED', null)],
  } as unknown as Run; // only what a draft is made of
  const plate = plateDraftOf(run);
  expect([...plate]).toEqual([['A1', complete]]);
  const saved = {
    name: 'S-1',
    orderId: 'A-77',
    sampleType: 'STANDARD',
    kitVersion: { id: 'LCT v1' },
    lot: { id: 'lot' },
    reactionBuffer: { id: 'buffer' },
  };
  expect(updateOf(run, new Map(plate).set('B1', complete))).toEqual({
    revision: 4,
    analyses: [
      { channel: 'FAM', wells: { A1: { ...saved, expectedDiagnostic: { id: 'het' } } } },
      { channel: 'TEXAS_RED', wells: { A1: { ...saved, expectedDiagnostic: null } } },
    ],
  });
  expect(updateOf(run, new Map([['A1', EMPTY_WELL]])).analyses?.[0]?.wells['A1']).toEqual({
    name: null,
    orderId: null,
    sampleType: null,
    kitVersion: null,
    lot: null,
    reactionBuffer: null,
    expectedDiagnostic: null,
  });
});

test('STEP2-17 STEP2-18 a well is incomplete if some but not all of the four fields are set', () => {
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

test('STEP2-19 a standard lacks its expected diagnostic in each channel with diagnostics', () => {
  const state = plateState(new Map([['A1', { ...complete, expected: {} }]]), channels);
  expect(state.rows).toMatchObject([{ item: { item: 'expectedDiagnostic', channel: 'FAM' } }]);
  expect(plateState(new Map([['A1', { ...complete, expected: {} }]]), () => []).rows).toEqual([]);
});

test('the most frequently missing field comes first, and wells are listed from top to bottom', () => {
  const plate = new Map([
    ['B1', { ...complete, lot: null }],
    ['A10', { ...complete, lot: null }],
    ['A2', { ...complete, sampleType: null }],
  ]);
  const { rows, missing } = plateState(plate, channels);
  expect(rows.map(({ key, positions }) => [key, positions])).toEqual([
    ['lot', ['A10', 'B1']],
    ['sampleType', ['A2']],
  ]);
  expect([...missing.keys()]).toEqual(['A2', 'A10', 'B1']);
});

test('each kind of missing field has one letter', () => {
  const items = (['kit', 'lot', 'reactionBuffer', 'sampleType'] as const).map((item) => ({ item }));
  const expected = (channel: ChannelName) => ({ item: 'expectedDiagnostic', channel, label: null }) as const;
  expect(lettersOf([...items, expected('FAM'), expected('TEXAS_RED')])).toBe('KLBSE');
  expect(lettersOf([])).toBe('');
});
