import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Count } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import { SheetReader } from './sheet-reader.ts';
import type { Row } from './workbook.ts';
import { SheetParser } from './xlsx-sheet.ts';
import { XmlReader } from './xml.ts';

type Outcome = readonly Row[] | string;

interface Pieces {
  write: (piece: string) => void;
  close: () => void;
}

function outcomeOf(
  pieces: readonly string[],
  open: (strict: XmlReader, sheet: SheetParser) => Pieces,
): Outcome {
  const file = 'run.xlsx';
  const cells = new Count('cells', { file });
  const options = { file, sheet: 'FAM', sharedStrings: ['A1', 'A2'], limit: 1000, cells };
  const sheet = new SheetParser(options);
  const reader = open(new XmlReader(options.file, sheet), sheet);
  try {
    for (const piece of pieces) reader.write(piece);
    reader.close();
    return sheet.rows;
  } catch (error) {
    if (error instanceof ReadError) return error.code;
    throw error;
  }
}

/** The result with the fast path, and with the strict parser alone. */
function bothOutcomes(pieces: readonly string[]): readonly [Outcome, Outcome] {
  return [
    outcomeOf(pieces, (strict, sheet) => new SheetReader(strict, sheet)),
    outcomeOf(pieces, (strict) => strict),
  ];
}

const text = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.constantFrom('x', '&lt;', '', ' 7 ', 'µ'),
);
const cellContent = fc.oneof(
  text.map((value) => `<v>${value}</v>`),
  text.map((value) => `<is><t>${value}</t></is>`),
  fc.constantFrom('', '<f>1+1</f><v>2</v>', '<v>1</v><v>2</v>', '<v><!-- 1 -->2</v>'),
);
const cellHead = fc.constantFrom(
  '',
  ' s="1"',
  ' t="s"',
  ' s="1" t="str"',
  ' t="b"',
  ' t="n" t="n"',
  ' s="<"',
  ' t="inlineStr"',
);
const cells = fc.array(fc.tuple(cellHead, cellContent), { maxLength: 4 });
const rowHead = fc.constantFrom('', ' spans="1:3"', ' x="1" x="2"', ' x14ac:dyDescent="0.25"', " ht='15'");
const rows = fc.array(fc.tuple(rowHead, cells, fc.constantFrom('', '', '', '\n', '<!-- -->')), {
  maxLength: 5,
});
const sheets = fc
  .tuple(rows, fc.constantFrom('', '', '<!-- <sheetData> -->', '<sheetData/>'))
  .map(
    ([made, before]) =>
      `<?xml version="1.0"?><worksheet>${before}<sheetData>${made
        .map(
          ([head, of, after], row) =>
            `<row r="${row + 1}"${head}>${of.map(([more, content], column) => `<c r="${'ABCD'.charAt(column)}${row + 1}"${more}>${content}</c>`).join('')}</row>${after}`,
        )
        .join('')}</sheetData><mergeCells count="1"/></worksheet>`,
  );

/** Splits the text into pieces of these sizes, repeatedly. */
function cut(whole: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < whole.length; at += sizes[pieces.length % sizes.length] ?? 1) {
    pieces.push(whole.slice(at, at + (sizes[pieces.length % sizes.length] ?? 1)));
  }
  return pieces;
}

test('plain rows give the same result as the strict parser, however the text is split', () => {
  fc.assert(
    fc.property(
      sheets,
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
      (sheet, sizes) => {
        const [quick, strict] = bothOutcomes(cut(sheet, sizes));
        expect(quick).toEqual(strict);
      },
    ),
    { numRuns: 2000 },
  );
});

test('a damaged sheet is refused by both in the same way', () => {
  const damage = fc.tuple(
    fc.nat(),
    fc.nat({ max: 6 }),
    fc.constantFrom(
      '',
      '<',
      '>',
      '"',
      '&',
      '</row>',
      '<row>',
      ']]>',
      '\0',
      '<c',
      '<!--',
      '<sheetData>',
      'r="1"',
      ' ',
    ),
  );
  fc.assert(
    fc.property(sheets, damage, (sheet, [place, length, put]) => {
      const at = place % sheet.length;
      const damaged = sheet.slice(0, at) + put + sheet.slice(at + length);
      const [quick, strict] = bothOutcomes(cut(damaged, [64]));
      expect(quick).toEqual(strict);
    }),
    { numRuns: 5000 },
  );
});

