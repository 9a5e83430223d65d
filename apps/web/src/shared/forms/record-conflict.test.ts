import { expect, it } from 'vitest';

import { differingFields, recordConflicts, resolvedRecord } from './record-conflict.ts';

const base = { name: 'North', active: true, note: '' };
const mine = { name: 'North East', active: false, note: '' };
const theirs = { name: 'North West', active: true, note: 'seen' };
const words = {
  name: { label: 'Name', show: (name: string) => name },
  active: { label: 'Active', show: (active: boolean) => (active ? 'yes' : 'no') },
  note: { label: 'Note', show: (note: string) => note || null },
};

it('LAB-107 reports only fields that both users changed, and merges the others', () => {
  expect(recordConflicts({ base, mine, theirs }, words)).toEqual([
    { key: 'name', what: 'Name', mine: 'North East', theirs: 'North West' },
    { key: 'active', what: 'Active', mine: 'no', theirs: 'yes' },
  ]);
  expect(resolvedRecord({ base, mine, theirs }, new Set())).toEqual({ ...mine, note: 'seen' });
  expect(resolvedRecord({ base, mine, theirs }, new Set(['name']))).toEqual({
    name: 'North West',
    active: false,
    note: 'seen',
  });
});

it('the same change by both users is no conflict', () => {
  expect(recordConflicts({ base, mine, theirs: mine }, words)).toEqual([]);
  expect(differingFields(base, base)).toEqual([]);
});
