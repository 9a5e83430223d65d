import { analyserProfileSchema, type ProblemCode } from '@curvewell/contracts';
import { ReadError, readRunIsolated, type ReadErrorCode, type RunFile } from '@curvewell/instruments';

import { AppError } from '../../errors.ts';
import type { Analyser } from '../../generated/prisma/client.ts';

const PROBLEM_OF: Readonly<Partial<Record<ReadErrorCode, ProblemCode>>> = {
  'unsupported-file': 'unsupported-file',
  'closed-file': 'unsupported-file',
  'too-large': 'file-too-large',
  'too-many-files': 'invalid-request',
};

/**
 * Reads the files of one run as the analyser's profile says, in a process of its own.
 *
 * @throws AppError `unreadable-file`, `unsupported-file`, `file-too-large`: the reader's own sentence, and the place
 */
export async function readRunFiles(
  analyser: Analyser,
  files: readonly { readonly path: string; readonly name: string }[],
  signal?: AbortSignal,
): Promise<RunFile> {
  const profile = analyserProfileSchema.parse(analyser.profile);
  try {
    return await readRunIsolated(
      files.map(({ path, name }) => ({ path, name })),
      { profile, ...(signal && { signal }) },
    );
  } catch (error) {
    if (signal?.aborted === true)
      throw new AppError('invalid-request', 'The upload was given up.', { cause: error });
    if (error instanceof ReadError) throw asProblem(error);
    throw error;
  }
}

function asProblem(error: ReadError): AppError {
  const { code, place, found, expected, message } = error;
  return new AppError(PROBLEM_OF[code] ?? 'unreadable-file', message, {
    cause: error,
    details: { reason: code, place: { ...place }, found: found ?? null, expected: expected ?? null },
  });
}
