import { ReadError } from '../read-error.ts';
import type { Place } from '../read-error.ts';

/** A formula is kept as a text that begins with `=`: nothing here evaluates one. */
export type Cell = string | number | boolean | null;

export interface Row {
  /** As the spreadsheet numbers it, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

export interface Sheet {
  readonly name: string;
  /** Rows that hold something, in order; the first `limit` of them if one is given. */
  readonly rows: (limit?: number) => Promise<readonly Row[]>;
}

/** Tables with names, whatever file they were written to. */
export interface Workbook {
  readonly file: string;
  readonly sheets: readonly Sheet[];
}

/** The text of a cell without surrounding blanks; empty when there is none. */
export function cellText(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell).trim();
}

export function isEmptyCell(cell: Cell | undefined): boolean {
  return cellText(cell) === '';
}

const LETTER_COUNT = 26;

/** The letters of a column counted from 0: 0 → `A`, 26 → `AA`. */
export function columnLetters(index: number): string {
  const rest = index % LETTER_COUNT;
  const letter = String.fromCharCode(65 + rest);
  return index < LETTER_COUNT ? letter : columnLetters((index - rest) / LETTER_COUNT - 1) + letter;
}

/** Where a cell is, for a message. */
export function cellPlace(table: Place, row: Row, column: number): Place {
  return { ...table, row: row.number, column: columnLetters(column) };
}

/** Words for "no number here" in exports: English and German Bio-Rad software, Applied Biosystems. */
const NOT_A_NUMBER: ReadonlySet<string> = new Set(['', 'none', 'nan', 'n. def.', 'n/a', 'na']);

export function isMissing(cell: Cell | undefined): boolean {
  return typeof cell !== 'number' && NOT_A_NUMBER.has(cellText(cell).toLowerCase());
}

const NUMBER_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number, or a text that is one and nothing else; null otherwise. */
export function parseNumber(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== 'string') return null;
  const text = cell.trim();
  if (!NUMBER_TEXT.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** The number of a cell that must hold one. */
export function requireNumber(cell: Cell | undefined, what: string, place: Place): number {
  const value = parseNumber(cell);
  if (value !== null) return value;
  throw new ReadError({
    code: 'unexpected-content',
    place,
    problem: `the ${what} is not a number`,
    found: cellText(cell),
    expected: 'a number',
  });
}
