import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import dockerignore from '@balena/dockerignore';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Large and excluded anyway, so not searched. */
const LARGE = new Set(['.git', '.data', 'node_modules']);

/** The files that a container engine would receive. */
export interface BuildContext {
  readonly sends: (file: string) => boolean;
  /** Relative to the root of the repository. */
  readonly files: () => Promise<readonly string[]>;
}

export function buildContext(rules = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8')): BuildContext {
  const ignore = dockerignore.default().add(rules);
  const sends = (file: string) => !ignore.ignores(file);
  return { sends, files: async () => (await filesIn('')).filter(sends) };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(path.join(ROOT, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const name = path.posix.join(folder, entry.name);
      if (!entry.isDirectory()) return [name];
      return LARGE.has(entry.name) ? [] : await filesIn(name);
    }),
  );
  return found.flat();
}
