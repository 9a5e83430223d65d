/** The only file that uses fast-xml-parser. */
import { XMLParser } from 'fast-xml-parser';

import { Count, LIMITS } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import { decodePieces } from './text.ts';
import { localName, malformedXml, XmlReader } from './xml.ts';

const TEXT = '#text';
const CDATA = '#cdata';

const PARSER_OPTIONS = {
  preserveOrder: true,
  textNodeName: TEXT,
  cdataPropName: CDATA,
  ignoreDeclaration: true,
  maxNestedTags: LIMITS.xmlDepth,
  // Texts are kept unchanged; readers parse numbers and trim.
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  jPath: false,
} as const;

/** With `preserveOrder` a node has one key: the name of its element, or of a text. */
type OrderedNode = Readonly<Record<string, string | readonly OrderedNode[]>>;

/** An element of a document, without attributes, which no supported format uses. */
export class XmlElement {
  /** Local name. */
  readonly name: string;
  readonly #nodes: readonly OrderedNode[];

  constructor(name: string, nodes: readonly OrderedNode[]) {
    this.name = localName(name);
    this.#nodes = nodes;
  }

  get children(): XmlElement[] {
    return this.#nodes.flatMap((node) =>
      Object.entries(node).flatMap(([name, content]) =>
        typeof content === 'string' || name === CDATA ? [] : [new XmlElement(name, content)],
      ),
    );
  }

  /** Its own text, without that of its children. */
  get text(): string {
    return this.#nodes.map(ownText).join('');
  }

  /** All descendants with a name, in document order. */
  all(name: string): XmlElement[] {
    return this.children.flatMap((child) => [...(child.name === name ? [child] : []), ...child.all(name)]);
  }

  /** The trimmed text of its last child with a name; empty if there is none. */
  textOf(name: string): string {
    return this.children.findLast((child) => child.name === name)?.text.trim() ?? '';
  }
}

function ownText({ [TEXT]: text, [CDATA]: cdata }: OrderedNode): string {
  if (typeof text === 'string') return withoutEntities(text);
  const literal = typeof cdata === 'object' ? cdata[0]?.[TEXT] : null;
  return typeof literal === 'string' ? literal : '';
}

const ENTITY = /&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces XML's own entities; the strict parser has refused all others. */
function withoutEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity, hex?: string, decimal?: string, name: string = '') => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal === undefined ? (NAMED[name] ?? entity) : String.fromCodePoint(Number(decimal));
  });
}

/**
 * Reads a small document as a tree, after validation by the strict parser. A tree takes about fifteen times
 * the memory of its text, hence the limit.
 *
 * @throws ReadError `unreadable-file`, `too-large`
 */
export async function readXmlTree(file: string, chunks: AsyncIterable<Uint8Array>): Promise<XmlElement> {
  const elements = new Count('treeElements', { file });
  let elementCount = 0;
  const validator = new XmlReader(file, {
    open: () => {
      elementCount += 1;
      elements.add();
    },
    close: () => undefined,
    text: () => undefined,
    // The tree parser would misinterpret quotes in processing instructions.
    instruction: () => {
      throw malformedXml(file, 'an unsupported processing instruction');
    },
  });
  let text = '';
  for await (const piece of decodePieces(chunks, file)) {
    validator.write(piece);
    text += piece;
    if (text.length > LIMITS.treeCharacters) throw tooLarge(file);
  }
  validator.close();
  const [root] = parseTree(text, file).children;
  if (root === undefined || countElements(root) !== elementCount)
    throw malformedXml(file, 'two parsers found different elements');
  return root;
}

/** A nameless element that contains the root. */
function parseTree(text: string, file: string): XmlElement {
  try {
    const nodes = new XMLParser(PARSER_OPTIONS).parse(text) as readonly OrderedNode[]; // the result of `preserveOrder`
    return new XmlElement('', nodes);
  } catch (cause) {
    throw malformedXml(file, cause);
  }
}

function countElements({ children }: XmlElement): number {
  return children.reduce((sum, child) => sum + countElements(child), 1);
}

function tooLarge(file: string): ReadError {
  return new ReadError({
    code: 'too-large',
    place: { file },
    problem: 'it is larger than an XML export of a run; export it as xlsx or RDML',
    expected: `at most ${LIMITS.treeCharacters / 1_000_000} million characters`,
    limit: 'tree-characters',
  });
}
