import { analyserProfileSchema, type InspectedDye, type RunInspection } from '@curvewell/domain';
import { inspectUploadIsolated, type ReaderLimits } from '@curvewell/instruments';

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
  const kept = await keptDyes(db, actor, { analyserIds: analysers.map(({ id }) => id) });
  const candidates = analysers.map(({ id, profile }) => ({
    analyserId: id,
    profile: analyserProfileSchema.parse(profile),
    kept: kept.filter(({ analyserId }) => analyserId === id).map(({ dye, channel }) => ({ dye, channel })),
  }));
  const inspection = await orReadProblem(
    () =>
      inspectUploadIsolated(
        files.map(({ path, name }) => ({ path, name })),
        { candidates, signal, limits, onUsed: recordUse },
      ),
    signal,
  );
  const notes = await notesOnFit({ db, clock }, { runs: inspection.runs, profiles: candidates });
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

function withStoredChannel(dye: InspectedDye, kept: readonly KeptDye[]): InspectedDye {
  const found = dye.source === 'kept' ? kept.find((one) => isKeptOf(one, dye.dye)) : undefined;
  return found === undefined ? dye : { ...dye, kept: { id: found.id, byName: found.keptByName } };
}
