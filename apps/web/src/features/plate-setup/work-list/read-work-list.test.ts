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

test('WORKLIST-01 quoted cells may contain separators, line breaks and quotes, and lines are counted as in the file', () => {
  const list = read('Well;Sample\r\nA1;"a;b\r\nc ""d"""\r\nA2;S-2\r\n');
  expect(list.rows).toEqual([
    ['Well', 'Sample'],
    ['A1', 'a;b\r\nc "d"'],
    ['A2', 'S-2'],
  ]);
  expect(list.lines).toEqual([1, 2, 4]);
  expect(read('sep=,\nWell\nA1').lines).toEqual([2, 3]);
});

test('WORKLIST-01 leading zeros that Excel keeps with ="…" are preserved', () => {
  expect(read('Well,Sample\nA1,="00123"').rows[1]).toEqual(['A1', '00123']);
  expect(read('Well,Sample\nA1,S="1"').rows[1]).toEqual(['A1', 'S="1"']);
});

test('WORKLIST-01 text that is not UTF-8 is read as Windows-1252, and reported', () => {
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
  ['a null byte', 'Well,Name\nA1,S\u0000-1', 'Line 2, character 5: a character that text does not contain'],
  [
    'UTF-16 that does not say so',
    utf16('Well').slice(2),
    'Line 1, character 2: a character that text does not contain',
  ],
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

test('WORKLIST-02 a name may start with a minus', () => {
  expect(read('Well,Name\nA1,-12').rows[1]).toEqual(['A1', '-12']);
});

test('columns have spreadsheet letters', () => {
  expect([0, 25, 26, 701].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ']);
});

test('WORKLIST-01 UTF-16 is read in either byte order, and the encoding is reported', () => {
  const little = utf16('Well\tName\nA1\tMü');
  const swapped = Uint8Array.from(little, (_, index) => little[index ^ 1] ?? 0);
  for (const file of [little, swapped])
    expect(read(file)).toMatchObject({
      encoding: 'UTF-16',
      rows: [
        ['Well', 'Name'],
        ['A1', 'Mü'],
      ],
    });
  expect(refusal(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00))).toContain(
    'The file is not text in UTF-8',
  );
});

test('WORKLIST-01 half of a byte order mark is a letter of Windows-1252', () => {
  const latin = (...bytes: readonly number[]) => read(Uint8Array.of(...bytes, 0x41, 0x0a, 0x42, 0x0a));
  for (const [first, second, text] of [
    [0xff, 0x41, 'ÿAA'],
    [0x41, 0xfe, 'AþA'],
    [0xfe, 0x41, 'þAA'],
    [0x41, 0xff, 'AÿA'],
  ] as const)
    expect(latin(first, second)).toMatchObject({ encoding: 'Windows-1252', rows: [[text], ['B']] });
});

test('WORKLIST-01 the separator is the declared one, or else the one that gives most columns; a comma for a single column', () => {
  const delimiterOf = (file: string) => read(file).delimiter;
  expect([delimiterOf('a;b,c;d'), delimiterOf('a\tb'), delimiterOf('a|b|c'), delimiterOf('a\nb;c')]).toEqual([
    ';',
    '\t',
    '|',
    ',',
  ]);
  expect(read('sep=,\na;b;c,d').rows).toEqual([['a;b;c', 'd']]);
  expect(read('"sep=|"\r\na;b|c').rows).toEqual([['a;b', 'c']]);
  expect(read('xsep=;\na;b').rows[0]).toEqual(['xsep=', '']);
  // Blank lines before the header do not affect the separator.
  expect(read('\n  \n\na;b\n\nc;d').rows).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(read('\n\na;b\n\nc;d').lines).toEqual([3, 5]);
});

test('WORKLIST-02 values at the limits are accepted', () => {
  const padded = `Well\nA1${'\n'.repeat(10)}`;
  const full = new Uint8Array(MAX_WORK_LIST_BYTES).fill(0x20);
  expect(refusal(full)).toBe('The file contains no rows.');
  expect(read(padded).rows).toHaveLength(2);
  expect(read(`Well${','.repeat(99)}\n`).rows[0]).toHaveLength(100);
  expect(refusal(`Well${','.repeat(100)}\n`)).toContain('Line 1 has 101 columns');
  expect(read('x'.repeat(500)).rows).toEqual([['x'.repeat(500)]]);
  expect(refusal('x'.repeat(501))).toContain('Line 1, column A: more than 500 characters');
  expect(read(`Well${'\nA1'.repeat(2000)}\n\n`).rows).toHaveLength(2001);
});

test('WORKLIST-02 a formula is refused with its place and its beginning', () => {
  expect(refusal('=1')).toBe(
    'Line 1, column A: expected text, found a formula (“=1”). Save the values only.',
  );
  expect(refusal(`a\n=${'x'.repeat(60)}`)).toContain(`(“=${'x'.repeat(39)}”)`);
  for (const cell of [' @a', '+a(b', '-1!A', '="a" & "b"'])
    expect(refusal(`a\tb\n${cell}\t`), cell).toContain('formula');
  expect(read('a=b\tx@y\tb -c(d)').rows).toEqual([['a=b', 'x@y', 'b -c(d)']]);
  expect(read('a\t ="00123" ').rows).toEqual([['a', '00123']]);
  expect(refusal('\u0001a')).toContain('Line 1, character 1: a control character (U+0001)');
});
