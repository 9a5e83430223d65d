import { Count, LIMITS } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import { decodePieces } from './text.ts';
import { malformedXml, XmlReader } from './xml.ts';

/** An element of a document, without attributes, which no supported format uses. */
export class XmlElement {
  /** Local name. */
  readonly name: string;
  readonly children: XmlElement[] = [];
  /** Its own text, without that of its children. */
  text = '';

  constructor(name: string) {
    this.name = name;
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

/**
 * Reads a small document as a tree, which takes several times the memory of its text, hence the limit.
 *
 * @throws ReadError `unreadable-file`, `too-large`
 */
export async function readXmlTree(file: string, chunks: AsyncIterable<Uint8Array>): Promise<XmlElement> {
  const elements = new Count('treeElements', { file });
  const document = new XmlElement('');
  const parents: XmlElement[] = [];
  let current = document;
  const reader = new XmlReader(file, {
    open: (name) => {
      elements.add();
      const element = new XmlElement(name);
      current.children.push(element);
      parents.push(current);
      current = element;
    },
    close: () => {
      current = parents.pop() ?? document;
    },
    text: (text) => {
      current.text += text;
    },
  });
  let characters = 0;
  for await (const piece of decodePieces(chunks, file)) {
    characters += piece.length;
    if (characters > LIMITS.treeCharacters) throw tooLarge(file);
    reader.write(piece);
  }
  reader.close();
  const [root] = document.children;
  if (root === undefined) throw malformedXml(file, 'no element');
  return root;
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
