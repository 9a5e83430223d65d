import { expect, test } from 'vitest';

import { columnLetters, MAX_WORK_LIST_BYTES, readWorkList, type WorkList } from './read-work-list.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);

function read(file: string | Uint8Array): WorkList {
  const list = readWorkList(typeof file === 'string' ? bytesOf(file) : file);
  if ('refusal' in list) throw new Error(list.refusal);
  return list;
}
function refusal(file: string | Uint8Array): string {
  const list = readWorkList(typeof file === 'string' ? bytesOf(file) : file);
  return 'refusal' in list ? list.refusal : `read as ${JSON.stringify(list)}`;
}

const ROWS = [
  ['Well', 'Sample'],
  ['A1', 'S-1'],
  ['A2', 'S-2'],
];

test.each([
  ['commas', 'Well,Sample\r\nA1,S-1\r\nA2,S-2\r\n'],
  ['semicolons and a byte order mark', '\uFEFFWell;Sample\nA1;S-1\nA2;S-2'],
  ['tabs', 'Well\tSample\rA1\tS-1\rA2\tS-2\r'],
  ['bars', 'Well|Sample\nA1|S-1\nA2|S-2\n'],
  ['cells in quotes', '"Well";"Sample"\n"A1";"S-1"\n"A2";"S-2"\n'],
  ['empty rows as spreadsheets leave them', 'Well;Sample\n;\nA1;S-1\n \nA2;S-2\n;;;\n'],
  ['the line that sets the separator for Excel', 'sep=;\r\nWell;Sample\r\nA1;S-1\r\nA2;S-2\r\n'],
  ['blanks around cells', 'Well ; Sample\nA1 ; S-1\n A2; S-2'],
  ['UTF-16, as Excel writes Unicode text', utf16('Well\tSample\nA1\tS-1\nA2\tS-2\n')],
])('WORKLIST-01 a list with %s is read', (_, file) => {
  expect(read(file).rows).toEqual(ROWS);
});

test('WORKLIST-01 quotes hold separators, line breaks and quotes together, and lines are counted as the file has them', () => {
  const list = read('Well;Sample\r\nA1;"a;b\r\nc ""d"""\r\nA2;S-2\r\n');
  expect(list.rows).toEqual([
    ['Well', 'Sample'],
    ['A1', 'a;b\r\nc "d"'],
    ['A2', 'S-2'],
  ]);
  expect(list.lines).toEqual([1, 2, 4]);
  expect(read('sep=,\nWell\nA1').lines).toEqual([2, 3]);
});

test('WORKLIST-01 the zeros that Excel keeps with ="…" stay', () => {
  expect(read('Well,Sample\nA1,="00123"').rows[1]).toEqual(['A1', '00123']);
});

test('WORKLIST-01 what is no UTF-8 is read as Excel writes it, and that is reported', () => {
  const latin = Uint8Array.from(Buffer.from('Well;Name\nA1;Mül', 'latin1'));
  expect(read(latin)).toMatchObject({
    encoding: 'Windows-1252',
    rows: [
      ['Well', 'Name'],
      ['A1', 'Mül'],
    ],
  });
  expect(read('Well;Name\nA1;Mül')).toMatchObject({ encoding: 'UTF-8' });
});

test.each([
  ['100 MB', new Uint8Array(MAX_WORK_LIST_BYTES + 1).fill(65), 'The file is larger than 2 MB.'],
  [
    'a million columns',
    `Well${','.repeat(1_000_000)}\n`,
    'Line 1 has 1000001 columns; a work list has 100 at most.',
  ],
  ['too many rows', `Well\n${'A1\n'.repeat(2_001)}`, 'Line 2002: a work list has 2000 rows at most.'],
  ['a null byte', 'Well,Name\nA1,S\u0000-1', 'Line 2, character 5: a null byte'],
  ['UTF-16 that does not say so', utf16('Well').slice(2), 'Line 1, character 2: a null byte'],
  [
    'a control character',
    'Well,Name\nA1,S-1\nA2,\u001B[31m',
    'Line 3, character 4: a control character (U+001B)',
  ],
  [
    'a formula',
    'Well,Name\nA1,"=HYPERLINK(""http://x"")"',
    'Line 2, column B: expected text, found a formula (“=HYPERLINK(',
  ],
  [
    'a call of another program',
    'Well;Name\nA1;S-1\nA2;"+cmd|\' /C calc\'!A0"',
    'Line 3, column B: expected text, found a formula',
  ],
  ['an open quotation mark', 'Well,Name\nA1,"S-1\nA2,S-2\n', 'Line 2: a quotation mark is not closed'],
  [
    'an endless cell',
    `Well,Name\nA1,${'x'.repeat(501)}`,
    'Line 2, column B: more than 500 characters in one cell.',
  ],
  ['nothing', ' \n;;\n', 'The file contains no rows.'],
])('WORKLIST-02 a file with %s is refused with its place', (_, file, expected) => {
  expect(refusal(file)).toContain(expected);
});

test('WORKLIST-02 a name may begin with a minus', () => {
  expect(read('Well,Name\nA1,-12').rows[1]).toEqual(['A1', '-12']);
});

test('columns have the letters that spreadsheets give them', () => {
  expect([0, 25, 26, 701].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ']);
});
