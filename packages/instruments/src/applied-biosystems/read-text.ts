import { checkLastLine, parseDelimited, splitLines } from '../container/delimited.ts';
import type { Row } from '../container/workbook.ts';
import type { Part } from '../part.ts';
import { readLabelledTable } from './labelled-table.ts';
import { readExportTables } from './read-tables.ts';
import { formatOfKeys } from './run-header.ts';

const KEY = /^\* ([^=]+?) = (.*)$/;
const SECTION = /^\[([^\]]+)\]\s*$/;

/** Recognises `* Key = Value` lines, then tab-separated tables with `[Section]` headings. */
export function isAppliedBiosystemsText(text: string): boolean {
  return KEY.test(splitLines(text.slice(0, 2000))[0] ?? '') && text.includes('* Block Type = ');
}

export function readAppliedBiosystemsText(text: string, file: string): Part | null {
  checkLastLine(text, file);
  const lines = splitLines(text);
  const keys = new Map<string, string>();
  for (const line of lines) {
    const [, key, value] = KEY.exec(line) ?? [];
    if (key !== undefined) keys.set(key.toLowerCase(), (value ?? '').trim());
  }
  const format = formatOfKeys(keys);
  if (format === null) return null;
  const tables = sectionsOf(parseDelimited({ text, delimiter: '\t' })).flatMap(({ name, rows }) => {
    const table = readLabelledTable({ name, place: { file, element: `section [${name}]` }, rows });
    return table === null ? [] : [table];
  });
  return readExportTables({ file, format, container: 'text', keys, tables });
}

interface Section {
  readonly name: string;
  readonly rows: readonly Row[];
}

function sectionsOf(rows: readonly Row[]): Section[] {
  const sections: { name: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const name = SECTION.exec(String(row.cells[0] ?? ''))?.[1];
    if (name === undefined) sections.at(-1)?.rows.push(row);
    else sections.push({ name, rows: [] });
  }
  return sections;
}
