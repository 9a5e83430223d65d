/** Writes the workbooks of before xlsx, which exceljs does not. */
import { utils, write } from '@e965/xlsx';

import type { WrittenSheet } from './workbook-writer.ts';

/** Columns of a binary workbook; the library would drop the others. */
const BIFF8_COLUMNS = 256;

/** `biff8`: binary `.xls`; `xlml`: one XML file, often named `.xls` too. */
export function writeLegacyWorkbook(sheets: readonly WrittenSheet[], bookType: 'biff8' | 'xlml'): Uint8Array {
  const book = utils.book_new();
  for (const { name, rows } of sheets) {
    if (bookType === 'biff8' && rows.some((row) => row.length > BIFF8_COLUMNS)) {
      throw new RangeError(`sheet ${name} has more than the ${BIFF8_COLUMNS} columns of a binary workbook`);
    }
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  }
  return new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer); // type: 'array'
}
