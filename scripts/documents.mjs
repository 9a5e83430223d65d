/**
 * Checks the pages of the repository's root, packages and docs, or the pages that are named. It fails when
 * - a paragraph or list item has more than 80 words, or a table cell more than 25: readers skip both;
 * - a link leads to a file that does not exist;
 * - a decision lacks a part of its head, or the index of decisions lacks it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';

import { fail, print, root } from './workspace.mjs';

/** @typedef {{ line: number, kind: 'paragraph' | 'cell', text: string }} Block */

const MAX_WORDS = { paragraph: 80, cell: 25 };
/** `npm run settings` writes it, so its length is not checked. */
const GENERATED = new Set(['docs/settings.md']);

const named = process.argv.slice(2);
const problems = (named.length > 0 ? named : documents()).flatMap(problemsOf);
for (const problem of problems) print(problem);
if (problems.length > 0) fail(`${problems.length} problems in the documents.`);

function documents() {
  const paths = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const packages = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}/README.md`),
  );
  return [
    'README.md',
    'CONTRIBUTING.md',
    '.github/SECURITY.md',
    ...packages.filter((page) => existsSync(join(root, page))),
    ...paths.map((path) => `docs/${path}`),
  ]
    .filter((page) => page.endsWith('.md') && !page.startsWith('docs/site/'))
    .sort();
}

/** @param {string} page */
function problemsOf(page) {
  const path = resolve(root, page);
  const markdown = readFileSync(path, 'utf8');
  const isDecision = /(?:^|\/)adr\/\d{4}-[^/]+\.md$/.test(page);
  return [
    ...(GENERATED.has(page) ? [] : longBlocksIn(markdown)),
    ...deadLinksIn(markdown, path),
    ...(isDecision ? wrongHead(markdown, path) : []),
  ].map((problem) => `${page}:${problem}`);
}

/** @param {string} markdown */
function longBlocksIn(markdown) {
  return blocksOf(markdown).flatMap(({ line, kind, text }) => {
    const words = countWords(text);
    return words > MAX_WORDS[kind]
      ? [`${line}: a ${kind} of ${words} words; at most ${MAX_WORDS[kind]}`]
      : [];
  });
}

/**
 * Paragraphs, list items and table cells. Code blocks, headings and HTML are no prose.
 *
 * @param {string} markdown
 */
function blocksOf(markdown) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Block | undefined} the block that the next line may continue */
  let open;
  let isCode = false;
  for (const [index, raw] of markdown.split('\n').entries()) {
    const text = raw.trim();
    const line = index + 1;
    const isFence = text.startsWith('```');
    if (isFence) isCode = !isCode;
    if (isFence || isCode || text === '' || /^[#<]/.test(text)) open = undefined;
    else if (text.startsWith('|')) {
      blocks.push(
        ...cellsOf(text).map((cell) => ({ line, kind: /** @type {const} */ ('cell'), text: cell })),
      );
      open = undefined;
    } else if (open !== undefined && !/^(?:[-*+]|\d+\.) /.test(text)) open.text += ` ${text}`;
    else {
      open = { line, kind: 'paragraph', text };
      blocks.push(open);
    }
  }
  return blocks;
}

/** @param {string} row */
function cellsOf(row) {
  return row.split(/(?<!\\)\|/).slice(1, -1);
}

/**
 * Words with a letter or a digit. A link counts by its text, not by its address.
 *
 * @param {string} text
 */
function countWords(text) {
  const shown = text.replaceAll(/\]\([^)]*\)/g, ']');
  return shown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * @param {string} markdown
 * @param {string} path of the page
 */
function deadLinksIn(markdown, path) {
  return blocksOf(markdown).flatMap(({ line, text }) =>
    [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(resolve(dirname(path), target)))
      .map((target) => `${line}: a link to ${target}, which does not exist`),
  );
}

/**
 * @param {string} markdown
 * @param {string} path of the decision
 */
function wrongHead(markdown, path) {
  const name = basename(path);
  const head = new RegExp(
    `^# ${name.slice(0, 4)} .+\\n\\n\\d{4}-\\d\\d-\\d\\d · (?:accepted|superseded by ).*\\n\\n` +
      '\\*\\*Context\\.\\*\\*[^]*\\n\\*\\*Decision\\.\\*\\*[^]*\\n\\*\\*Consequences\\.\\*\\*',
  );
  const index = join(dirname(path), 'README.md');
  return [
    ...(head.test(markdown)
      ? []
      : ['1: a decision has number and title, date · status, Context, Decision and Consequences']),
    ...(existsSync(index) && readFileSync(index, 'utf8').includes(`(${name})`)
      ? []
      : ['1: the index README.md lacks this decision']),
  ];
}
