import { decodePieces } from '../container/text.ts';
import type { Cell, Row } from '../container/workbook.ts';
import { XmlReader } from '../container/xml.ts';
import type { XmlHandler } from '../container/xml.ts';
import { emptyPart } from '../part.ts';
import type { Part } from '../part.ts';
import { addCfxTable } from './cfx-tables.ts';
import { quantityOfName } from './report-name.ts';

/**
 * One report of a CFX export as XML: the root is named after the fluorophore, each
 * `Row` holds one element a column. Known from documentation only.
 */
export async function readCfxXml(file: string, chunks: AsyncIterable<Uint8Array>): Promise<Part> {
  const collector = new RowCollector();
  const reader = new XmlReader(file, collector);
  for await (const piece of decodePieces(chunks, file)) reader.write(piece);
  reader.close();
  const { quantity, note } = quantityOfName(file);
  const part = emptyPart({ file, format: 'cfx', container: 'xml' });
  const table = { rows: collector.rows(), place: { file }, name: collector.name, quantity };
  const filled = addCfxTable(part, table);
  return filled.series.length === 0 || note === null ? filled : { ...filled, notes: [note] };
}

/** Characters that a name may not have are written `_x0020_`. */
function decodeName(name: string): string {
  return name.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

class RowCollector implements XmlHandler {
  name = '';
  readonly #columns = new Map<string, number>();
  readonly #rows: Cell[][] = [];
  #path: string[] = [];
  #text = '';

  open(name: string): void {
    this.#path.push(name);
    if (this.#path.length === 1) this.name = decodeName(name);
    if (this.#path.length === 2) this.#rows.push([]);
    if (this.#path.length !== 3) return;
    this.#text = '';
    if (!this.#columns.has(name)) this.#columns.set(name, this.#columns.size);
  }

  text(text: string): void {
    if (this.#path.length === 3) this.#text += text;
  }

  close(name: string): void {
    const cells = this.#rows.at(-1);
    const column = this.#columns.get(name);
    if (this.#path.length === 3 && cells !== undefined && column !== undefined) {
      while (cells.length < column) cells.push(null);
      cells[column] = this.#text === '' ? null : this.#text;
    }
    this.#path.pop();
  }

  /** The rows under a header; run information has none, its columns are only numbered. */
  rows(): Row[] {
    const header: Cell[] = [...this.#columns.keys()].map(decodeName);
    const isNumbered = header.every((name, index) => name === `Column${index + 1}`);
    const all = isNumbered ? this.#rows : [header, ...this.#rows];
    return all.map((cells, index) => ({ number: index + 1, cells }));
  }
}
