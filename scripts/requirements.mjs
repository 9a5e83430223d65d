/**
 * Prints the requirements of docs/requirements.tsv as tab-separated lines: each with whether a test of its
 * own proves it or a journey covers it, and the files of these tests. Areas such as `DECIDE TRUST` filter
 * them. `--check` prints only those without a test, and fails if there are any.
 */
import process from 'node:process';

import { areaOf, areas, findTests, readRequirements } from './requirement-tests.mjs';
import { fail, print } from './workspace.mjs';

const isCheck = process.argv.includes('--check');
const selected = process.argv.slice(2).filter((argument) => argument !== '--check');
const unknown = selected.filter((area) => !areas.has(area));
const known = [...areas].map(([area, subject]) => `${area}\t${subject}`).join('\n');
if (unknown.length > 0) fail(`No area: ${unknown.join(', ')}. The areas are:\n${known}`);

const requirements = readRequirements().filter(
  ({ id }) => selected.length === 0 || selected.includes(areaOf(id)),
);
const tests = findTests();
const untested = requirements.filter(({ id }) => !tests.has(id));
for (const { id, statement } of isCheck ? untested : requirements)
  print([id, statement, ...evidenceOf(tests.get(id))].join('\t'));
if (!isCheck) {
  const proved = requirements.filter(({ id }) => (tests.get(id)?.proving.length ?? 0) > 0).length;
  print(`${proved} of ${requirements.length} requirements are proved by a test of their own.`);
}
if (isCheck && untested.length > 0)
  fail(
    `${untested.length} of ${requirements.length} requirements have no test whose name begins with the id.`,
  );

/** @param {import('./requirement-tests.mjs').TestFiles | undefined} files */
function evidenceOf(files) {
  if (files === undefined) return ['no test'];
  const { proving, covering } = files;
  return [proving.length > 0 ? 'proved' : 'covered', [...new Set([...proving, ...covering])].join(' ')];
}
