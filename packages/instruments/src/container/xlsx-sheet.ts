import type { Count } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import { parseNumber } from './workbook.ts';
import type { Cell, Row } from './workbook.ts';
import type { Attributes, XmlHandler } from './xml.ts';

/** The limits of the format. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

interface SheetOptions {
  readonly file: string;
  readonly sheet: string;
  readonly sharedStrings: readonly string[];
  readonly limit: number;
  /** For the whole workbook. */
  readonly cells: Count;
}

/** Collects the rows of one `sheetN.xml` and ignores all other elements. */
export class SheetParser implements XmlHandler {
  readonly rows: Row[] = [];
  full = false;
  inData = false;

  readonly #options: SheetOptions;
  #rowNumber = 0;
  #lastRowNumber = 0;
  #cells: Cell[] = [];
  #column = -1;
  #type = 'n';
  #hasFormula = false;
  #inValue = false;
  #inPhonetic = false;
  #text = '';

  constructor(options: SheetOptions) {
    this.#options = options;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'sheetData':
        this.inData = true;
        break;
      case 'row':
        this.startRow(attributes['r']);
        break;
      case 'c':
        this.startCell(attributes['r'], attributes['t']);
        break;
      case 'v':
      case 't':
        this.#inValue = !this.#inPhonetic;
        break;
      case 'f':
        this.#hasFormula = true;
        break;
      case 'rPh':
        this.#inPhonetic = true;
        break;
      default:
    }
  }

  text(text: string): void {
    if (this.#inValue) this.#text += text;
  }

  close(name: string): void {
    switch (name) {
      case 'sheetData':
        this.inData = false;
        break;
      case 'row':
        this.endRow();
        break;
      case 'c':
        this.endCell(this.#text);
        break;
      case 'v':
      case 't':
        this.#inValue = false;
        break;
      case 'rPh':
        this.#inPhonetic = false;
        break;
      default:
    }
  }

  startRow(reference: string | undefined): void {
    const number = reference === undefined ? this.#rowNumber + 1 : Number(reference);
    if (!this.inData || !Number.isInteger(number) || number <= this.#rowNumber || number > LAST_ROW) {
      throw this.#damaged(`row “${reference ?? ''}”`);
    }
    this.#rowNumber = number;
    this.#cells = [];
    this.#column = -1;
  }

  /** Discards a row that was not completely read. */
  forgetRow(): void {
    this.#rowNumber = this.#lastRowNumber;
  }

  startCell(reference: string | undefined, type: string | undefined): void {
    const column = reference === undefined ? this.#column + 1 : columnOf(reference, this.#rowNumber);
    if (column <= this.#column || column >= LAST_COLUMN || !this.inData) {
      throw this.#damaged(`cell “${reference ?? ''}”`);
    }
    this.#column = column;
    this.#type = type ?? 'n';
    this.#hasFormula = false;
    this.#text = '';
  }

  endCell(text: string): void {
    const value = this.#value(text);
    if (value === null || this.full) return;
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells.push(value);
  }

  endRow(): void {
    this.#lastRowNumber = this.#rowNumber;
    if (this.full || this.#cells.length === 0) return;
    this.rows.push({ number: this.#rowNumber, cells: this.#cells });
    this.full = this.rows.length >= this.#options.limit;
    const { cells, sheet } = this.#options;
    cells.add(this.#cells.length, { sheet, row: this.#rowNumber });
  }

  #value(text: string): Cell {
    if (this.#hasFormula) return `=${text}`;
    switch (this.#type) {
      case 's':
        return this.#sharedString(text);
      case 'b':
        return text === '1' || text === 'true';
      case 'n':
        return text === '' ? null : (parseNumber(text) ?? text);
      default:
        return text === '' ? null : text;
    }
  }

  #sharedString(index: string): string {
    const text = /^\d+$/.test(index) ? this.#options.sharedStrings[Number(index)] : undefined;
    if (text === undefined) throw this.#damaged(`text number ${index}`);
    return text;
  }

  #damaged(found: string): ReadError {
    return new ReadError({
      code: 'unreadable-file',
      place: { file: this.#options.file, sheet: this.#options.sheet, row: this.#rowNumber },
      problem: 'the sheet is damaged',
      found,
    });
  }
}

const CODE_A = 65;
const LETTER_COUNT = 26;

/**
 * The zero-based column of a cell reference: `B7` → 1; beyond the last column if it does not belong to this
 * row.
 */
function columnOf(reference: string, rowNumber: number): number {
  let column = 0;
  let index = 0;
  for (; index < reference.length; index++) {
    const letter = reference.charCodeAt(index) - CODE_A;
    if (letter < 0 || letter >= LETTER_COUNT) break;
    column = column * LETTER_COUNT + letter + 1;
  }
  const isOfRow = index > 0 && reference.slice(index) === String(rowNumber);
  return isOfRow && column <= LAST_COLUMN ? column - 1 : LAST_COLUMN;
}

/** Collects the texts of `sharedStrings.xml`; rich text becomes plain text, without phonetic hints. */
export function parseSharedStrings(strings: string[]): Partial<XmlHandler> {
  let text = '';
  let inText = false;
  let inPhonetic = false;
  return {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') inPhonetic = true;
      if (name === 't') inText = !inPhonetic;
    },
    text: (piece) => {
      if (inText) text += piece;
    },
    close: (name) => {
      if (name === 'si') strings.push(text);
      if (name === 'rPh') inPhonetic = false;
      if (name === 't') inText = false;
    },
  };
}
