/**
 * `pnpm test:mutants [package | file.ts…]` mutates the code of rules, one place at a time, and runs the tests
 * beside it. Fails when the tests notice less than 90 % of a file's mutations; see docs/testing.md.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { Stryker } from '@stryker-mutator/core';

import { fail, print, root } from './workspace.mjs';

const MIN_SCORE = 90;

type Mutants = Awaited<ReturnType<Stryker['runMutationTest']>>;

/** The folders with rules, by package. Packages that are not listed have none. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'apps/api': ['src/features/**/*.ts', 'src/formats/*.ts', 'src/http/requests/uploads.ts'],
  'apps/web': [
    'src/features/**/{analysers,bench,combinations,curves,diagnostics,draft,first-steps}/*.ts',
    'src/features/**/{fit,paste,repeat-list,saved-views,state,table,work-list}/*.ts',
    'src/features/**/{*-values,*-missing,*-controls}.ts',
    'src/shared/format/lot-expiry.ts',
  ],
  'packages/analysis': ['src/{amplification,combinations,curve-shape,peaks,replicates,zones}/*.ts'],
  'packages/contracts': ['src/**/*.ts'],
  'packages/domain': ['src/**/*.ts'],
  'packages/instruments': ['src/{azure-cielo,container,mxpro}/*.ts'],
};
/** Threads and fonts are not rules. */
const NO_RULES = ['**/threads/**', '**/pdf/**'];
/** Imports of tests that start a server, a database or a program, and so do not test a rule alone. */
const STARTS =
  /from '(?:[^']*\/test\/(?:create-test-app|database|free-port)|node:(?:child_process|http|net))/;

const asked = process.argv.slice(2);
const rules = Object.keys(FOLDERS).map((folder) => ({
  folder,
  files: rulesOf(folder).filter(isAsked(folder)),
}));
const chosen = rules.filter(({ files }) => files.length > 0);
const isFound = (name: string) =>
  chosen.some(({ folder, files }) => isNamed(folder, name) || files.some((file) => isNamed(file, name)));
const unknown = asked.filter((name) => !isFound(name));
if (unknown.length > 0 || chosen.length === 0) fail(`No rules in: ${unknown.join(', ')}`);

const results: Scored[] = [];
for (const { folder, files } of chosen)
  results.push(...scoresOf(folder, files, await mutantsOf(folder, files)));
for (const { file, noticed, missed } of results)
  print(`${scoreText(noticed, missed)}  ${file}: ${noticed} changes noticed, ${missed} not`);
const low = results.filter(({ noticed, missed }) => scoreOf(noticed, missed) < MIN_SCORE);
if (low.length > 0) fail(`Below ${MIN_SCORE} %: ${low.map(({ file }) => file).join(', ')}`);
process.exit(process.exitCode ?? 0);

/** A file counts as a rule if the test beside it needs only this file. */
function rulesOf(folder: string): readonly string[] {
  const cwd = join(root, folder);
  if (!existsSync(cwd)) return [];
  const isRule = (file: string) =>
    existsSync(join(cwd, testOf(file))) && !STARTS.test(readFileSync(join(cwd, testOf(file)), 'utf8'));
  return globSync([...(FOLDERS[folder] ?? [])], { cwd, exclude: NO_RULES })
    .filter(isRule)
    .toSorted();
}

function testOf(file: string): string {
  return file.replace(/\.ts$/, '.test.ts');
}

function isNamed(path: string, name: string): boolean {
  return `/${path}`.endsWith(`/${name}`);
}

function isAsked(folder: string): (file: string) => boolean {
  return (file) => asked.length === 0 || asked.some((name) => isNamed(folder, name) || isNamed(file, name));
}

/** Runs in the package's folder, with its test runner. */
async function mutantsOf(folder: string, files: readonly string[]): Promise<Mutants> {
  process.chdir(join(root, folder));
  // Stryker's own `testFiles` omits changes that take effect while a file loads (10.1.1).
  process.env['RULE_TESTS'] = files.map(testOf).join(' ');
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: join(root, 'scripts/mutants.vitest.config.ts') },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // The package's own tests would find a leftover sandbox.
    cleanTempDir: 'always',
    ignorePatterns: ['dist', '/bench', 'test/golden'],
    reporters: ['clear-text', 'html'],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: join(root, 'reports/mutants', `${folder.replace('/', '-')}.html`) },
    thresholds: { high: 100, low: MIN_SCORE, break: null },
  });
  return stryker.runMutationTest();
}

interface Scored {
  readonly file: string;
  readonly noticed: number;
  readonly missed: number;
}

function scoresOf(folder: string, files: readonly string[], all: Mutants): readonly Scored[] {
  return files.map((file) => {
    const count = (...statuses: readonly Mutants[number]['status'][]) =>
      all.filter(({ fileName, status }) => fileName.endsWith(`/${file}`) && statuses.includes(status)).length;
    return {
      file: `${folder}/${file}`,
      noticed: count('Killed', 'Timeout'),
      missed: count('Survived', 'NoCoverage'),
    };
  });
}

/** Percentage of the changes; a file without any, such as a table of texts, scores 100. */
function scoreOf(noticed: number, missed: number): number {
  return noticed + missed === 0 ? 100 : (100 * noticed) / (noticed + missed);
}

function scoreText(noticed: number, missed: number): string {
  return `${scoreOf(noticed, missed).toFixed(1).padStart(5)} %`;
}
