import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import * as catalogue from './en-GB/index.ts';

const TEXTS = import.meta.dirname;
const WEB = join(TEXTS, '..');
const PACKAGES = join(WEB, '../../../packages');
const isCode = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

function codeIn(...folders: readonly string[]): string {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  return paths
    .filter((path) => isCode(path) && !path.startsWith(join(TEXTS, 'en-GB')))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]))
    : [{ path, value }];
}

const leaves = leavesOf({ ...catalogue });

test('every text is used: its key is in the code of the pages, or a value of the domain', () => {
  const pages = codeIn(WEB);
  const words = new Set(pages.match(/[\p{L}\p{N}_$]+/gu));
  const code = pages + codeIn(join(PACKAGES, 'domain/src'), join(PACKAGES, 'contracts/src'));
  const isUsed = (key: string) => words.has(key) || code.includes(`'${key.replace('\t', '\\t')}'`);
  const unused = leaves.filter(({ path }) => !isUsed(path.at(-1) ?? ''));
  expect(unused.map(({ path }) => path.join(' → '))).toEqual([]);
});

test('no text is empty', () => {
  expect(leaves.filter(({ value }) => typeof value === 'string' && value.trim() === '')).toEqual([]);
});

test('no text contains invisible characters or ones that change the direction of a line', () => {
  const files = readdirSync(join(TEXTS, 'en-GB')).map((name) => ({
    name,
    source: readFileSync(join(TEXTS, 'en-GB', name), 'utf8'),
  }));
  const hidden = files.filter(({ source }) => /[^\P{C}\n]|[^\P{Z} ]|\\[ux]/u.test(source));
  expect(hidden.map(({ name }) => name)).toEqual([]);
});

/** The texts of a file of the catalogue, without the code in template strings and without keys. */
const textsIn = (source: string): readonly string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, plain, template]) => plain ?? (template ?? '').replaceAll(/\$\{[^}]*\}/g, ''))
    // A template within a template is split at its condition, which is code.
    .filter((words) => (words.includes(' ') || /^[A-Z]/.test(words)) && !words.includes(' === '));

test('SHELL-233 no text uses the words of developers: hash, head, JSON, SHA-256, token, null', () => {
  // Prescribed by the specification.
  const prescribed = new Set(['version name is null']);
  const words = readdirSync(join(TEXTS, 'en-GB')).flatMap((name) =>
    textsIn(readFileSync(join(TEXTS, 'en-GB', name), 'utf8')),
  );
  const found = words.filter((one) =>
    /\b(?:[Hh]ash(?:es)?|JSON|SHA-256|[Tt]oken|digest|null|boolean)\b|[Aa]udit head|\bhead of\b/.test(one),
  );
  expect(words.length).toBeGreaterThan(2000);
  expect(found.filter((one) => !prescribed.has(one))).toEqual([]);
});
