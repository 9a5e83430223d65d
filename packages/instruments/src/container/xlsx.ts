import { posix } from 'node:path';

import { Count } from '../budget.ts';
import { SheetParser, parseSharedStrings } from './xlsx-sheet.ts';
import { SheetReader } from './sheet-reader.ts';
import { decodePieces } from './text.ts';
import type { Row, Sheet, Workbook } from './workbook.ts';
import { XmlReader } from './xml.ts';
import type { Attributes, XmlHandler } from './xml.ts';
import type { Archive } from './zip.ts';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

export function isXlsx(archive: Archive): boolean {
  return archive.entryNames.includes(WORKBOOK);
}

/**
 * Reads a workbook without a spreadsheet library: only its list of sheets, its texts and the cells of
 * requested sheets. Ignores merges, validations, formulas, links and declared dimensions.
 */
export async function openXlsx(archive: Archive): Promise<Workbook> {
  const listed: { name: string; relation: string }[] = [];
  await readXml(archive, WORKBOOK, {
    open: (name, attributes) => {
      if (name === 'sheet') {
        listed.push({ name: attributes['name'] ?? '', relation: relationId(attributes) });
      }
    },
  });
  const targets = new Map<string, string>();
  let sharedStringsEntry: string | null = null;
  await readXml(archive, RELATIONS, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const entry = entryName(Target);
      if (Type.endsWith('/worksheet')) targets.set(Id, entry);
      if (Type.endsWith('/sharedStrings')) sharedStringsEntry = entry;
    },
  });

  const cells = new Count('cells', { file: archive.file });
  let sharedStrings: readonly string[] | null = null;
  const sheets = listed.flatMap(({ name, relation }): Sheet[] => {
    const entry = targets.get(relation);
    if (entry === undefined) return [];
    let glance = { rows: [] as readonly Row[], limit: 0 };
    const rows = async (limit = Number.POSITIVE_INFINITY): Promise<readonly Row[]> => {
      if (limit <= glance.limit) return glance.rows.slice(0, limit);
      sharedStrings ??= await readSharedStrings(archive, sharedStringsEntry);
      const sheet = new SheetParser({ file: archive.file, sheet: name, sharedStrings, limit, cells });
      await readSheet(archive, entry, sheet);
      glance = { rows: sheet.rows, limit };
      return sheet.rows;
    };
    return [{ name, rows }];
  });
  return { file: archive.file, sheets };
}

function relationId(attributes: Attributes): string {
  return attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
}

/** Targets are relative to `xl/`, or absolute with a leading slash. */
function entryName(target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
}

async function readSharedStrings(archive: Archive, entry: string | null): Promise<readonly string[]> {
  if (entry === null || !archive.entryNames.includes(entry)) return [];
  const strings: string[] = [];
  await readXml(archive, entry, parseSharedStrings(strings));
  return strings;
}

async function readSheet(archive: Archive, entry: string, sheet: SheetParser): Promise<void> {
  const reader = new SheetReader(new XmlReader(archive.file, sheet), sheet);
  for await (const piece of decodePieces(archive.chunks(entry), archive.file)) {
    reader.write(piece);
    if (sheet.full) return;
  }
  reader.close();
}

async function readXml(archive: Archive, entry: string, handler: Partial<XmlHandler>): Promise<void> {
  const reader = new XmlReader(archive.file, {
    open: (name, attributes) => handler.open?.(name, attributes),
    close: (name) => handler.close?.(name),
    text: (text) => handler.text?.(text),
  });
  for await (const piece of decodePieces(archive.chunks(entry), archive.file)) reader.write(piece);
  reader.close();
}
