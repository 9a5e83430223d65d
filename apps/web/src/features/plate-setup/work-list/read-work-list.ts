import { withFormula } from '@curvewell/domain';
import papaparse from 'papaparse';

import { text } from '../../../locale/text.ts';

/** A parsed work list: cells as text, and the line where each row starts. */
export interface WorkList {
  readonly rows: readonly (readonly string[])[];
  /** Line numbers in the file, from 1. */
  readonly lines: readonly number[];
  readonly delimiter: Delimiter;
  /** Excel writes Windows-1252 unless UTF-8 is chosen. Letters beyond ASCII may then be wrong. */
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/** Why a file is not a work list, as a sentence. */
export interface Refusal {
  readonly refusal: string;
}

const DELIMITERS = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A work list of 384 wells has about 40 kB. */
export const MAX_WORK_LIST_BYTES = 2 * 1024 * 1024;
export const MAX_ROWS = 2000;
const MAX_COLUMNS = 100;
const MAX_CELL = 500;

const words = text.workList.refusals;

/** Parses delimited text from spreadsheets and laboratory systems. Refuses other content with its place. */
export function readWorkList(bytes: Uint8Array): WorkList | Refusal {
  if (bytes.length > MAX_WORK_LIST_BYTES) return { refusal: words.tooLarge(MAX_WORK_LIST_BYTES) };
  const decoded = decode(bytes);
  if (decoded === null) return { refusal: words.encoding };
  const { content, encoding } = decoded;
  const foreign = controlCharacter(content);
  if (foreign !== null) return { refusal: foreign };
  const { body, delimiter, hasSeparatorLine } = withoutSeparatorLine(content);
  const parsed = papaparse.parse<string[]>(body, { delimiter, skipEmptyLines: false });
  const list = placed(parsed.data, hasSeparatorLine ? 2 : 1);
  const [fault] = parsed.errors;
  if (fault !== undefined) return { refusal: words.quotes(list[fault.row ?? 0]?.line ?? 1) };
  const filled = list.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const refusal = oversized(filled) ?? firstFormula(filled);
  if (refusal !== null) return { refusal };
  if (filled.length === 0) return { refusal: words.empty };
  return {
    rows: filled.map(({ cells }) => cells.map((cell) => withFormula(unwrapped(cell).trim()))),
    lines: filled.map(({ line }) => line),
    delimiter,
    encoding,
  };
}

/** The spreadsheet letters of a column: `A`, `AB`. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${columnLetters(Math.floor(index / 26) - 1)}${last}`;
}

type Decoded = { readonly content: string; readonly encoding: WorkList['encoding'] };

function decode(bytes: Uint8Array): Decoded | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodedAs(bytes, 'utf-16le', 'UTF-16');
  if (first === 0xfe && second === 0xff) return decodedAs(bytes, 'utf-16be', 'UTF-16');
  return decodedAs(bytes, 'utf-8', 'UTF-8') ?? decodedAs(bytes, 'windows-1252', 'Windows-1252');
}

function decodedAs(bytes: Uint8Array, label: string, encoding: Decoded['encoding']): Decoded | null {
  try {
    return { content: new TextDecoder(label, { fatal: true }).decode(bytes), encoding };
  } catch {
    return null;
  }
}

/** Control characters: found in binary files, other encodings and attacks. */
function controlCharacter(content: string): string | null {
  const at = content.search(/[^\P{Cc}\t\r\n]/u);
  if (at < 0) return null;
  const before = content.slice(0, at).split(/\r\n|\n|\r/);
  const code = content.charCodeAt(at);
  const place = { line: before.length, character: (before.at(-1)?.length ?? 0) + 1 };
  return code === 0 ? words.nul(place) : words.control(place, code);
}

/** Excel's own first line, `sep=;`. */
function withoutSeparatorLine(content: string) {
  const match = /^"?sep=([;,\t|])"?(?:\r\n|\n|\r)/i.exec(content);
  const stated = DELIMITERS.find((one) => one === match?.[1]);
  const body = content.slice(match?.[0].length ?? 0);
  return {
    body,
    delimiter: stated ?? delimiterOf(body.replace(BLANK_LINES, '')),
    hasSeparatorLine: match !== null,
  };
}

const BLANK_LINES = /^(?:[^\S\r\n]*[\r\n])+/;

/** The separator that gives most columns in the first line; a comma for a single column. */
function delimiterOf(body: string): Delimiter {
  const widthWith = (delimiter: Delimiter): number =>
    papaparse.parse<string[]>(body, { delimiter, preview: 1 }).data[0]?.length ?? 0;
  const widths = DELIMITERS.map((delimiter) => ({ delimiter, width: widthWith(delimiter) }));
  const widest = Math.max(...widths.map(({ width }) => width));
  if (widest < 2) return ',';
  return widths.find(({ width }) => width === widest)?.delimiter ?? ',';
}

interface PlacedRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The line where each row starts; quoted cells may span lines. */
function placed(rows: readonly (readonly string[])[], from: number): readonly PlacedRow[] {
  let line = from;
  return rows.map((cells) => {
    const row = { line, cells };
    line += 1 + cells.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0);
    return row;
  });
}

function oversized(list: readonly PlacedRow[]): string | null {
  const wide = list.find(({ cells }) => cells.length > MAX_COLUMNS);
  if (wide) return words.tooWide(wide.line, wide.cells.length, MAX_COLUMNS);
  const long = list[MAX_ROWS + 1];
  if (long) return words.tooLong(long.line, MAX_ROWS);
  for (const { line, cells } of list) {
    const column = cells.findIndex((cell) => cell.length > MAX_CELL);
    if (column >= 0) return words.cellTooLong({ line, column: columnLetters(column) }, MAX_CELL);
  }
  return null;
}

/** Excel keeps leading zeros of a barcode as `="00123"`. */
const KEPT_TEXT = /^="([^"]*)"$/;
const unwrapped = (cell: string): string => KEPT_TEXT.exec(cell.trim())?.[1] ?? cell;

/** Formulas and function calls. A spreadsheet exports values, so a formula was put there on purpose. */
const FORMULA = /^\s*(?:[=@]|[+-].*[(!|])/;

function firstFormula(list: readonly PlacedRow[]): string | null {
  for (const { line, cells } of list) {
    const column = cells.findIndex((cell) => FORMULA.test(unwrapped(cell)));
    if (column >= 0)
      return words.formula({ line, column: columnLetters(column) }, (cells[column] ?? '').slice(0, 40));
  }
  return null;
}
