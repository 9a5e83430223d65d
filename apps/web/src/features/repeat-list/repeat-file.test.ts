import type { RepeatEntry } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { repeatsAsCsv } from './repeat-file.ts';

const entry = (changes: Partial<RepeatEntry>): RepeatEntry => ({
  id: '1',
  name: 'S-1',
  orderId: null,
  sampleType: 'DNA',
  kit: { id: 'k', name: 'LCT' },
  reason: 'FAILED_CONTROL',
  note: 'control D5',
  from: { id: null, businessId: 62, position: 'A3' },
  addedByName: 'Tara Holm',
  addedAt: '2026-11-28T10:00:00.000Z',
  placed: null,
  ...changes,
});

test('IMPEXP-123 the list is saved as a work list of semicolons', () => {
  expect(repeatsAsCsv([entry({}), entry({ name: 'S;2', orderId: 'O-1', note: null })])).toBe(
    '\uFEFFName;Order id;Sample type;Kit;Reason;From run;From well\r\n' +
      'S-1;;DNA;LCT;Failed control: control D5;62;A3\r\n' +
      '"S;2";O-1;DNA;LCT;Failed control;62;A3\r\n',
  );
});

test('IMPEXP-123 no name becomes a formula', () => {
  expect(repeatsAsCsv([entry({ name: '=HYPERLINK("x")' })])).toContain(`\r\n"'=HYPERLINK(""x"")";`);
});

// Regression: `a,-b` was saved as `a,'-b`, and step 2 gave the sample that other name.
test.each([
  ['a,-b', 'a,-b'],
  ['a;=b', '"a;=b"'],
  ["'-1", "''-1"],
  ['-7', "'-7"],
  ['say "no"', '"say ""no"""'],
])('IMPEXP-123 only a name that begins as a formula gets an apostrophe: %s', (name, cell) => {
  expect(repeatsAsCsv([entry({ name })])).toContain(`\r\n${cell};;DNA;`);
});
