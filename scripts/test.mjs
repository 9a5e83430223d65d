/**
 * `npm test`: unit and API tests, then the journeys in a browser with the static checks beside them. Needs only
 * Node 20 or newer, and npm. The last line is `N passed, N failed`.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { environment, install, node, print, root, run, turbo } from './workspace.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, retried?: number, failures?: string[] }} Counts */

const GIGABYTE = 1024 ** 3;
/** Suites with one worker, which need nothing that is built. They run beside the build. */
const BESIDE_BUILD = ['packages/contracts', 'packages/domain', 'apps/cli'].map((folder) =>
  join(root, folder),
);

install();
const reports = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'curvewell-tests-'));
// The database server's account must be able to traverse it.
chmodSync(reports, 0o711);
// For the databases, files and browsers of the tests.
process.env['TMPDIR'] = reports;
const total = { passed: 0, failed: 0, skipped: 0, retried: 0 };
/** Printed again at the end, because often only the end of a long log is kept. @type {string[]} */
const failures = [];
try {
  const building = turbo(['generate', 'build']);
  for (const folder of BESIDE_BUILD) add(await unitTests(folder));
  add(buildOf(await building));
  for (const folder of packagesWithTests().filter((one) => !BESIDE_BUILD.includes(one)))
    add(await unitTests(folder));
  // The journeys often wait for pages, so the checks run beside them.
  const checks = staticChecks();
  add(await journeys());
  add(await checks);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (failures.length > 0) print(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
const retried = total.retried === 0 ? '' : `, ${total.retried} passed on a retry`;
print(`\n${total.passed} passed, ${total.failed} failed${skipped}${retried}`);
process.exit(total.failed === 0 ? 0 : 1);

/**
 * A file system in memory, if there is one with enough space that may hold programs: making and dropping the
 * tests' databases on a disk takes four times the processor time.
 */
function memoryFolder() {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    const hasSpace = bavail * bsize > 2 * GIGABYTE && process.availableMemory() > 5 * GIGABYTE;
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const isForData = mounts.some((mount) => mount.includes(` ${folder} `) && mount.includes('noexec'));
    return hasSpace && !isForData ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What the tests and journeys use. Its output comes after the suites beside it.
 *
 * @param {{ status: number | null, stdout: string, stderr: string }} build
 */
function buildOf({ status, stdout, stderr }) {
  const isBuilt = status === 0;
  print('\nBuild');
  print(isBuilt ? 'Built' : `${stdout}${stderr}The build failed.`);
  return { passed: 0, failed: isBuilt ? 0 : 1, skipped: 0, failures: isBuilt ? [] : ['pnpm build'] };
}

/** Format, types, lint, import rules, dead code: each task of each package counts as one test. */
async function staticChecks() {
  // The journeys come first.
  const { status, stdout, stderr } = await turbo(['check'], constants.priority.PRIORITY_BELOW_NORMAL);
  print('\nStatic checks');
  if (status !== 0) print(`${stdout}${stderr}`);
  const [, good, all] = /Tasks:\s+(\d+) successful, (\d+) total/.exec(stdout) ?? [];
  const passed = Number(good ?? 0);
  const failed = Math.max(Number(all ?? 0) - passed, status === 0 ? 0 : 1);
  print(`${passed} checks passed, ${failed} failed`);
  const named = /Failed:\s+(.+)/.exec(stdout)?.[1] ?? 'pnpm check';
  return { passed, failed, skipped: 0, failures: failed > 0 ? [named] : [] };
}

function packagesWithTests() {
  return ['packages', 'apps']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .filter((folder) => readFileSync(join(folder, 'package.json'), 'utf8').includes('"test":'));
}

/** @param {string} folder */
async function unitTests(folder) {
  print(`\n${folder.slice(root.length + 1)}`);
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
    testResults = [],
  } = readReport(report);
  return counts(folder, {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.filter(({ status }) => status === 'failed').flatMap(failedTests),
    code,
  });
}

async function journeys() {
  print('\nJourneys in the browser');
  const report = join(reports, 'playwright.json');
  const playwright = join(root, 'e2e/node_modules/playwright/cli.js');
  const code = await run(node, [playwright, 'test', '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env: environment({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, E2E_DATA: join(reports, 'product') }),
  });
  const { stats = {}, suites = [] } = readReport(report);
  const { expected = 0, flaky = 0, unexpected = 0, skipped: left = 0 } = stats;
  if (flaky > 0) print(`Passed on a retry:\n${journeysThat('flaky', suites).join('\n')}`);
  const result = counts('journeys', {
    passed: expected + flaky,
    failed: unexpected,
    skipped: left,
    failures: journeysThat('unexpected', suites),
    code,
  });
  return { ...result, retried: flaky };
}

/** @param {TestFile} file */
function failedTests({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`${name}: ${message ?? ''}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${name}: ${fullName}\n${firstLines(failureMessages[0] ?? '')}`,
  );
}

/** @param {string} message */
function firstLines(message) {
  const lines = message.split('\n').slice(0, 12);
  return lines.map((line) => `      ${line.slice(0, 300)}`).join('\n');
}

/**
 * @param {'flaky' | 'unexpected'} status
 * @param {readonly Suite[]} suites
 * @returns {string[]}
 */
function journeysThat(status, suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title }) => `${file}: ${title}`),
    ...journeysThat(status, inner),
  ]);
}

/**
 * A failure outside tests (a file that does not load, a product that does not start) counts as one.
 *
 * @param {string} suite
 * @param {Counts & { failures: string[], code: number }} result
 * @returns {Counts}
 */
function counts(suite, { passed, failed, skipped: left, failures: named, code }) {
  const unnamed = code !== 0 && named.length === 0;
  const names = unnamed ? [`${suite}: ended with code ${code}`] : named;
  return { passed, failed: Math.max(failed, names.length), skipped: left, failures: names };
}

/**
 * @typedef {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number,
 *   testResults?: TestFile[], suites?: Suite[],
 *   stats?: { expected?: number, flaky?: number, unexpected?: number, skipped?: number } }} Report
 * @typedef {{ name: string, status: string, message?: string, assertionResults: AssertionResult[] }} TestFile
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} AssertionResult
 * @typedef {{ suites?: Suite[], specs?: { title: string, file: string, tests: { status: string }[] }[] }} Suite
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
  total.retried += more.retried ?? 0;
  failures.push(...(more.failures ?? []));
}
