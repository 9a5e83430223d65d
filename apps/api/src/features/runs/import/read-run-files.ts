import { analyserProfileSchema, type DyeAnswer, type ReadAnswers } from '@curvewell/domain';
import { type ReaderLimits, readRunIsolated, type RunFile } from '@curvewell/instruments';

import type { Analyser } from '../../../generated/prisma/client.ts';
import { orReadProblem } from '../../../formats/read-problem.ts';
import { recordUse } from '../../../telemetry/used-time.ts';

interface Reading {
  readonly signal?: AbortSignal | undefined;
  /** The answers of a user about these files. */
  readonly answers?: ReadAnswers | undefined;
  /** What the laboratory keeps of the analyser's dyes. */
  readonly kept?: readonly DyeAnswer[];
  readonly limits?: ReaderLimits | undefined;
}

/**
 * Reads the files of one run by the analyser's profile, in a process of its own.
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
          onUsed: recordUse,
          kept: kept.map(({ dye, channel }) => ({ dye, channel })),
          ...(signal && { signal }),
          ...(limits && { limits }),
        },
      ),
    signal,
  );
}
