import { Count } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import { decodePieces } from './text.ts';
import { parseNumber } from './workbook.ts';
import type { Cell, Row, Workbook } from './workbook.ts';
import { XmlReader } from './xml.ts';
import type { Attributes, XmlHandler } from './xml.ts';

/** Opens a workbook in one XML file, the format before xlsx, often named `.xls`. */
export async function openSpreadsheetMl(file: string, chunks: AsyncIterable<Uint8Array>): Promise<Workbook> {
  const collector = new SpreadsheetMlCollector(file);
  const reader = new XmlReader(file, collector);
  for await (const piece of decodePieces(chunks, file)) reader.write(piece);
  reader.close();
  return {
    file,
    sheets: collector.sheets.map(({ name, rows }) => ({
      name,
      rows: (limit) => Promise.resolve(limit === undefined ? rows : rows.slice(0, limit)),
    })),
  };
}

class SpreadsheetMlCollector implements XmlHandler {
  readonly sheets: { readonly name: string; readonly rows: Row[] }[] = [];
  readonly #file: string;
  #rowNumber = 0;
  #cells: Cell[] = [];
  readonly #count: Count;
  #type = '';
  #formula: string | null = null;
  #text: string | null = null;

  constructor(file: string) {
    this.#file = file;
    this.#count = new Count('cells', { file });
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'Worksheet':
        this.sheets.push({ name: attributes['ss:Name'] ?? attributes['Name'] ?? '', rows: [] });
        this.#rowNumber = 0;
        break;
      case 'Row':
        this.#rowNumber = this.#next(attributes, this.#rowNumber);
        this.#cells = [];
        break;
      case 'Cell': {
        const column = this.#next(attributes, this.#cells.length);
        while (this.#cells.length < column - 1) this.#cells.push(null);
        this.#formula = attributes['ss:Formula'] ?? null;
        this.#type = '';
        this.#text = '';
        break;
      }
      case 'Data':
        this.#type = attributes['ss:Type'] ?? attributes['Type'] ?? 'String';
        break;
      default:
    }
  }

  text(text: string): void {
    if (this.#type !== '') this.#text = (this.#text ?? '') + text;
  }

  close(name: string): void {
    if (name === 'Data') {
      this.#cells.push(this.#formula ?? cellValue(this.#type, this.#text ?? ''));
      this.#type = '';
      this.#text = null;
    }
    if (name === 'Cell' && this.#text !== null) this.#cells.push(null);
    if (name === 'Row') {
      this.#count.add(this.#cells.length, { row: this.#rowNumber });
      if (this.#cells.some((cell) => cell !== null)) {
        this.sheets.at(-1)?.rows.push({ number: this.#rowNumber, cells: this.#cells });
      }
    }
  }

  /** Rows and cells are numbered consecutively unless they have an index. */
  #next(attributes: Attributes, last: number): number {
    const index = Number(attributes['ss:Index'] ?? last + 1);
    if (Number.isInteger(index) && index > last && index <= 1_048_576) return index;
    throw this.#damaged(`index ${attributes['ss:Index'] ?? ''}`);
  }

  #damaged(found: string): ReadError {
    return new ReadError({
      code: 'unreadable-file',
      place: { file: this.#file, row: this.#rowNumber },
      problem: 'the sheet is damaged',
      found,
    });
  }
}

function cellValue(type: string, text: string): Cell {
  if (text === '') return null;
  if (type === 'Number') return parseNumber(text) ?? text;
  return type === 'Boolean' ? text === '1' : text;
}