/** Records the input of the strict parser. */
class WatchedReader extends XmlReader {
  given = '';

  override write(text: string): void {
    this.given += text;
    super.write(text);
  }
}

function watched(limit = 1000) {
  const file = 'run.xlsx';
  const sheet = new SheetParser({
    file,
    sheet: 'FAM',
    sharedStrings: [],
    limit,
    cells: new Count('cells', { file }),
  });
  const strict = new WatchedReader(file, sheet);
  return { sheet, strict, reader: new SheetReader(strict, sheet) };
}

describe('the strict parser gets', () => {
  const HEAD = '<worksheet><cols/>';
  const row = (number: number, value = '7') =>
    `<row r="${number}"><c r="A${number}"><v>${value}</v></c></row>`;
  const REST = '</sheetData></worksheet>';
  const values = (rows: readonly Row[]) => rows.map(({ number, cells: [value] }) => [number, value]);

  test.each([1, 7, 11, 12, 13, 1000])('everything except plain rows, in pieces of %i characters', (size) => {
    const { sheet, strict, reader } = watched();
    for (const piece of cut(`${HEAD}<sheetData>${row(1)}${row(2)}${REST}`, [size])) reader.write(piece);
    reader.close();
    expect(strict.given).toBe(`${HEAD}<sheetData>${REST}`);
    expect(values(sheet.rows)).toEqual([
      [1, 7],
      [2, 7],
    ]);
  });

  test('everything from the first row that is not plain', () => {
    const { sheet, strict, reader } = watched();
    const rest = `${row(2, '&lt;')}${row(3)}${REST}`;
    reader.write(`${HEAD}<sheetData>${row(1)}${rest}`);
    expect(strict.given).toBe(`${HEAD}<sheetData>${rest}`);
    reader.close();
    expect(values(sheet.rows)).toEqual([
      [1, 7],
      [2, '<'],
      [3, 7],
    ]);
  });

  test.each([
    ['a comment before them', `<worksheet><!-- <sheetData> --><sheetData>${row(1)}${REST}`],
    ['a comment in them', `<worksheet><sheetData><!-- <sheetData> -->${row(1)}${REST}`],
    [
      'a comment in data with an attribute',
      `<worksheet><sheetData x="1"><!-- <sheetData>${row(1)} -->${REST}`,
    ],
  ])('everything if the sheet data seems to start in %s', (_what, text) => {
    const { sheet, strict, reader } = watched();
    reader.write(text);
    expect(strict.given).toBe(text);
    reader.close();
    expect(values(sheet.rows)).toEqual(values(outcomeOf([text], (alone) => alone) as readonly Row[])); // none is refused
  });

  test('the text before the sheet data as it arrives, except a possible start of it', () => {
    const { strict, reader } = watched();
    reader.write(`${HEAD}${' '.repeat(100)}<sheetDat`);
    expect(strict.given).toBe(`${HEAD}${' '.repeat(100 + '<sheetDat'.length - '<sheetData>'.length)}`);
    reader.write(`a>${row(1)}`);
    expect(strict.given).toBe(`${HEAD}${' '.repeat(100)}<sheetData>`);
  });

  test('an oversized row without an end, and a shorter one when its end arrives', () => {
    const LONGEST = 2 * 1024 * 1024;
    const { strict, reader } = watched();
    reader.write(`${HEAD}<sheetData>`);
    const begun = `<row r="1">${' '.repeat(LONGEST - '<row r="1">'.length)}`;
    reader.write(begun);
    expect(strict.given).toBe(`${HEAD}<sheetData>`);
    reader.write(' ');
    expect(strict.given).toBe(`${HEAD}<sheetData>${begun} `);
  });

  test('none of the rows beyond the requested ones', () => {
    const { sheet, reader, strict } = watched(2);
    reader.write(`${HEAD}<sheetData>${row(1)}${row(2)}${row(3)}`);
    expect([sheet.rows.length, sheet.full]).toEqual([2, true]);
    expect(strict.given).toBe(`${HEAD}<sheetData>`);
  });
});
