import {
  analyserProfileSchema,
  type DyeAnswer,
  type ProblemCode,
  type ReadAnswers,
} from '@curvewell/contracts';
import {
  ReadError,
  ReaderBusy,
  type ReaderLimits,
  readRunIsolated,
  type ReadErrorCode,
  type RunFile,
} from '@curvewell/instruments';

import { AppError } from '../../errors.ts';
import type { Analyser } from '../../generated/prisma/client.ts';

const PROBLEM_OF: Readonly<Partial<Record<ReadErrorCode, ProblemCode>>> = {
  'unsupported-file': 'unsupported-file',
  'closed-file': 'unsupported-file',
  'too-large': 'file-too-large',
  'too-many-files': 'invalid-request',
};

interface Reading {
  readonly signal?: AbortSignal | undefined;
  /** What a person said of these files. */
  readonly answers?: ReadAnswers | undefined;
  /** What the laboratory keeps of the analyser's dyes. */
  readonly kept?: readonly DyeAnswer[];
  readonly limits?: ReaderLimits | undefined;
}

/**
 * Reads the files of one run as the analyser's profile says, in a process of its own.
 *
 * @throws AppError `unreadable-file`, `unsupported-file`, `file-too-large`: the reader's own sentence, and the place;
 *   `busy` when the reader did not get to the end
 */
export async function readRunFiles(
  analyser: Analyser,
  files: readonly { readonly path: string; readonly name: string }[],
  { signal, answers = {}, kept = [], limits }: Reading = {},
): Promise<RunFile> {
  const profile = analyserProfileSchema.parse(analyser.profile);
  return orReadProblem(
    () =>
      readRunIsolated(
        files.map(({ path, name }) => ({ path, name })),
        {
          profile,
          answers,
          kept: kept.map(({ dye, channel }) => ({ dye, channel })),
          ...(signal && { signal }),
          ...(limits && { limits }),
        },
      ),
    signal,
  );
}

/** What the reader refuses becomes the caller's problem. */
export async function orReadProblem<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (signal?.aborted === true)
      throw new AppError('invalid-request', 'The upload was cancelled.', { cause: error });
    if (error instanceof ReadError) throw asProblem(error);
    if (error instanceof ReaderBusy) throw asBusy(error);
    throw error;
  }
}

/** After how long the load may have passed. */
const BUSY_RETRY_AFTER_S = 10;

function asBusy(error: ReaderBusy): AppError {
  return new AppError(
    'busy',
    'The server is too busy to read these files now. Nothing was stored, and nothing is known to be wrong with the files. Try again in a moment.',
    {
      ...{ cause: error, retryAfterS: BUSY_RETRY_AFTER_S },
      details: { reason: 'reader-busy', limit: error.limit },
    },
  );
}

function asProblem(error: ReadError): AppError {
  const { code, place, found, expected, message, choices, dyes, limit } = error;
  return new AppError(PROBLEM_OF[code] ?? 'unreadable-file', message, {
    cause: error,
    details: {
      reason: code,
      place: { ...place },
      found: found ?? null,
      expected: expected ?? null,
      choices: [...choices],
      dyes: [...dyes],
      ...(limit !== null && { limit }),
    },
  });
}
