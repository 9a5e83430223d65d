import {
  type AnalyserProfile,
  analyserProfileSchema,
  type InspectedDye,
  type RunInspection,
} from '@curvewell/domain';
import { type Candidate, inspectUploadIsolated, type ReaderLimits } from '@curvewell/instruments';

import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import type { KeptDye } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { UploadedFile } from '../../../formats/uploaded-file.ts';
import { orReadProblem } from '../../../formats/read-problem.ts';
import { recordUse } from '../../../telemetry/used-time.ts';
import { notesOnFit } from '../fit/inspected-fit.ts';
import { isKeptOf, keptDyes } from './kept-dyes.ts';

interface Inspection {
  readonly files: readonly UploadedFile[];
  readonly signal: AbortSignal;
}

/**
 * Describes files and which analysers can read them, before anything is stored. Uses the same process and
 * queue as an import.
 *
 * @throws AppError `invalid-request`, `unreadable-file`, `busy`
 */
export async function inspectFiles(
  {
    db,
    clock,
    readerLimits: limits,
  }: { readonly db: Db; readonly clock: Clock; readonly readerLimits: ReaderLimits },
  actor: LaboratoryCaller,
  { files, signal }: Inspection,
): Promise<RunInspection> {
  if (files.length === 0) throw new AppError('invalid-request', 'Choose at least one file.');
  const analysers = await db.analyser.findMany({
    where: { active: true },
    orderBy: [{ order: 'asc' }, { name: 'asc' }],
  });
  const { usualAnalyserId } = await db.laboratory.findUniqueOrThrow({
    where: { id: actor.laboratory.id },
    select: { usualAnalyserId: true },
  });
  const kept = await keptDyes(db, actor, { analyserIds: analysers.map(({ id }) => id) });
  const candidates = analysers.map(({ id, profile }) => ({
    analyserId: id,
    profile: analyserProfileSchema.parse(profile),
    kept: kept.filter(({ analyserId }) => analyserId === id).map(({ dye, channel }) => ({ dye, channel })),
    isUsual: id === usualAnalyserId,
  }));
  const inspection = await inspected(candidates, { files, signal, limits });
  const notes = await notesOnFit({ db, clock }, actor, { runs: inspection.runs, profiles: candidates });
  return {
    ...inspection,
    runs: inspection.runs.map((run) => ({
      ...run,
      analysers: run.analysers.map((analyser) => ({
        ...analyser,
        notes: [...analyser.notes, ...notes(run, analyser)],
        dyes: analyser.dyes.map((dye) =>
          withStoredChannel(
            dye,
            kept.filter(({ analyserId }) => analyserId === analyser.analyserId),
          ),
        ),
      })),
    })),
  };
}

/** No analyser has it: the profile is not stored. */
const NOT_STORED = '00000000-0000-4000-8000-000000000000';

/**
 * Describes files as a profile that is not stored reads them.
 *
 * @throws AppError as `inspectFiles`
 */
export async function inspectAs(
  { readerLimits: limits }: { readonly readerLimits: ReaderLimits },
  { profile, files, signal }: Inspection & { readonly profile: AnalyserProfile },
): Promise<RunInspection> {
  if (files.length === 0) throw new AppError('invalid-request', 'Choose at least one file.');
  return inspected([{ analyserId: NOT_STORED, profile, kept: [] }], { files, signal, limits });
}

const inspected = (
  candidates: readonly Candidate[],
  { files, signal, limits }: Inspection & { readonly limits: ReaderLimits },
): Promise<RunInspection> =>
  orReadProblem(
    () =>
      inspectUploadIsolated(
        files.map(({ path, name }) => ({ path, name })),
        { candidates, signal, limits, onUsed: recordUse },
      ),
    signal,
  );

function withStoredChannel(dye: InspectedDye, kept: readonly KeptDye[]): InspectedDye {
  const found = dye.source === 'kept' ? kept.find((one) => isKeptOf(one, dye.dye)) : undefined;
  return found === undefined ? dye : { ...dye, kept: { id: found.id, byName: found.keptByName } };
}
