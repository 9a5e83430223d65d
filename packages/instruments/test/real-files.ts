import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SourceFile } from '../src/index.ts';

/** Public instrument files beside the repository, which are not part of it. */
const FOLDER = join(import.meta.dirname, '../../../../shared/data');

export const HAS_REAL_FILES = existsSync(FOLDER);

export const WHY_SKIPPED = 'the public instrument files are not beside this repository';

/** The files of a folder with matching names. */
export function realFiles(folder: string, names = /./): SourceFile[] {
  return readdirSync(join(FOLDER, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(FOLDER, folder, name))) }));
}
