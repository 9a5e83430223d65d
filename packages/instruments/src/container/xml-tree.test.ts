import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { LIMITS } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import { readXmlTree } from './xml-tree.ts';
import type { XmlElement } from './xml-tree.ts';
import { slices } from './xml-root.ts';
import { malformedXml, XmlReader } from './xml.ts';

interface Tree {
  readonly name: string;
  text: string;
  readonly children: Tree[];
}

function plain({ name, text, children }: XmlElement): Tree {
  return { name, text, children: children.map(plain) };
}

async function treeOf(xml: string): Promise<Tree | string> {
  try {
    return plain(await readXmlTree('run.xml', slices(new TextEncoder().encode(xml))));
  } catch (error) {
    if (error instanceof ReadError) return error.code;
    throw error;
  }
}

/** The tree from the strict parser's events. */
function strictTree(xml: string): Tree | string {
  const open: Tree[] = [{ name: '', text: '', children: [] }];
  const reader = new XmlReader('run.xml', {
    open: (name) => {
      const element = { name, text: '', children: [] };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    text: (text) => {
      open.at(-1)!.text += text;
    },
    close: () => void open.pop(),
    instruction: () => {
      throw malformedXml('run.xml', 'an instruction');
    },
  });
  try {
    reader.write(xml);
    reader.close();
    return open[0]!.children[0]!;
  } catch (error) {
    if (error instanceof ReadError) return error.code;
    throw error;
  }
}

const name = fc.constantFrom('Row', 'A1', 'Texas_x0020_Red', 'x:Name', 'Größe', 'a-b.c');
const text = fc.constantFrom(
  '',
  ' ',
  '1.5',
  'a &amp; b',
  '&lt;',
  '&#65;&#x42;',
  '&gt;&quot;&apos;',
  '&amp;lt;',
  '&#10;',
  '<![CDATA[a &amp; <b>]]>',
  '<![CDATA[]]>',
  '\r\n',
  'µ😀',
  '<!-- <x> -->',
  '"\'>',
  ']]',
);
const attributes = fc.constantFrom('', ' a="1"', ' a=\'>\' b="/>"', '\n a = "&lt;"');
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(name, attributes, fc.array(fc.oneof({ maxDepth: 3 }, text, tie('element')), { maxLength: 5 }))
    .map(([tag, more, content]) =>
      content.length === 0 ? `<${tag}${more}/>` : `<${tag}${more}>${content.join('')}</${tag}>`,
    ),
}));
const documents = fc
  .tuple(fc.constantFrom('', '<?xml version="1.0"?>\n', '<!-- a -->'), element)
  .map((parts) => parts.join(''));

test('a tree contains what the strict parser reports', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (xml) => {
      expect(await treeOf(xml)).toEqual(strictTree(xml));
    }),
    { numRuns: 2000 },
  );
});

test('a document that the strict parser refuses is refused', async () => {
  const put = fc.constantFrom(
    '',
    '<',
    '>',
    '&',
    ']]>',
    '\0',
    '--',
    '<a>',
    '</a>',
    '<a/>',
    '&x;',
    '"',
    '\u0001',
    '<!DOCTYPE a>',
  );
  await fc.assert(
    fc.asyncProperty(documents, fc.nat(), fc.nat({ max: 4 }), put, async (xml, place, length, text) => {
      const at = place % xml.length;
      const damaged = (xml.slice(0, at) + text + xml.slice(at + length)).toWellFormed();
      expect(await treeOf(damaged)).toEqual(strictTree(damaged));
    }),
    { numRuns: 4000 },
  );
});

describe('a document that only a tree parser accepts', () => {
  test.each([
    ['a second root element', '<a/><b/>'],
    ['the end of a CDATA section in a text', '<a>]]></a>'],
    ['NUL', '<a>\0</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['-- in a comment', '<a><!-- a -- b --></a>'],
    ['an end that is missing', '<a><b></b>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['an entity that is not declared', '<a>&x;</a>'],
    ['text after the root', '<a/>text'],
    ['a processing instruction with a quote', '<a><?x "?><b/><?x "?></a>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
  ])('%s is refused', async (_what, xml) => {
    expect(await treeOf(xml)).toBe('unreadable-file');
  });
});

const read = (xml: string) => readXmlTree('run.xml', slices(new TextEncoder().encode(xml)));

test('a document that is too large for a tree is refused before one is made', async () => {
  await expect(read(`<a>${'1 '.repeat(LIMITS.treeCharacters / 2)}</a>`)).rejects.toMatchObject({
    code: 'too-large',
    place: { file: 'run.xml' },
    problem: 'it is larger than an XML export of a run; export it as xlsx or RDML',
    expected: 'at most 12 million characters',
    limit: 'tree-characters',
  });
});

test('a document just below the limit is read', async () => {
  const comment = ' '.repeat(LIMITS.treeCharacters - '<a/><!---->'.length);
  expect((await read(`<a/><!--${comment}-->`)).name).toBe('a');
});

test('a document with more elements than any run is refused', async () => {
  await expect(read(`<a>${'<b/>'.repeat(1_000_000)}</a>`)).rejects.toMatchObject({
    code: 'too-large',
    place: { file: 'run.xml' },
    limit: 'treeElements',
  });
});

test('a name that would modify an object is refused', async () => {
  await expect(read('<a><__proto__><b>1</b></__proto__></a>')).rejects.toMatchObject({
    code: 'unreadable-file',
    cause: expect.any(Error) as unknown,
  });
  expect(({} as Record<string, unknown>)['b']).toBeUndefined();
});

test('a processing instruction is refused by name, the XML declaration is accepted', async () => {
  await expect(read('<a><?sort by="x"?></a>')).rejects.toMatchObject({
    cause: 'an unsupported processing instruction',
  });
  expect((await read('<?xml version="1.0"?><a/>')).name).toBe('a');
});

test('elements with a name are found at every depth, in document order', async () => {
  const root = await read('<a><b>1</b><c><b>2<b>3</b></b></c><x:b>4</x:b></a>');
  expect(root.all('b').map(({ text }) => text)).toEqual(['1', '2', '3', '4']);
  expect(root.all('a')).toEqual([]);
});

test('a value is the trimmed text of the last child with a name', async () => {
  const root = await read('<a><b>1</b><b> 2 <c>x</c>\n</b><c>3</c></a>');
  expect([root.textOf('b'), root.textOf('c'), root.textOf('d')]).toEqual(['2', '3', '']);
});
