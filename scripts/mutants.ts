/**
 * `pnpm test:mutants [package…]`: changes the rules that nothing may loosen, one place at a time, and runs the tests
 * beside them: a change that no test notices survives. Fails below 90 % noticed in a package; docs/testing.md tells more.
 */
import { join } from 'node:path';
import process from 'node:process';

import { Stryker } from '@stryker-mutator/core';

import { fail, root, say } from './workspace.mjs';

const LEAST_SCORE = 90;

type Mutants = Awaited<ReturnType<Stryker['runMutationTest']>>;

/** What is changed; each file is held by the tests of the same names beside them. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'apps/api': [
    'src/features/interpretation/interpret/assays.ts',
    'src/formats/csv.ts',
    'src/features/exports/csv.ts',
    'src/features/kits/zones/expressions.ts',
    'src/features/kits/zones/zone-rules.ts',
    'src/features/runs/read/run-state.ts',
    'src/formats/zip.ts',
  ],
  'apps/web': ['src/**/plate-draft.ts', 'src/**/what-is-missing.ts'],
  'packages/analysis': [
    'src/combinations/call-evaluate.ts',
    'src/combinations/zone-combinations.ts',
    'src/peaks/peak-reject.ts',
    'src/zones/zones-assign.ts',
  ],
  'packages/contracts': ['src/call.ts'],
  'packages/domain': ['src/completeness.ts', 'src/permissions.ts', 'src/run-permissions.ts'],
  'packages/instruments': ['src/container/delimited.ts', 'src/container/zip.ts'],
};

const [...asked] = process.argv.slice(2);
const folders = Object.keys(RULES).filter(
  (folder) => asked.length === 0 || asked.some((name) => folder.endsWith(`/${name}`)),
);
if (folders.length < Math.max(1, asked.length)) fail(`There are ${Object.keys(RULES).join(', ')}.`);

const results: Mutants = [];
for (const folder of folders) results.push(...(await mutantsOf(folder, RULES[folder] ?? [])));
say(`\n${scoreOf(results)} in ${folders.join(', ')}`);
process.exit(process.exitCode ?? 0);

/** Runs in the folder of the package, whose test runner it takes. */
async function mutantsOf(folder: string, files: readonly string[]): Promise<Mutants> {
  process.chdir(join(root, folder));
  // Stryker's own `testFiles` leaves out the changes that act while a file loads (10.1.1).
  process.env['RULE_TESTS'] = files.map((file) => file.replace(/\.ts$/, '.test.ts')).join(' ');
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: join(root, 'scripts/mutants.vitest.config.ts') },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // A sandbox that is left would be found by the package's own tests.
    cleanTempDir: 'always',
    ignorePatterns: ['dist', 'bench', 'test/golden'],
    reporters: ['clear-text', 'html'],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: join(root, 'reports/mutants', `${folder.replace('/', '-')}.html`) },
    thresholds: { high: 100, low: LEAST_SCORE, break: LEAST_SCORE },
  });
  return stryker.runMutationTest();
}

function scoreOf(all: Mutants): string {
  const count = (...statuses: readonly Mutants[number]['status'][]) =>
    all.filter(({ status }) => statuses.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const missed = count('Survived', 'NoCoverage');
  return `${((100 * noticed) / (noticed + missed)).toFixed(1)} %: ${noticed} changes noticed, ${missed} not`;
}
