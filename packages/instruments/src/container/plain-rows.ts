/** Receives the rows of a sheet, cell by cell. */
interface RowSink {
  startRow: (reference: string | undefined) => void;
  startCell: (reference: string | undefined, type: string | undefined) => void;
  endCell: (text: string) => void;
  endRow: () => void;
}

const ROW_END = '</row>';
const ROW_START = /<row(?: [A-Za-z][A-Za-z0-9:]*="[\x20!#-%'-;=-~]*")*>/y;
const ATTRIBUTE = / ([A-Za-z][A-Za-z0-9:]*)="([^"]*)"/g;
/** The elements that contain a cell's text: a value, or an inline string. */
const TEXT_ELEMENTS = [
  ['<v>', '</v>'],
  ['<is><t>', '</t></is>'],
] as const;

const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;
const AMPERSAND = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;

/**
 * Reads rows in the typical form of spreadsheet programs only, several times faster than a full XML parser:
 * `<row r="2"><c r="B2" s="1" t="s"><v>7</v></c>…</row>`, printable ASCII, no entities. Everything else is
 * left to the strict parser.
 */
export class PlainRows {
  readonly #sink: RowSink;
  #text = '';
  #at = 0;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  /**
   * Reads the row that starts at `start`.
   *
   * @returns its end; `start` if it is incomplete so far; null if it is not in
   *   the typical form, in which case the sink may have received a part of it
   */
  read(text: string, start: number): number | null {
    const end = text.indexOf(ROW_END, start);
    if (end === -1) return start;
    ROW_START.lastIndex = start;
    const [head] = ROW_START.exec(text) ?? [];
    const attributes = head === undefined ? null : distinctAttributes(head);
    if (attributes === null) return null;
    this.#text = text;
    this.#at = ROW_START.lastIndex;
    this.#sink.startRow(attributes.get('r'));
    while (this.#at < end) if (!this.#readCell()) return null;
    this.#sink.endRow();
    return end + ROW_END.length;
  }

  #readCell(): boolean {
    if (!this.#take('<c')) return false;
    const reference = this.#attribute(' r="');
    const style = this.#attribute(' s="');
    const type = this.#attribute(' t="');
    if (reference === null || style === null || type === null) return false;
    const isEmpty = this.#take('/>');
    if (!isEmpty && !this.#take('>')) return false;
    const text = isEmpty || this.#take('</c>') ? '' : this.#content();
    if (text === null) return false;
    this.#sink.startCell(reference, type);
    this.#sink.endCell(text);
    return true;
  }

  /** The text and the end of a cell. */
  #content(): string | null {
    for (const [open, close] of TEXT_ELEMENTS) {
      if (!this.#take(open)) continue;
      const text = this.#plainText();
      return text !== null && this.#take(close) && this.#take('</c>') ? text : null;
    }
    return null;
  }

  /** Text up to the next element; null where a character needs the strict parser. */
  #plainText(): string | null {
    const start = this.#at;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === LESS) return this.#text.slice(start, this.#at);
      if (!(code >= FIRST_PRINTABLE && code <= LAST_PRINTABLE) || code === AMPERSAND || code === GREATER)
        return null;
      this.#at += 1;
    }
  }

  /** The letters and digits of an attribute; undefined: missing; null: other characters. */
  #attribute(start: string): string | undefined | null {
    if (!this.#take(start)) return undefined;
    const from = this.#at;
    while (isLetterOrDigit(this.#text.charCodeAt(this.#at))) this.#at += 1;
    const value = this.#text.slice(from, this.#at);
    return this.#take('"') ? value : null;
  }

  #take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** An element must not repeat an attribute. */
function distinctAttributes(head: string): Map<string, string> | null {
  const attributes = [...head.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value] as const);
  const named = new Map(attributes);
  return named.size === attributes.length ? named : null;
}
