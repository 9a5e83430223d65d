/** The only file that reads with the spreadsheet library: old binary workbooks (BIFF8). */
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';

import { Count } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import type { SourceFile } from '../source-file.ts';
import { checkRecords, plainRecords } from './biff-records.ts';
import { readCompoundStream } from './compound-file.ts';
import type { Cell, Row, Workbook } from './workbook.ts';

/**
 * Opens an old workbook. The library gets only the workbook's stream, after its records were checked and
 * reduced to those that a table of curves needs.
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
  const book = await parseStream(plainRecords(stream, file), file);
  const count = new Count('cells', { file });
  const sheets = book.SheetNames.map((name) => {
    const rows = sheetRows(book.Sheets[name] ?? {}, { count, name });
    return {
      name,
      rows: (limit?: number) => Promise.resolve(limit === undefined ? rows : rows.slice(0, limit)),
    };
  });
  return { file, sheets };
}

async function parseStream(stream: Uint8Array, file: string): Promise<WorkBook> {
  // Loaded on demand, because it is large.
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

/** Counts a row before it is created: one cell far to the right makes a row of thousands. */
function sheetRows(
  sheet: WorkSheet,
  { count, name }: { readonly count: Count; readonly name: string },
): Row[] {
  const data = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[]; // sparse
  const rows: Row[] = [];
  for (let index = 0; index < data.length; index++) {
    // An empty row counts, too.
    count.add(Math.max(1, data[index]?.length ?? 0), { sheet: name, row: index + 1 });
    const cells = Array.from(data[index] ?? [], cellValue);
    if (cells.some((cell) => cell !== null)) rows.push({ number: index + 1, cells });
  }
  return rows;
}

function cellValue(cell: CellObject | undefined): Cell {
  if (cell === undefined) return null;
  // Its expression is not read, as in newer workbooks.
  if (cell.f !== undefined) return `=${String(cell.v ?? '')}`;
  if (cell.t === 'e') return '#ERROR';
  const { v } = cell;
  if (v === undefined || v === '') return null;
  return v instanceof Date ? v.toISOString() : v;
}
