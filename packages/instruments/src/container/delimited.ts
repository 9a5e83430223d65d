import { ReadError } from '../read-error.ts';
import type { Cell, Row } from './workbook.ts';

interface DelimitedText {
  readonly text: string;
  readonly delimiter: string;
}

/** Parses text with one record on each line; fields may be quoted. Blank lines count as rows. */
export function parseDelimited({ text, delimiter }: DelimitedText): Row[] {
  return splitLines(text).flatMap((line, index): Row[] => {
    const cells = line.includes('"') ? splitQuoted(line, delimiter) : line.split(delimiter);
    const filled = cells.map((cell): Cell => (cell === '' ? null : cell));
    return filled.every((cell) => cell === null) ? [] : [{ number: index + 1, cells: filled }];
  });
}

export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n/);
}

function splitQuoted(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    if (character === '"' && quoted && line.charAt(index + 1) === '"') {
      cell += '"';
      index += 1;
    } else if (character === '"') {
      quoted = !quoted;
    } else if (character === delimiter && !quoted) {
      cells.push(cell);
      cell = '';
    } else {
      cell += character;
    }
  }
  return [...cells, cell];
}

/**
 * The delimiter of a table: of tab, semicolon and comma the one that splits its first line into most fields.
 */
export function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const line = end === -1 ? text : text.slice(0, end);
  const count = (delimiter: string) => line.split(delimiter).length;
  return ['\t', ';', ','].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

const DECIMAL_COMMA = /^(-?\d*),(\d+(?:[eE][+-]?\d+)?)$/;

const DECIMAL_POINT = /^-?\d*\.\d/;

/**
 * Converts decimal commas, which Windows writes in much of Europe, to points. In a table with decimal points
 * a comma has another meaning and is kept.
 */
export function withDecimalPoints(rows: readonly Row[]): readonly Row[] {
  const holds = (form: RegExp) =>
    rows.some(({ cells }) => cells.some((cell) => typeof cell === 'string' && form.test(cell)));
  if (!holds(DECIMAL_COMMA) || holds(DECIMAL_POINT)) return rows;
  return rows.map(({ number, cells }) => ({
    number,
    cells: cells.map((cell) => (typeof cell === 'string' ? cell.replace(DECIMAL_COMMA, '$1.$2') : cell)),
  }));
}

/** Every instrument ends its last line, so a text without a final line break is truncated. */
export function checkLastLine(text: string, file: string): void {
  if (text.endsWith('\n')) return;
  throw new ReadError({
    code: 'unreadable-file',
    place: { file, row: splitLines(text).length },
    problem: 'the last line has no end: the file was cut short; export or copy it again',
  });
}
