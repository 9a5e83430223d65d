import { describe, expect, it } from 'vitest';

import type { ReadError } from '../read-error.ts';
import { checkLastLine, delimiterOf, parseDelimited, splitLines, withDecimalPoints } from './delimited.ts';

const rowsOf = (text: string, delimiter = ',') => parseDelimited({ text, delimiter });
const cellsOf = (text: string, delimiter = ',') => rowsOf(text, delimiter).map(({ cells }) => cells);

describe('rows of a text', () => {
  it('are its lines, with any line ending, by number', () => {
    expect(splitLines('a\nb\r\nc\n')).toEqual(['a', 'b', 'c', '']);
    expect(rowsOf('a,b\r\nc,d\n')).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['c', 'd'] },
    ]);
  });

  it('omit blank lines and keep their numbers', () => {
    expect(rowsOf('a\n\n,,\n"",\nb,\n').map(({ number, cells }) => [number, cells])).toEqual([
      [1, ['a']],
      [5, ['b', null]],
    ]);
  });

  it('are split at the delimiter only', () => {
    expect(cellsOf('a,b;c', ';')).toEqual([['a,b', 'c']]);
    expect(cellsOf('a\tb', '\t')).toEqual([['a', 'b']]);
  });
});

describe('a quoted field', () => {
  it.each([
    ['"a,b",c', ['a,b', 'c']],
    ['a,"b"', ['a', 'b']],
    ['"say ""yes""",c', ['say "yes"', 'c']],
    ['"""",b', ['"', 'b']],
    ['"",b', [null, 'b']],
    ['x"y,z"w,v', ['xy,zw', 'v']],
    ['"a""","b"', ['a"', 'b']],
    ['"a,b', ['a,b']],
  ])('%s', (line, cells) => {
    expect(cellsOf(line)).toEqual([cells]);
  });
});

describe('the delimiter of a table', () => {
  it.each([
    ['a\tb\tc', '\t'],
    ['a;b;c', ';'],
    ['a,b,c', ','],
    ['a;b,c,d', ','],
    ['a;b;c,d', ';'],
    ['a;b,c', ';'],
    ['a\tb;c', '\t'],
    ['nothing', '\t'],
    ['a;b\nc,d,e,f', ';'],
    ['a;b\rc,d,e,f', ';'],
    ['a;', ';'],
    ['', '\t'],
  ])('of %j is %j: the one that splits its first line into most fields', (text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });
});

describe('numbers with a decimal comma', () => {
  const changed = (...cells: (string | number | null)[]) => withDecimalPoints([{ number: 7, cells }])[0];

  it.each([
    ['1,5', '1.5'],
    ['-0,25', '-0.25'],
    [',5', '.5'],
    ['-,5', '-.5'],
    ['12,345', '12.345'],
    ['1,5e-3', '1.5e-3'],
    ['1,5E+10', '1.5E+10'],
    ['1,5e3', '1.5e3'],
  ])('%s is %s', (text, number) => {
    expect(changed(text)).toEqual({ number: 7, cells: [number] });
  });

  it('do not affect other cells', () => {
    const others = ['a1,5', '1,5 °C', '1,', '1,5e', '--1,5', '1,2,3', '15', '', null, 2];
    expect(changed('1,5', ...others)?.cells).toEqual(['1.5', ...others]);
  });

  it.each(['2.5', '-.5', '12.3 °C'])('stay if another cell has a decimal point: %s', (point) => {
    expect(changed('1,5', point)?.cells).toEqual(['1,5', point]);
  });

  it.each(['v1.5', '1.', '.', '1.x'])('become points beside %s, which is not a number', (other) => {
    expect(changed('1,5', other)?.cells).toEqual(['1.5', other]);
  });

  it('are searched for in the whole table', () => {
    const rows = [
      { number: 1, cells: ['Temperature', 'A1'] },
      { number: 2, cells: ['60,5', 3] },
    ];
    expect(withDecimalPoints(rows)[1]?.cells).toEqual(['60.5', 3]);
    const mixed = [...rows, { number: 3, cells: ['61.5'] }];
    expect(withDecimalPoints(mixed)).toBe(mixed);
    // Cells that are already numbers do not show how texts write decimals.
    expect(changed('1,5', 2.5)?.cells).toEqual(['1.5', 2.5]);
    const none = [{ number: 1, cells: ['60', null] }];
    expect(withDecimalPoints(none)).toBe(none);
  });
});

it('a text without a final line break is truncated', () => {
  expect(() => {
    checkLastLine('a\nb\n', 'run.csv');
  }).not.toThrow();
  expect(() => {
    checkLastLine('a\r\nb\nc', 'run.csv');
  }).toThrow(
    expect.objectContaining({
      code: 'unreadable-file',
      place: { file: 'run.csv', row: 3 },
      message: 'run.csv, row 3: the last line has no end: the file was cut short; export or copy it again.',
    }) as ReadError,
  );
});
