import { analyserProfileSchema, type DyeAnswer, type ReadAnswers } from '@curvewell/domain';
import { type ReaderLimits, readRunIsolated, type RunFile } from '@curvewell/instruments';

import type { Analyser } from '../../../generated/prisma/client.ts';
import { orReadProblem } from '../../../formats/read-problem.ts';
import { recordUse } from '../../../telemetry/used-time.ts';

interface Reading {
  readonly signal?: AbortSignal | undefined;
  /** The user's answers about these files. */
  readonly answers?: ReadAnswers | undefined;
  /** The laboratory's stored answers about the analyser's dyes. */
  readonly kept?: readonly DyeAnswer[];
  readonly limits?: ReaderLimits | undefined;
}

/**
 * Reads the files of a run with the analyser's profile, in the reader process.
 *
 * @throws AppError `unreadable-file`, `unsupported-file`, `file-too-large`: the reader's message and place;
 *   `busy` when the reader did not finish
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
          onUsed: recordUse,
          kept: kept.map(({ dye, channel }) => ({ dye, channel })),
          ...(signal && { signal }),
          ...(limits && { limits }),
        },
      ),
    signal,
  );
}
