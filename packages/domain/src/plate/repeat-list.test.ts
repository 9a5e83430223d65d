import { expect, it } from 'vitest';

import { repeatedOn, repeatEntrySchema, repeatNoteSchema } from './repeat-list.ts';

const entry = (id: string, orderId: string | null = null, kitId = 'kit') => ({
  id,
  name: 'S-1',
  orderId,
  kitId,
});
const well = (position: string, orderId: string | null = null, kitId = 'kit') => ({
  position,
  name: 'S-1',
  orderId,
  kitId,
});
const placed = (...on: Parameters<typeof repeatedOn>) => Object.fromEntries(repeatedOn(...on));

it('IMPEXP-120 a well repeats one entry of its name and kit', () => {
  expect(placed([entry('a'), entry('b')], [well('A1')])).toEqual({ a: 'A1' });
  expect(placed([entry('a'), entry('b')], [well('A1'), well('A2'), well('A3')])).toEqual({
    a: 'A1',
    b: 'A2',
  });
  expect(placed([entry('a')], [well('A1', null, 'other kit')])).toEqual({});
  expect(placed([entry('a')], [{ ...well('A1'), name: 's-1' }])).toEqual({});
});

it('IMPEXP-120 another order is another sample, and the same order comes first', () => {
  expect(placed([entry('a', 'O-1')], [well('A1', 'O-2')])).toEqual({});
  expect(placed([entry('a', 'O-1')], [well('A1')])).toEqual({ a: 'A1' });
  expect(placed([entry('a')], [well('A1', 'O-2')])).toEqual({ a: 'A1' });
  expect(placed([entry('a'), entry('b', 'O-2')], [well('A1', 'O-2')])).toEqual({ b: 'A1' });
});

it('IMPEXP-120 an entry states why, from which well and where a sample is repeated', () => {
  const from = { id: '3f0e1a52-7d1c-4c69-8a1b-1f5f0a1c2d3e', businessId: 62, position: 'A3' };
  const kit = { id: from.id, name: 'LCT' };
  const listed = {
    id: from.id,
    name: 'S-1',
    orderId: null,
    sampleType: 'DNA',
    kit,
    note: null,
    from,
    addedByName: 'Tara Holm',
    addedAt: '2026-11-28T10:00:00.000Z',
  };
  for (const reason of ['NO_RESULT', 'FAILED_CONTROL', 'CHOSEN'])
    for (const placed of [null, { ...from, id: null, at: listed.addedAt }])
      expect(repeatEntrySchema.parse({ ...listed, reason, placed })).toEqual({ ...listed, reason, placed });
  const wrong = [
    { reason: '' },
    { placed: from },
    { kit: { id: kit.id } },
    { from: { ...from, position: 'Z' } },
  ];
  for (const change of wrong)
    expect(
      repeatEntrySchema.safeParse({ ...listed, reason: 'CHOSEN', placed: null, ...change }).success,
    ).toBe(false);
  const isNote = (length: number) => repeatNoteSchema.safeParse('x'.repeat(length)).success;
  expect([1, 300, 301].map(isNote)).toEqual([true, true, false]);
});
