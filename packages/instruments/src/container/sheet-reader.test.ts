import fc from 'fast-check';
import { expect, test } from 'vitest';

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

/** With the quick way for plain rows, and by the strict parser alone. */
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

/** The text in pieces of these sizes, over and over. */
function cut(whole: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < whole.length; at += sizes[pieces.length % sizes.length] ?? 1) {
    pieces.push(whole.slice(at, at + (sizes[pieces.length % sizes.length] ?? 1)));
  }
  return pieces;
}

test('plain rows are read as the strict parser reads them, in whatever pieces they come', () => {
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

test('a damaged sheet is refused by one where it is refused by the other', () => {
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
