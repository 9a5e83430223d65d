/**
 * `npm test`: static checks, unit and API tests, then the journeys in a browser.
 * Needs only Node 20 or newer, and npm. Ends with one line: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { environment, install, node, root, run, say } from './workspace.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

install();
const reports = mkdtempSync(join(tmpdir(), 'curvewell-reports-'));
// The database server's account has to pass through it.
chmodSync(reports, 0o711);
/** @type {Counts} */
const total = { passed: 0, failed: 0, skipped: 0 };
try {
  add(staticChecks());
  for (const folder of packagesWithTests()) add(await unitTests(folder));
  add(await journeys());
} finally {
  rmSync(reports, { recursive: true, force: true });
}
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
say(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);

/** Format, types, lint, import rules, dead code, build: each task of each package counts as one. */
function staticChecks() {
  say('\nStatic checks');
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/turbo'),
    ['run', 'check', '--output-logs=errors-only', '--continue', '--no-update-notifier'],
    { cwd: root, encoding: 'utf8', env: environment(), maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) say(`${stdout}${stderr}`);
  const [, good, all] = /Tasks:\s+(\d+) successful, (\d+) total/.exec(stdout) ?? [];
  const passed = Number(good ?? 0);
  const failed = Math.max(Number(all ?? 0) - passed, status === 0 ? 0 : 1);
  say(`${passed} checks passed, ${failed} failed`);
  return { passed, failed, skipped: 0 };
}

function packagesWithTests() {
  return ['packages', 'apps']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .filter((folder) => readFileSync(join(folder, 'package.json'), 'utf8').includes('"test":'));
}

/** @param {string} folder */
async function unitTests(folder) {
  say(`\n${folder.slice(root.length + 1)}`);
  const report = join(reports, 'vitest.json');
  rmSync(report, { force: true });
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const code = await run(
    node,
    [vitest, 'run', '--passWithNoTests', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: folder },
  );
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
  } = readReport(report);
  return counts({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    code,
  });
}

async function journeys() {
  say('\nJourneys in the browser');
  const report = join(reports, 'playwright.json');
  const playwright = join(root, 'e2e/node_modules/playwright/cli.js');
  const code = await run(node, [playwright, 'test', '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env: environment({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, E2E_DATA: join(reports, 'product') }),
  });
  const { expected = 0, flaky = 0, unexpected = 0, skipped: left = 0 } = readReport(report).stats ?? {};
  if (flaky > 0) say(`${flaky} of the journeys passed only at the second try.`);
  return counts({ passed: expected + flaky, failed: unexpected, skipped: left, code });
}

/**
 * What failed without being a test (a file that does not load, a product that does not start) counts as one.
 *
 * @param {Counts & { code: number }} result
 * @returns {Counts}
 */
function counts({ passed, failed, skipped: left, code }) {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), skipped: left };
}

/**
 * @typedef {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number,
 *   stats?: { expected?: number, flaky?: number, unexpected?: number, skipped?: number } }} Report
 *
 * @param {string} file
 * @returns {Report}
 */
function readReport(file) {
  /** @type {unknown} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return /** @type {Report} */ (report);
}

/** @param {Counts} more */
function add(more) {
  total.passed += more.passed;
  total.failed += more.failed;
  total.skipped += more.skipped;
}
