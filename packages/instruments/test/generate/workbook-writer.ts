import { utils, write } from '@e965/xlsx';

export interface WrittenSheet {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Columns of a binary workbook; the library would drop further ones. */
const BIFF8_COLUMNS = 256;

/** `biff8`: binary `.xls`; `xlml`: one XML file, often also named `.xls`. Equal sheets give equal bytes. */
export function writeWorkbook(
  sheets: readonly WrittenSheet[],
  bookType: 'xlsx' | 'biff8' | 'xlml',
): Uint8Array {
  const book = utils.book_new();
  for (const { name, rows } of sheets) {
    if (bookType === 'biff8' && rows.some((row) => row.length > BIFF8_COLUMNS)) {
      throw new RangeError(`sheet ${name} has more than the ${BIFF8_COLUMNS} columns of a binary workbook`);
    }
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  }
  // A zip has its texts in a shared table, as Excel writes it.
  const zip = bookType === 'xlsx' && { bookSST: true, compression: true };
  const options = { type: 'array', bookType, ...zip } as const;
  return new Uint8Array(write(book, options) as ArrayBuffer); // type: 'array'
}

/** Asynchronous, like all generators of zip archives. */
export const writeXlsx = (sheets: readonly WrittenSheet[]): Promise<Uint8Array> =>
  Promise.resolve(writeWorkbook(sheets, 'xlsx'));
