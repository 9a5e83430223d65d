/** The requirements of docs/requirements.tsv, and the tests whose names begin with their ids. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fail, root } from './workspace.mjs';

/** @typedef {{ id: string, statement: string }} Requirement */
/**
 * @typedef {{ proving: string[], covering: string[] }} TestFiles the files with a test of its own, and with a
 * journey past it
 */

/** A test whose name has more ids is a journey, which covers each of them and proves none. */
const MAX_IDS_OF_A_PROOF = 3;

const list = 'docs/requirements.tsv';

/** The prefixes of ids, and their subjects. */
export const areas = new Map([
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
  ['ANEW', 'Reinterpretation'],
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
]);

/** @returns {Requirement[]} in the order of the list */
export function readRequirements() {
  const [, ...lines] = readFileSync(join(root, list), 'utf8').trimEnd().split('\n');
  const ids = new Set();
  return lines.map((line, index) => {
    const [id = '', statement = '', ...more] = line.split('\t');
    const isKnown = areas.has(areaOf(id)) && !ids.has(id);
    if (!isKnown || !/^\w+-\d{2,3}$/.test(id) || statement === '' || more.length > 0)
      fail(`${list}:${index + 2} is not a unique id, a tab and a statement: ${line}`);
    ids.add(id);
    return { id, statement };
  });
}

/**
 * The test files that name each requirement. Only ids at the start of a name count.
 *
 * @returns {Map<string, TestFiles>} by id, without the requirements that have none
 */
export function findTests() {
  const ids = new Set(readRequirements().map((requirement) => requirement.id));
  const id = `(?:${[...areas.keys()].join('|')})-\\d+`;
  // `)(` precedes the name in `it.each([…])('…'`.
  const name = new RegExp(
    `(?:\\b(?:it|test|nightTest|describe)(?:\\.\\w+)*|\\))\\(\\s*['"\`](${id}(?:[ ,]+${id})*)`,
    'g',
  );
  /** @type {Map<string, TestFiles>} */
  const found = new Map();
  const unknown = [];
  for (const file of ['apps', 'e2e', 'packages'].flatMap(testFiles)) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, names = ''] of source.matchAll(name)) {
      const named = new Set(names.split(/[ ,]+/));
      const kind = named.size > MAX_IDS_OF_A_PROOF ? 'covering' : 'proving';
      for (const each of named) {
        if (!ids.has(each)) unknown.push(`${file} names ${each}, which is not in ${list}.`);
        const files = found.get(each) ?? { proving: [], covering: [] };
        if (!files[kind].includes(file)) files[kind].push(file);
        found.set(each, files);
      }
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

/** @param {string} id */
export function areaOf(id) {
  return id.slice(0, id.indexOf('-'));
}
