import { describe, expect, test } from 'vitest';

import { LIMITS } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import { readXmlTree } from './xml-tree.ts';
import type { XmlElement } from './xml-tree.ts';
import { slices } from './xml-root.ts';

const read = (xml: string) => readXmlTree('run.xml', slices(new TextEncoder().encode(xml)));

/** Name, own text and children. */
const plain = ({ name, text, children }: XmlElement): unknown[] => [name, text, ...children.map(plain)];

test.each([
  ['<a/>', ['a', '']],
  ['<a>1<b>2</b>3<c/>4</a>', ['a', '134', ['b', '2'], ['c', '']]],
  ['<x:a><Größe/><Texas_x0020_Red/></x:a>', ['a', '', ['Größe', ''], ['Texas_x0020_Red', '']]],
  ['<a>&lt;&amp;lt;&gt;&quot;&apos; &#65;&#x42;&#10;</a>', ['a', '<&lt;>"\' AB\n']],
  ['<a>1<![CDATA[a &amp; <b>]]>2<![CDATA[]]></a>', ['a', '1a &amp; <b>2']],
  ['<!-- a --><a b=\'>\' c="/>">1<!-- <x> -->2</a> ', ['a', '12']],
  ['<?xml version="1.0"?>\n<a><?x "?><b/><?x "?></a>', ['a', '', ['b', '']]],
  ['<a><__proto__>1</__proto__></a>', ['a', '', ['__proto__', '1']]],
  [`<a>${'µ😀'.repeat(50_000)}</a>`, ['a', 'µ😀'.repeat(50_000)]],
])('the tree of %s holds its elements with their own texts', async (xml, tree) => {
  expect(plain(await read(xml))).toEqual(tree);
});

describe('a document that is not well-formed or declares a type', () => {
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
    ['no element', '<!-- a -->'],
    ['an attribute twice', '<a b="1" b="2"/>'],
  ])('%s is refused', async (_what, xml) => {
    const error: unknown = await read(xml).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ReadError);
    expect(error).toMatchObject({ code: 'unreadable-file' });
  });
});

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

test('elements with a name are found at every depth, in document order', async () => {
  const root = await read('<a><b>1</b><c><b>2<b>3</b></b></c><x:b>4</x:b></a>');
  expect(root.all('b').map(({ text }) => text)).toEqual(['1', '2', '3', '4']);
  expect(root.all('a')).toEqual([]);
});

test('a value is the trimmed text of the last child with a name', async () => {
  const root = await read('<a><b>1</b><b> 2 <c>x</c>\n</b><c>3</c></a>');
  expect([root.textOf('b'), root.textOf('c'), root.textOf('d')]).toEqual(['2', '3', '']);
});
