import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/** The folders of the published packages, and their names. */
export const PUBLISHED = {
  'packages/analysis': '@curvewell/analysis',
  'packages/instruments': '@curvewell/instruments',
  'apps/cli': '@curvewell/cli',
  'apps/verify': '@curvewell/verify',
} as const;
export type Folder = keyof typeof PUBLISHED;
export const FOLDERS = Object.keys(PUBLISHED) as Folder[];

const FOLDERS_COPIED = [...FOLDERS, 'packages/domain'];
const FILES_COPIED = [
  'LICENSE',
  'package.json',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
  'scripts/published',
];
const LEFT_OUT = new Set(['node_modules', 'dist', '.turbo']);

/**
 * Copies the workspace's packages, because packing replaces a package's manifest temporarily and other
 * programs must not read that one. Dependencies are linked.
 */
export function workspaceCopy(copy: string): void {
  for (const path of [...FOLDERS_COPIED, ...FILES_COPIED]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path), {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(basename(source)),
    });
  }
  for (const path of ['.', ...FOLDERS_COPIED])
    symlinkSync(join(ROOT, path, 'node_modules'), join(copy, path, 'node_modules'));
}

/** @throws Error with the output of a failed program */
export function ran(
  command: string,
  words: readonly string[],
  { cwd, path }: { cwd: string; path?: string },
) {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: undefined, PATH: path ?? process.env['PATH'], NO_COLOR: '1' },
  });
  if (status !== 0) {
    throw new Error(`${command} ${words.join(' ')} (${status}): ${stdout}${stderr}`, { cause: error });
  }
  return stdout;
}

/** Packs a package in its folder. @returns the path of the file */
export function npmPack(folder: string, destination: string): string {
  const stdout = ran('npm', ['pack', '--json', '--pack-destination', destination], { cwd: folder });
  // The output of `prepack` comes first.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { filename: string }[];
  if (packed === undefined) throw new Error(stdout);
  return join(destination, packed.filename);
}
