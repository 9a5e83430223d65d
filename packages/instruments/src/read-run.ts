import type { AnalyserProfile } from '@curvewell/contracts';

import { assembleRun } from './assemble.ts';
import { Budget } from './budget.ts';
import { readParts } from './detect.ts';
import type { Part } from './part.ts';
import { ReadError } from './read-error.ts';
import type { RunFile } from './run-file.ts';
import type { SourceFile } from './source-file.ts';

export interface ReadOptions {
  readonly profile: AnalyserProfile;
}

/**
 * Turns the bytes of one run's files into a run, or says why not. Nothing outside
 * the bytes is touched; hostile bytes are to be read by `readRunIsolated`.
 *
 * @throws ReadError
 */
export async function readRun(files: readonly SourceFile[], { profile }: ReadOptions): Promise<RunFile> {
  checkFileCount(files, profile);
  const budget = new Budget();
  const parts: Part[] = [];
  for (const file of files) parts.push(...(await readParts(file, budget)));
  return assembleRun(parts, profile);
}

function checkFileCount(files: readonly SourceFile[], profile: AnalyserProfile): void {
  if (files.length > 0 && files.length <= profile.maxNumberOfFilesByRun) return;
  throw new ReadError({
    code: files.length === 0 ? 'unreadable-file' : 'too-many-files',
    place: { file: files.at(-1)?.name ?? 'upload' },
    problem:
      files.length === 0
        ? 'there is no file'
        : `${profile.name} writes at most ${profile.maxNumberOfFilesByRun} files for a run`,
    found: String(files.length),
    expected: `1 to ${profile.maxNumberOfFilesByRun}`,
  });
}
