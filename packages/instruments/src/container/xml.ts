import { SaxesParser } from 'saxes';

import { Count, LIMITS } from '../budget.ts';
import { ReadError } from '../read-error.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Names are local, because writers mix prefixed and plain elements in one file. */
export interface XmlHandler {
  open: (name: string, attributes: Attributes) => void;
  close: (name: string) => void;
  text: (text: string) => void;
  /** A processing instruction; ignored by default. */
  instruction?: () => void;
}

export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/**
 * Parses XML piece by piece. Refuses documents that are not well-formed, such as truncated ones, and those
 * with DOCTYPE or entity declarations.
 */
export class XmlReader {
  readonly #parser: SaxesParser;
  #depth = 0;

  constructor(file: string, handler: XmlHandler) {
    const parser = new SaxesParser({ xmlns: false, position: false });
    parser.on('error', (error) => {
      throw malformedXml(file, error.message);
    });
    parser.on('doctype', () => {
      throw new ReadError({
        code: 'unreadable-file',
        place: { file },
        problem: 'it declares a document type, which is not supported',
      });
    });
    parser.on('processinginstruction', () => handler.instruction?.());
    const elements = new Count('elements', { file });
    parser.on('opentag', (tag) => {
      elements.add();
      this.#depth += 1;
      if (this.#depth > LIMITS.xmlDepth) throw malformedXml(file, 'elements nested too deeply');
      handler.open(localName(tag.name), tag.attributes);
    });
    parser.on('closetag', (tag) => {
      this.#depth -= 1;
      handler.close(localName(tag.name));
    });
    const text = (piece: string) => {
      handler.text(piece);
    };
    parser.on('text', text);
    parser.on('cdata', text);
    this.#parser = parser;
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  close(): void {
    this.#parser.close();
  }
}

export function malformedXml(file: string, cause: unknown): ReadError {
  return new ReadError({
    code: 'unreadable-file',
    place: { file },
    problem: 'its XML is damaged or cut short; export or copy it again',
    cause,
  });
}
