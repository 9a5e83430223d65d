import type { AnalyserProfile, DyeAnswer, ReadAnswers } from '@curvewell/domain';

import { assembleRun } from './assemble/assemble.ts';
import { dissimilarityOf } from './detect/likeness.ts';
import { ReadError } from './read-error.ts';
import { readUpload } from './upload/read-upload.ts';
import type { RunFile } from './run-file.ts';
import type { SourceFile } from './source-file.ts';
import { chooseRun, runsOfUpload } from './upload/upload-runs.ts';

export interface ReadOptions {
  readonly profile: AnalyserProfile;
  /** The user's answers about these files. */
  readonly answers?: ReadAnswers;
  /** The laboratory's stored answers about the analyser's dyes. */
  readonly kept?: readonly DyeAnswer[];
  /** For checking dates; default: the current time. */
  readonly now?: Date;
}

/**
 * Reads the files of one run. Accesses nothing but the bytes; untrusted bytes must be read with
 * `readRunIsolated`.
 *
 * @throws ReadError
 */
export async function readRun(files: readonly SourceFile[], options: ReadOptions): Promise<RunFile> {
  const { profile, answers = {}, kept = [], now = new Date() } = options;
  if (files.length === 0) {
    throw new ReadError({
      code: 'unreadable-file',
      place: { file: 'upload' },
      problem: 'no file was given',
      expected: `1 to ${profile.maxNumberOfFilesByRun}`,
    });
  }
  const runs = runsOfUpload(await readUpload(files));
  return assembleRun(chooseRun(runs, answers.run), { runs, profile, answers: answers.dyes ?? [], kept, now });
}

/**
 * Reads a run with the first of several analysers that can, trying those named like the instrument first; the
 * bytes are read once.
 *
 * @throws ReadError of the analyser that got furthest, that is, recognised the format
 */
export async function readRunOfAny(
  files: readonly SourceFile[],
  {
    profiles,
    answers = {},
    now = new Date(),
  }: Omit<ReadOptions, 'profile'> & {
    readonly profiles: readonly AnalyserProfile[];
  },
): Promise<{ readonly run: RunFile; readonly profile: AnalyserProfile }> {
  const runs = runsOfUpload(await readUpload(files));
  const run = chooseRun(runs, answers.run);
  const errors: ReadError[] = [];
  const likely = profiles.toSorted((a, b) => dissimilarityOf(a.name, run) - dissimilarityOf(b.name, run));
  for (const profile of likely) {
    try {
      const dyes = answers.dyes ?? [];
      return { run: assembleRun(run, { runs, profile, answers: dyes, kept: [], now }), profile };
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      errors.push(error);
    }
  }
  throw mostSpecific(errors);
}

function mostSpecific(errors: readonly ReadError[]): ReadError {
  const best =
    errors.find(({ code }) => code !== 'unsupported-file' && code !== 'unknown-channel') ??
    errors.find(({ code }) => code !== 'unsupported-file') ??
    errors[0];
  if (best === undefined) throw new Error('no analyser is known');
  return best;
}
