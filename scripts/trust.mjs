/** Every test that docs/trust.md names is there: files by their paths, requirements by a test that begins with their id. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fail, root, say } from './workspace.mjs';

const PAGE = 'docs/trust.md';
const page = readFileSync(join(root, PAGE), 'utf8');
const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
/** Each requirement with a link to a test. */
const tested = new Set(
  [...requirements.matchAll(/^\| ([A-Z]+\d?-\d+) \|.*\]\(\.\.\//gm)].map(([, id]) => id),
);

const files = matches(/`((?:apps|packages|e2e|scripts|docs|prisma|\.github)\/[^`\s*]+)`/g);
const areas = new Set([...tested].map((id = '') => id.slice(0, id.indexOf('-'))));
const ids = matches(/\b([A-Z]+\d?-\d{2,3})\b/g).filter((id) => areas.has(id.slice(0, id.indexOf('-'))));
const problems = [
  ...files.filter((file) => !existsSync(join(root, file))).map((file) => `${file} is not there`),
  ...ids.filter((id) => !tested.has(id)).map((id) => `no test begins with ${id}`),
];
for (const problem of problems) say(`${PAGE}: ${problem}.`);
if (problems.length > 0) fail(`${PAGE} names ${problems.length} tests that are not there.`);

/** @param {RegExp} pattern */
function matches(pattern) {
  return [...new Set([...page.matchAll(pattern)].map(([, found = '']) => found))];
}
