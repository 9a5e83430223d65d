import { expect, it } from 'vitest';

import { TEMPORARY, withOwnNames } from './own-names.ts';

const HOSTILE = [
  '..',
  '.',
  '../x.pdf',
  '..\\x.pdf',
  '/etc/passwd',
  'a\r\nDELE b.xlsx',
  'a\nb',
  'a\0.pdf',
  '.htaccess',
  'a/b.xlsx',
  'a;b.pdf',
  '$(reboot).pdf',
  '`a`.pdf',
  '-rf',
  'CON',
  ' ',
  '',
  '\u202Efdp.exe',
  'x'.repeat(400),
];

it('OPS-177 a file is sent under a safe generated name, whatever its original name', () => {
  const names = withOwnNames(HOSTILE.map((name) => ({ name }))).map(({ name }) => name);
  for (const name of names) {
    expect(name).toMatch(/^[^./\\\p{Cc}\p{Cf}][^/\\\p{Cc}\p{Cf}]*$/u);
    expect(name.length).toBeLessThan(200);
  }
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(HOSTILE.length);
});

const named = (...names: readonly string[]) =>
  withOwnNames(names.map((name) => ({ name }))).map(({ name }) => name);

it('OPS-177 a name keeps its extension and its words', () => {
  expect(named('run 7.xlsx', 'b.tar.gz')).toEqual(['run_7.xlsx', 'b.tar.gz']);
  expect(named('a.b c', 'a.toolongending')).toEqual(['a.b_c', 'a.toolongending']);
});

it('OPS-177 files of one run have distinct names, even on a server that ignores case', () => {
  expect(named('a.pdf', 'A.PDF', 'a.pdf', 'a-2.pdf', 'b.pdf')).toEqual([
    'a.pdf',
    'A-2.PDF',
    'a-3.pdf',
    'a-2-2.pdf',
    'b.pdf',
  ]);
  expect(named('a.pdf', 'a.csv')).toEqual(['a.pdf', 'a.csv']);
});

it('OPS-177 a name does not start with dots, and has at least one letter', () => {
  expect(named('.htaccess', '...x.pdf', '')).toEqual(['_.htaccess', '_x.pdf', '_']);
});

it('other properties of a file are unchanged', () => {
  expect(withOwnNames([{ name: 'a.pdf', size: 3 }])).toEqual([{ name: 'a.pdf', size: 3 }]);
});

it('OPS-659 no name is the temporary name of another file', () => {
  const names = named('a.txt.part', 'a.txt', 'A.PART.part', 'b.PART');
  expect(names).toEqual(['a.txt_part', 'a.txt', 'A.PART_part', 'b_part']);
  for (const name of names) expect(names).not.toContain(`${name}${TEMPORARY}`);
});
