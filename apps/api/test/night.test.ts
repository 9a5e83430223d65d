import { existsSync, readdirSync } from 'node:fs';

import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { sidebar } from '../../../docs/site/.vitepress/sidebar.ts';
import { textOf } from './compose-file.ts';

const stepSchema = z.object({
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});
const jobSchema = z.object({ steps: z.array(stepSchema) });
const setSchema = z.object({ name: z.string(), tools: z.string().optional(), run: z.string() });
const workflowSchema = z.object({
  on: z.object({ schedule: z.array(z.object({ cron: z.string() })).min(1) }),
  jobs: z.object({
    test: jobSchema,
    night: jobSchema.extend({ strategy: z.object({ matrix: z.object({ include: z.array(setSchema) }) }) }),
  }),
});
const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

const { jobs } = workflowSchema.parse(parse(textOf('.github/workflows/ci.yml')));
const runs = jobs.night.strategy.matrix.include.map(({ run }) => run);
const fileOf = (path: string) => new URL(`../../../${path}`, import.meta.url);
const isRun = (command: string) => runs.some((run) => run.includes(command));

it('OPS-460 every set of tests that npm test omits runs at night in CI', () => {
  // Rows with a variable that test:night does not set, such as `MOTO=… npx vitest run src/blobs`.
  const rows = textOf('docs/testing.md').match(/^\| `[A-Z_]+=.*(?<!yes +)\|$/gm) ?? [];
  const variables = rows.map((row) => /`([A-Z_]+=)/.exec(row)?.[1] ?? '');
  const ofInstallation = 'E2E_URL=';
  const missing = variables.filter((variable) => variable !== ofInstallation && !isRun(variable));
  expect({ rows: rows.length > 3, missing }).toEqual({ rows: true, missing: [] });

  const { scripts } = manifestSchema.parse(JSON.parse(textOf('package.json')));
  const sets = Object.entries(scripts).filter(([name]) => /^test:(?!night)/.test(name));
  expect(sets.filter(([name, file]) => !isRun(`pnpm --silent ${name}`) && !isRun(file))).toEqual([]);

  const packages = ['apps/api', 'apps/cli', 'packages/analysis', 'packages/instruments', 'e2e'];
  const names = packages.map((folder) => {
    const manifest = manifestSchema
      .extend({ name: z.string() })
      .parse(JSON.parse(textOf(`${folder}/package.json`)));
    return manifest.scripts['test:night'] === undefined ? '' : `--filter ${manifest.name}`;
  });
  expect(names.filter((name) => !isRun(name) && name !== '')).toEqual([]);
});

it('OPS-635 every command of a package runs a script that exists', () => {
  const packages = [
    '',
    ...['apps', 'packages'].flatMap((group) => readdirSync(fileOf(group)).map((name) => `${group}/${name}/`)),
    'e2e/',
  ];
  const named = packages.flatMap((folder) =>
    Object.values(manifestSchema.parse(JSON.parse(textOf(`${folder}package.json`))).scripts).flatMap(
      (command) =>
        [...command.matchAll(/\bnode (?:--\S+ )*(\S+\.m?[jt]s)\b/g)].map(
          ([, file = '']) => `${folder}${file}`,
        ),
    ),
  );
  expect(named).toContain('apps/api/bench/evaluate.ts');
  expect(named.filter((file) => !existsSync(fileOf(file)))).toEqual([]);
});

// Both configurations include the night tests only with NIGHT=1.
it.each([
  ['apps/api', /^NIGHT=1 vitest run$/],
  ['e2e', /^NIGHT=1 playwright test &&/],
])('OPS-460 the night run of %s includes every file, also the night tests', (folder, command) => {
  const manifest = manifestSchema.parse(JSON.parse(textOf(`${folder}/package.json`)));
  expect(manifest.scripts['test:night']).toMatch(command);
});

it('OPS-460 each set stores a summary, also when it fails', () => {
  const { steps } = jobs.night;
  const kept = steps.filter((step) => step.if === 'always()');
  expect(
    kept.map(({ uses, run }) => uses ?? (run?.includes('>>"$GITHUB_STEP_SUMMARY"') ? 'summary' : '')),
  ).toEqual(['summary', 'actions/upload-artifact@v4']);
  expect(kept.at(-1)?.with).toMatchObject({ name: 'night-${{ matrix.name }}', path: 'night' });
});

it('OPS-461 CI builds the documents as a site and stores it; its sidebar lists every page', () => {
  const { steps } = jobs.test;
  expect(steps.some(({ run }) => run === 'npm run site')).toBe(true);
  expect(steps.find((step) => step.with['name'] === 'site')?.with['path']).toBe('docs/site/dist');

  const named = sidebar.flatMap(({ items = [] }) => items.map(({ link }) => link));
  const pages = readdirSync(new URL('../../../docs', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.name !== 'site')
    .flatMap((entry) => {
      if (entry.isFile()) return entry.name.endsWith('.md') ? [`/docs/${entry.name.slice(0, -3)}`] : [];
      const inside = readdirSync(new URL(`../../../docs/${entry.name}`, import.meta.url));
      return inside.includes('README.md') ? [`/docs/${entry.name}/`] : [];
    });
  expect(pages.filter((page) => !named.includes(page))).toEqual([]);
});
