/**
 * Draws the pictures of the published packages with the command line: `node
 * apps/cli/test/packed/pictures.ts`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runFiles } from './run-files.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MAIN = join(ROOT, 'apps/cli/src/main.ts');

/** The wells in each picture; null: all. */
const PICTURES = { 'packages/analysis': 'A2', 'packages/instruments': null, 'apps/cli': 'A2' } as const;

const folder = mkdtempSync(join(tmpdir(), 'curvewell-pictures-'));
writeFileSync(join(folder, 'run.rdml'), (await runFiles())['run.rdml']);
for (const [name, well] of Object.entries(PICTURES)) {
  const words = ['run.rdml', '--svg', join(ROOT, name, 'picture.svg'), ...(well ? ['--explain', well] : [])];
  const { status, stderr } = spawnSync(process.execPath, [MAIN, ...words], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
rmSync(folder, { recursive: true });
