import type { ProblemCode } from '@curvewell/contracts';
import { ReadError, ReaderBusy, type ReadErrorCode } from '@curvewell/instruments';

import { AppError } from '../errors.ts';

const PROBLEM_OF: Readonly<Partial<Record<ReadErrorCode, ProblemCode>>> = {
  'unsupported-file': 'unsupported-file',
  'closed-file': 'unsupported-file',
  'too-large': 'file-too-large',
  'too-many-files': 'invalid-request',
};

/** Maps the reader's refusals to errors for the caller. */
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

/** Seconds until the load may be lower. */
const BUSY_RETRY_AFTER_S = 10;

function asBusy(error: ReaderBusy): AppError {
  return new AppError(
    'busy',
    'The server is too busy to read these files now. Nothing was stored. The files may be fine. Try again in a moment.',
    {
      cause: error,
      retryAfterS: BUSY_RETRY_AFTER_S,
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
