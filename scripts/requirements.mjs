/**
 * Writes docs/requirements.md: every requirement of docs/requirements.tsv with the tests that begin with its id.
 * With `--check` it writes nothing and fails when the page is not current. With `--missing [AREA…]` it writes nothing,
 * prints the requirements that no test names, of these areas or of all, and fails when there are any.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { fail, root, say } from './workspace.mjs';

/** @typedef {{ id: string, statement: string }} Requirement */

const list = 'docs/requirements.tsv';
const page = 'docs/requirements.md';

/** The first part of an id, and the heading of its table. */
const areas = new Map([
  ['SHELL', 'Shell: routes, sidebar, about, releases, dialogs'],
  ['AUTH', 'Login and rights'],
  ['LIST', 'Run list'],
  ['IMPORT', 'Import'],
  ['STEP1', 'Run creation, step 1: the run'],
  ['STEP2', 'Run creation, step 2: the plate'],
  ['WORKLIST', 'Work lists'],
  ['TEMPLATE', 'Plate templates'],
  ['REVIEW', 'Interpretation'],
  ['DECIDE', 'Check before submitting and approving, reasons'],
  ['TRUST', 'Records that can be proved: audit chain, signatures'],
  ['CONTROL', 'Controls over time'],
  ['MORNING', 'Dashboard panel'],
  ['ANEW', 'Reinterpreting'],
  ['HISTORY', 'History of a run'],
  ['AUDIT', 'Audit trail'],
  ['EXPORT', 'Export'],
  ['RESULT', 'Results for other systems'],
  ['ARCHIVE', 'Archive'],
  ['FTP', 'File transfer'],
  ['LOT', 'Lots'],
  ['KIT', 'Kits'],
  ['TMC', 'Tm corrected by the controls of a run'],
  ['TPL', 'Templates of targets'],
  ['WHATIF', 'Settings tried on past runs'],
  ['DIAG', 'Diagnostics'],
  ['IMPEXP', 'Import and export of kits and lots'],
  ['LAB', 'Laboratories and users'],
  ['API', 'Calls'],
  ['ERR', 'Errors and notices'],
  ['OPS', 'Operation: many at once, several processes, trouble'],
  ['CONST', 'Constants'],
  ['ENTITY', 'Entities'],
  ['OPS', 'Operation: many at once, several processes, trouble'],
]);

const requirements = readRequirements();
const tests = findTests(new Set(requirements.map(({ id }) => id)));
const [mode, ...named] = process.argv.slice(2);
const text = render();
if (mode === '--missing') {
  printMissing(named);
} else if (mode !== '--check') {
  writeFileSync(join(root, page), text);
  say(`${page}: ${tests.size} of ${requirements.length} requirements are named by a test.`);
} else if (!existsSync(join(root, page)) || readFileSync(join(root, page), 'utf8') !== text) {
  fail(`${page} is not current: run \`pnpm requirements\` and commit what it writes.`);
}

/** @param {readonly string[]} wanted */
function printMissing(wanted) {
  const unknown = wanted.filter((area) => !areas.has(area));
  if (unknown.length > 0) fail(`No area: ${unknown.join(', ')}. There are ${[...areas.keys()].join(', ')}.`);
  const asked = requirements.filter(({ id }) => wanted.length === 0 || wanted.includes(areaOf(id)));
  const missing = asked.filter(({ id }) => !tests.has(id));
  for (const { id, statement } of missing) say(`${id}  ${statement}`);
  const count = `${asked.length - missing.length} of ${asked.length} requirements are named by a test.`;
  if (missing.length > 0) fail(count);
  say(count);
}

/** @returns {Requirement[]} */
function readRequirements() {
  const [, ...lines] = readFileSync(join(root, list), 'utf8').trimEnd().split('\n');
  const ids = new Set();
  return lines.map((line, index) => {
    const [id = '', statement = '', ...more] = line.split('\t');
    const isKnown = areas.has(areaOf(id)) && !ids.has(id);
    if (!isKnown || !/^\w+-\d{2,3}$/.test(id) || statement === '' || more.length > 0)
      fail(`${list}:${index + 2} is not an id of its own, a tab and a statement: ${line}`);
    ids.add(id);
    return { id, statement };
  });
}

/**
 * The test files that name each requirement. Only ids at the beginning of a name count; others are prose.
 *
 * @param {ReadonlySet<string>} ids
 * @returns {Map<string, string[]>}
 */
function findTests(ids) {
  const id = `(?:${[...areas.keys()].join('|')})-\\d+`;
  // `)(` stands before the name in `it.each([…])('…'`.
  const name = new RegExp(
    `(?:\\b(?:it|test|describe)(?:\\.\\w+)*|\\))\\(\\s*['"\`](${id}(?:[ ,]+${id})*)`,
    'g',
  );
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const unknown = [];
  for (const file of ['apps', 'e2e', 'packages'].flatMap(testFiles)) {
    const source = readFileSync(join(root, file), 'utf8');
    const named = [...source.matchAll(name)].flatMap(([, names = '']) => names.split(/[ ,]+/));
    for (const each of new Set(named)) {
      if (ids.has(each)) found.set(each, [...(found.get(each) ?? []), file]);
      else unknown.push(`${file} names ${each}, which is not in ${list}.`);
    }
  }
  if (unknown.length > 0) fail(unknown.join('\n'));
  return found;
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function testFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory())
        return /^(?:\.|node_modules$|dist$|generated$)/.test(entry.name) ? [] : testFiles(path);
      return /\.test\.tsx?$/.test(path) || /^e2e\/.*\.spec\.ts$/.test(path) ? [path] : [];
    });
}

function render() {
  const tables = [...areas].map(([area, heading]) => {
    const rows = requirements.filter(({ id }) => areaOf(id) === area).map(row);
    return `## ${heading}\n\n| Id | Requirement | Tested in |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  // Rows are not padded, so that a new test changes its own row only and two branches seldom meet.
  return `# Requirements

What Curvewell must do, and which test shows that it does. A test that proves a requirement begins with its id; one
test may begin with several. “–” means that no test names the requirement yet.

\`pnpm requirements\` writes this page from [requirements.tsv](requirements.tsv) and the names of the tests; \`pnpm check\`
fails when it is not current. Statements are edited in the list, never here. \`{0}\` stands for the server's own words.

<!-- prettier-ignore-start -->

${tables.join('\n')}
<!-- prettier-ignore-end -->
`;
}

/** @param {Requirement} requirement */
function row({ id, statement }) {
  const links = (tests.get(id) ?? []).map((file) => `[${file.split('/').slice(-2).join('/')}](../${file})`);
  return `| ${id} | ${statement.replaceAll('|', '\\|')} | ${links.join(', ') || '–'} |`;
}

/** @param {string} id */
function areaOf(id) {
  return id.slice(0, id.indexOf('-'));
}
