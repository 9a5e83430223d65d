import { expect, it } from 'vitest';

import { repeatedOn } from './repeat-list.ts';

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
  expect(placed([entry('a'), entry('b', 'O-2')], [well('A1', 'O-2')])).toEqual({ b: 'A1' });
});
