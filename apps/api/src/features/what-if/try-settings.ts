import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { ALGORITHM_VERSION } from '@curvewell/analysis';
import { MOST_LISTED_CHANGES, type Trial, type TrialEvent, type TriedRun } from '@curvewell/contracts';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { FairQueue } from '../../process/fair-queue.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { loadCurves, type AnalysisWorkers } from '../interpretation/index.ts';
import { keptTemplatesAt } from '../kits/index.ts';
import type { ComparedCalls } from './compared-calls.ts';
import { keepTrial, type TrialFigures } from './kept-trials.ts';
import type { ReplayJob } from './replay-plate.ts';
import type { TrialSettings } from './trial-channels.ts';
import { loadStoredRun, triedRuns } from './tried-runs.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly analysisWorkers: AnalysisWorkers;
  readonly queues: { readonly trials: FairQueue };
  /** The message to the user does not contain the cause. */
  readonly log: { readonly error: (error: unknown) => void };
}

interface TrialRequest {
  readonly trial: Trial;
  /** Aborted when the caller has gone, or the server stops. */
  readonly signal: AbortSignal;
  /** Who the caller is now. @throws when they may not do this any more */
  readonly authorizeAgain: () => Promise<LaboratoryCaller>;
}

/** Runs of a trial that are worked on at once: while one is computed, the next is read. */
const AT_ONCE = 2;
/** Whoever does not take what is sent for so long is not there any more. */
const MOST_UNREAD_MS = 30_000;
const REPLAY_PLATE = { file: new URL('replay-plate.ts', import.meta.url), name: 'replayPlate' };

/**
 * Evaluates settings on past runs, and sends each result as soon as it is known. Its figures are kept at its end, and
 * nothing is left of it when the caller goes before: the threads that work on it end.
 *
 * @throws AppError `not-found`
 */
export async function trySettings(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  request: TrialRequest,
): Promise<Readable> {
  const { db } = dependencies;
  const runs = await triedRuns(db, actor, request.trial);
  const keptTemplates =
    request.trial.meltTemplates?.from === 'plate-or-kept' ? await keptTemplatesAt(db, request.trial) : [];
  const trial = { ...request.trial, keptTemplates };
  const events = new PassThrough();
  const end = new AbortController();
  events.once('close', () => {
    end.abort();
  });
  const signal = AbortSignal.any([request.signal, end.signal]);
  const send = async (event: TrialEvent): Promise<void> => {
    signal.throwIfAborted();
    if (events.write(textOf(event))) return;
    await once(events, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(MOST_UNREAD_MS)]) });
  };
  replayRuns(dependencies, actor, { ...request, trial, signal, runs, send }).then(
    () => events.end(),
    (error: unknown) => {
      const hasGone = signal.aborted || events.writableNeedDrain;
      if (!hasGone && !(error instanceof AppError)) dependencies.log.error(error);
      // What is still under way ends first, so that nothing is sent after the end.
      end.abort();
      if (events.writableNeedDrain) events.destroy();
      else if (!events.destroyed) events.end(textOf(failure(error)));
    },
  );
  return events;
}

const textOf = (event: TrialEvent): string => `data: ${JSON.stringify(event)}\n\n`;

function failure(error: unknown): TrialEvent {
  return error instanceof AppError
    ? { kind: 'failed', code: error.code, message: error.message }
    : { kind: 'failed', code: 'unexpected', message: 'The evaluation could not be finished.' };
}

interface Replayed extends TrialRequest {
  readonly trial: TrialSettings;
  readonly runs: readonly TriedRun[];
  readonly send: (event: TrialEvent) => Promise<void>;
}

async function replayRuns(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  replayed: Replayed,
): Promise<void> {
  const { trial, runs, send, signal, authorizeAgain } = replayed;
  const line = [...runs];
  let room = MOST_LISTED_CHANGES;
  let figures: TrialFigures = { runs: 0, calls: 0, changes: 0 };
  const next = async (): Promise<void> => {
    for (let run = line.shift(); run !== undefined; run = line.shift()) {
      const { laboratory } = await authorizeAgain();
      if (laboratory.id !== actor.laboratory.id)
        throw new AppError('forbidden', 'You do not have permission to do this.');
      const event = await replayRun(dependencies, run, replayed);
      if (event.kind !== 'run') await send(event);
      else {
        const changes = event.changes.slice(0, room);
        room -= changes.length;
        figures = withRun(figures, event);
        await send({ ...event, changes });
      }
    }
  };
  let isWaiting = true;
  const turn = dependencies.queues.trials.take(
    { userId: actor.userId },
    async () => {
      isWaiting = false;
      await send({ kind: 'begun', runs: runs.length, algorithmVersion: ALGORITHM_VERSION });
      await Promise.all(Array.from({ length: AT_ONCE }, next));
      signal.throwIfAborted();
      await keepTrial(dependencies, actor, { trial, figures });
      await send({ kind: 'done' });
    },
    signal,
  );
  const noteWaiting = async () => {
    // A turn that is free begins before that.
    await setImmediate();
    if (isWaiting) await send({ kind: 'waiting' });
  };
  await Promise.all([turn, noteWaiting()]);
}

const withRun = (
  { runs, calls, changes }: TrialFigures,
  run: Pick<ComparedCalls, 'calls' | 'transitions'>,
): TrialFigures => ({
  runs: runs + 1,
  calls: calls + run.calls,
  changes: changes + run.transitions.reduce((sum, transition) => sum + transition.calls, 0),
});

/** One run by the settings of the trial; what cannot be read is skipped and reported. */
async function replayRun(
  { db, analysisWorkers, log }: Dependencies,
  run: TriedRun,
  { trial, signal }: Pick<Replayed, 'trial' | 'signal'>,
): Promise<TrialEvent> {
  try {
    const stored = await loadStoredRun(db, run, trial);
    if (stored === null) return { kind: 'left-out', ...run, reason: 'The run no longer exists.' };
    const replay = (job: ReplayJob) =>
      analysisWorkers.runApart(REPLAY_PLATE, job, signal) as Promise<ComparedCalls | null>;
    const job = { ...stored, trial };
    const compared =
      (await replay({ ...job, curves: null })) ??
      (await replay({ ...job, curves: await loadCurves(db, run.runId) }));
    if (compared === null) throw new Error('a run with its curves was not called');
    return { kind: 'run', ...run, algorithmVersion: stored.algorithmVersion, ...compared };
  } catch (error) {
    if (signal.aborted || error instanceof AppError) throw error;
    log.error(error);
    return { kind: 'left-out', ...run, reason: 'Its stored results cannot be read.' };
  }
}
