import { PlainRows } from './plain-rows.ts';
import type { SheetParser } from './xlsx-sheet.ts';
import type { XmlReader } from './xml.ts';

const DATA_START = '<sheetData>';
/** More than a row of all 16,384 columns. */
const LONGEST_ROW = 2 * 1024 * 1024;

/**
 * Reads one `sheetN.xml` piece by piece. The strict parser checks everything except plain rows in
 * `sheetData`. These are complete elements, so the rest is well-formed with them if and only if it is without
 * them.
 */
export class SheetReader {
  readonly #strict: XmlReader;
  readonly #sheet: SheetParser;
  readonly #plain: PlainRows;
  #part: 'head' | 'rows' | 'rest' = 'head';
  #waiting = '';

  constructor(strict: XmlReader, sheet: SheetParser) {
    this.#strict = strict;
    this.#sheet = sheet;
    this.#plain = new PlainRows(sheet);
  }

  write(piece: string): void {
    this.#waiting += piece;
    if (this.#part === 'head') this.#readHead();
    if (this.#part === 'rows') this.#readRows();
    if (this.#part === 'rest') this.#passOn(this.#waiting.length);
  }

  close(): void {
    this.#passOn(this.#waiting.length);
    this.#strict.close();
  }

  #readHead(): void {
    const start = this.#waiting.indexOf(DATA_START);
    if (start === -1) {
      this.#passOn(Math.max(0, this.#waiting.length - DATA_START.length));
      return;
    }
    this.#passOn(start);
    const isOutside = !this.#sheet.inData;
    this.#passOn(DATA_START.length);
    // Within a comment, for example, it is not an element.
    this.#part = isOutside && this.#sheet.inData ? 'rows' : 'rest';
  }

  #readRows(): void {
    let at = 0;
    while (!this.#sheet.full) {
      const end = this.#plain.read(this.#waiting, at);
      if (end === null) {
        this.#sheet.forgetRow();
        this.#part = 'rest';
      }
      if (end === null || end === at) break;
      at = end;
    }
    this.#waiting = this.#waiting.slice(at);
    if (this.#waiting.length > LONGEST_ROW) this.#part = 'rest';
  }

  #passOn(length: number): void {
    this.#strict.write(this.#waiting.slice(0, length));
    this.#waiting = this.#waiting.slice(length);
  }
}
