/** The only file that knows the spreadsheet library for reading: old binary workbooks (BIFF8). */
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';

import { LIMITS } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import type { SourceFile } from '../source-file.ts';
import { checkRecords } from './biff-records.ts';
import { readCompoundStream } from './compound-file.ts';
import type { Cell, Row, Workbook } from './workbook.ts';

/**
 * An old workbook. The library is given the workbook's stream alone, after its
 * records were checked; it can still hang on a damaged one, so this is safe only
 * in the reader process.
 */
export async function openXls(source: SourceFile): Promise<Workbook> {
  const file = source.name;
  const stream = readCompoundStream(source, ['Workbook', 'Book']);
  if (stream === null) {
    throw new ReadError({
      code: 'unsupported-file',
      place: { file },
      problem: 'it is an Office document without a workbook, or an encrypted one',
      expected: 'an export of the melting curves by the instrument’s software',
    });
  }
  checkRecords(stream, file);
  const book = await parseStream(stream, file);
  let cellCount = 0;
  const sheets = book.SheetNames.map((name) => {
    const rows = sheetRows(book.Sheets[name] ?? {});
    cellCount += rows.reduce((sum, { cells }) => sum + cells.length, 0);
    return {
      name,
      rows: (limit?: number) => Promise.resolve(limit === undefined ? rows : rows.slice(0, limit)),
    };
  });
  if (cellCount > LIMITS.cells) {
    throw new ReadError({
      code: 'too-large',
      place: { file },
      problem: 'the workbook holds more cells than any run',
    });
  }
  return { file, sheets };
}

async function parseStream(stream: Uint8Array, file: string): Promise<WorkBook> {
  // Loaded only for the files that need it: it is large.
  const { read } = await import('@e965/xlsx');
  try {
    return read(stream, { type: 'array', dense: true, cellHTML: false, cellText: false });
  } catch (cause) {
    throw new ReadError({
      code: 'unreadable-file',
      place: { file },
      problem: 'the workbook is damaged; export it again',
      cause,
    });
  }
}

function sheetRows(sheet: WorkSheet): Row[] {
  const data = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[]; // sparse
  const rows: Row[] = [];
  for (let index = 0; index < data.length; index++) {
    const cells = Array.from(data[index] ?? [], cellValue);
    if (cells.some((cell) => cell !== null)) rows.push({ number: index + 1, cells });
  }
  return rows;
}

function cellValue(cell: CellObject | undefined): Cell {
  if (cell === undefined) return null;
  if (cell.f !== undefined) return `=${cell.f}`;
  if (cell.t === 'e') return '#ERROR';
  const { v } = cell;
  if (v === undefined || v === '') return null;
  return v instanceof Date ? v.toISOString() : v;
}
