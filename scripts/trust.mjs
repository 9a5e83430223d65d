/**
 * Checks that every test named on the trust pages exists: files by path, requirements by a test whose name
 * begins with the id. Also checks that each level 1 and 2 row of the ASVS 5.0 chapters that are answered row
 * by row occurs once.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { areaOf, findTests } from './requirement-tests.mjs';
import { fail, print, root } from './workspace.mjs';

const ROW_BY_ROW = 'docs/asvs.md';
/** The allowed entries of the list of tamperings: what detects one, or that none is needed. */
const NOTICED_BY = [
  'refused',
  'approval',
  'run',
  'list',
  'trail',
  'runs and trail',
  'head',
  'harmless',
  'UNSEEN',
];
const PAGE_OF_TABLE = 'docs/tampering.md';
const PAGES = ['docs/trust.md', PAGE_OF_TABLE, ROW_BY_ROW];
/** The number of level 1 and 2 rows in a chapter; V6 and V17 are answered as a whole. */
const ROWS = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
};

/** Each requirement with a test. */
const tested = new Set(findTests().keys());
const areas = new Set([...tested].map(areaOf));

const WRITES = process.argv.includes('--write');
const problems = [...PAGES.flatMap(problemsOf), ...wrongRows(), ...wrongTable()];
for (const problem of problems) print(problem);
if (problems.length > 0) fail(`${problems.length} items named on the trust pages do not exist.`);

/** @param {string} page */
function problemsOf(page) {
  const text = read(page);
  const files = matches(text, /`((?:apps|packages|e2e|scripts|docs|prisma|\.github)\/[^`\s*]+)`/g);
  const ids = matches(text, /\b([A-Z]+\d?-\d{2,3})\b/g).filter((id) => areas.has(areaOf(id)));
  return [
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `${page}: ${file} is not there.`),
    ...ids.filter((id) => !tested.has(id)).map((id) => `${page}: no test begins with ${id}.`),
  ];
}

function wrongRows() {
  const cells = [...read(ROW_BY_ROW).matchAll(/^\| ([\d., ]+?) *\|/gm)].map(([, cell = '']) => cell);
  const rows = cells.flatMap((cell) => cell.split(', '));
  return Object.entries(ROWS).flatMap(([chapter, expected]) => {
    const found = rows.filter((row) => row.startsWith(`${chapter}.`));
    if (found.length === expected && new Set(found).size === expected) return [];
    return [
      `${ROW_BY_ROW}: V${chapter} has ${expected} rows, not ${found.length}, or one stands there twice.`,
    ];
  });
}

/** The table of tamperings must match the measurement. */
function wrongTable() {
  const text = read(PAGE_OF_TABLE);
  const between = /(?<=<!-- tamperings -->\n)[\s\S]*(?=<!-- \/tamperings -->)/;
  const table = tableOfTamperings();
  if (text.match(between)?.[0].replaceAll(/ +|-+/g, '') === table.replaceAll(/ +|-+/g, '')) return [];
  if (!WRITES)
    return [
      `${PAGE_OF_TABLE}: the table of tamperings is not what was measured: node scripts/trust.mjs --write`,
    ];
  writeFileSync(
    join(root, PAGE_OF_TABLE),
    text.replace(between, () => table),
  );
  return [];
}

function tableOfTamperings() {
  const { tamperings } = /** @type {{ tamperings: { noticed: Record<string, string> }[] }} */ (
    JSON.parse(read('docs/measurements/tamperings.json'))
  );
  const cells = [...new Set(tamperings.flatMap(({ noticed }) => Object.keys(noticed)))];
  const rows = cells.map((cell) => {
    const all = tamperings.flatMap(({ noticed }) => noticed[cell] ?? []);
    const tried = all.filter((one) => one !== 'nothing there');
    const numbers = NOTICED_BY.map((by) => tried.filter((one) => one.split(', ').includes(by)).length);
    return `| ${[cell, tried.length, ...numbers].join(' | ')} |`;
  });
  const head = ['who: run', 'tried', ...NOTICED_BY];
  return `\n${[head, head.map(() => '-')].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n${rows.join('\n')}\n\n${tamperings.length} tamperings; several may notice one.\n\n`;
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
function matches(text, pattern) {
  return [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))];
}
