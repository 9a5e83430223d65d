import type { Cell, Row } from '../container/workbook.ts';
import { readXmlTree } from '../container/xml-tree.ts';
import type { XmlElement } from '../container/xml-tree.ts';
import { emptyPart } from '../part.ts';
import type { Part } from '../part.ts';
import { addCfxTable } from './cfx-tables.ts';
import { quantityOfName } from './report-name.ts';

/**
 * Reads one report of a CFX export from XML: the root is named after the fluorophore, each `Row` has one
 * element for each column. Known from documentation only.
 */
export async function readCfxXml(file: string, chunks: AsyncIterable<Uint8Array>): Promise<Part> {
  const root = await readXmlTree(file, chunks);
  const { quantity, note } = quantityOfName(file);
  const part = emptyPart({ file, format: 'cfx', container: 'xml' });
  const table = { rows: tableRows(root), place: { file }, name: decodeName(root.name), quantity };
  const filled = addCfxTable(part, table);
  return filled.series.length === 0 || note === null ? filled : { ...filled, notes: [note] };
}

/** Characters that are invalid in names are written as `_x0020_`. */
function decodeName(name: string): string {
  return name.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The rows below a header; run information has only numbered columns. */
function tableRows(root: XmlElement): Row[] {
  const columns = new Map<string, number>();
  const rows = root.children.map((row) => rowCells(row, columns));
  const header: Cell[] = [...columns.keys()].map(decodeName);
  const isNumbered = header.every((name, index) => name === `Column${index + 1}`);
  return (isNumbered ? rows : [header, ...rows]).map((cells, index) => ({ number: index + 1, cells }));
}

/** The cells of a row by column, numbered in the order of first occurrence. */
function rowCells(row: XmlElement, columns: Map<string, number>): Cell[] {
  const cells: Cell[] = [];
  for (const { name, text } of row.children) {
    const column = columns.get(name) ?? columns.size;
    columns.set(name, column);
    while (cells.length < column) cells.push(null);
    cells[column] = text === '' ? null : text;
  }
  return cells;
}
