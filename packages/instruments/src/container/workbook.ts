import { ReadError } from '../read-error.ts';
import type { Place } from '../read-error.ts';

/** A formula is a text that starts with `=`; it is never evaluated. */
export type Cell = string | number | boolean | null;

export interface Row {
  /** The spreadsheet's row number, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

export interface Sheet {
  readonly name: string;
  /** Non-empty rows in order; only the first `limit` if given. */
  readonly rows: (limit?: number) => Promise<readonly Row[]>;
}

/** Named tables, whatever their file format. */
export interface Workbook {
  readonly file: string;
  readonly sheets: readonly Sheet[];
}

/** The trimmed text of a cell; empty if there is none. */
export function cellText(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell).trim();
}

export function isEmptyCell(cell: Cell | undefined): boolean {
  return cellText(cell) === '';
}

const LETTER_COUNT = 26;

/** The letters of a zero-based column: 0 → `A`, 26 → `AA`. */
export function columnLetters(index: number): string {
  const rest = index % LETTER_COUNT;
  const letter = String.fromCharCode(65 + rest);
  return index < LETTER_COUNT ? letter : columnLetters((index - rest) / LETTER_COUNT - 1) + letter;
}

/** The place of a cell for a message. */
export function cellPlace(table: Place, row: Row, column: number): Place {
  return { ...table, row: row.number, column: columnLetters(column) };
}

/** Texts for missing numbers: English and German Bio-Rad software, Applied Biosystems. */
const NOT_A_NUMBER: ReadonlySet<string> = new Set(['', 'none', 'nan', 'n. def.', 'n/a', 'na']);

export function isMissing(cell: Cell | undefined): boolean {
  return typeof cell !== 'number' && NOT_A_NUMBER.has(cellText(cell).toLowerCase());
}

const NUMBER_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Larger than any measurement. Larger values may have an infinite difference, which cannot be drawn. */
const LARGEST = 1e100;

/** A number, or a text that consists of one; null otherwise, also if it is larger than any measurement. */
export function parseNumber(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Math.abs(cell) <= LARGEST ? cell : null;
  if (typeof cell !== 'string') return null;
  const text = cell.trim();
  if (!NUMBER_TEXT.test(text)) return null;
  const value = Number(text);
  return Math.abs(value) <= LARGEST ? value : null;
}

/** The number of a cell that must have one. */
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
