import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { ALGORITHM_VERSION } from '@curvewell/analysis';
import {
  MAX_LISTED_CHANGES,
  type WhatIfRequest,
  type WhatIfEvent,
  type WhatIfRun,
} from '@curvewell/contracts';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { FairQueue } from '../../process/fair-queue.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { loadReadings, type AnalysisWorkers } from '../interpretation/index.ts';
import { keptTemplatesAt } from '../kits/index.ts';
import type { ComparedCalls, ComparedPlate } from './compared-calls.ts';
import { storeWhatIf, type WhatIfFigures } from './stored-what-ifs.ts';
import type { ReplayJob } from './replay-plate.ts';
import type { WhatIfSettings } from './what-if-channels.ts';
import { loadStoredRun, whatIfRuns } from './what-if-runs.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly analysisWorkers: AnalysisWorkers;
  readonly queues: { readonly evaluations: FairQueue };
  /** Receives the cause, which the message to the user omits. */
  readonly log: { readonly error: (error: unknown) => void };
}

interface EvaluationRequest {
  readonly evaluation: WhatIfRequest;
  /** Aborted when the caller disconnects or the server stops. */
  readonly signal: AbortSignal;
  /** Resolves the caller again. @throws when they may no longer do this */
  readonly authorizeAgain: () => Promise<LaboratoryCaller>;
}

/** Runs in progress at a time: while one is computed, the next is read. */
const AT_ONCE = 2;
/** A client that does not read for this long counts as disconnected. */
const MAX_UNREAD_MS = 30_000;
const REPLAY_PLATE = { file: new URL('replay-plate.ts', import.meta.url), name: 'replayPlate' };

/**
 * Evaluates settings on past runs and streams each result. The totals are stored at the end. If the caller
 * disconnects before, the threads are stopped and nothing is stored.
 *
 * @throws AppError `not-found`
 */
export async function evaluateSettings(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  request: EvaluationRequest,
): Promise<Readable> {
  const { db } = dependencies;
  const runs = await whatIfRuns(db, actor, request.evaluation);
  const keptTemplates =
    request.evaluation.meltTemplates?.from === 'plate-or-kept'
      ? await keptTemplatesAt(db, actor, request.evaluation)
      : [];
  const evaluation = { ...request.evaluation, keptTemplates };
  const events = new PassThrough();
  const end = new AbortController();
  events.once('close', () => end.abort());
  const signal = AbortSignal.any([request.signal, end.signal]);
  const send = async (event: WhatIfEvent): Promise<void> => {
    signal.throwIfAborted();
    if (events.write(textOf(event))) return;
    await once(events, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_UNREAD_MS)]) });
  };
  replayRuns(dependencies, actor, { ...request, evaluation, signal, runs, send }).then(
    () => events.end(),
    (error: unknown) => {
      const hasGone = signal.aborted || events.writableNeedDrain;
      if (!hasGone && !(error instanceof AppError)) dependencies.log.error(error);
      // Ends the work in progress first, so that nothing is sent after the end.
      end.abort();
      if (events.writableNeedDrain) events.destroy();
      else if (!events.destroyed) events.end(textOf(failure(error)));
    },
  );
  return events;
}

const textOf = (event: WhatIfEvent): string => `data: ${JSON.stringify(event)}\n\n`;

function failure(error: unknown): WhatIfEvent {
  return error instanceof AppError
    ? { kind: 'failed', code: error.code, message: error.message }
    : { kind: 'failed', code: 'unexpected', message: 'The evaluation could not be finished.' };
}

interface Replayed extends EvaluationRequest {
  readonly evaluation: WhatIfSettings;
  readonly runs: readonly WhatIfRun[];
  readonly send: (event: WhatIfEvent) => Promise<void>;
}

async function replayRuns(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  replayed: Replayed,
): Promise<void> {
  const { evaluation, runs, send, signal, authorizeAgain } = replayed;
  const line = [...runs];
  let room = MAX_LISTED_CHANGES;
  let figures: WhatIfFigures = { runs: 0, calls: 0, changes: 0 };
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
  const turn = dependencies.queues.evaluations.take(
    { userId: actor.userId },
    async () => {
      isWaiting = false;
      await send({ kind: 'begun', runs: runs.length, algorithmVersion: ALGORITHM_VERSION });
      await Promise.all(Array.from({ length: AT_ONCE }, next));
      signal.throwIfAborted();
      await storeWhatIf(dependencies, actor, { evaluation, figures });
      await send({ kind: 'done' });
    },
    signal,
  );
  const noteWaiting = async () => {
    // Lets a free thread start first.
    await setImmediate();
    if (isWaiting) await send({ kind: 'waiting' });
  };
  await Promise.all([turn, noteWaiting()]);
}

const withRun = (
  { runs, calls, changes }: WhatIfFigures,
  run: Pick<ComparedCalls, 'calls' | 'transitions'>,
): WhatIfFigures => ({
  runs: runs + 1,
  calls: calls + run.calls,
  changes: changes + run.transitions.reduce((sum, transition) => sum + transition.calls, 0),
});

/** Evaluates one run; a run that cannot be read is skipped and reported. */
async function replayRun(
  { db, analysisWorkers, log }: Dependencies,
  run: WhatIfRun,
  { evaluation, signal }: Pick<Replayed, 'evaluation' | 'signal'>,
): Promise<WhatIfEvent> {
  try {
    const stored = await loadStoredRun(db, run, evaluation);
    if (stored === null) return { kind: 'skipped', ...run, reason: 'The run no longer exists.' };
    const replay = (job: ReplayJob) =>
      analysisWorkers.runApart(REPLAY_PLATE, job, signal) as Promise<ComparedPlate | null>;
    const job = { ...stored, evaluation };
    const compared =
      (await replay({ ...job, readings: null })) ??
      (await replay({ ...job, readings: await loadReadings(db, run.runId) }));
    if (compared === null) throw new Error('a run with stored curves has no calls');
    return { kind: 'run', ...run, algorithmVersion: stored.algorithmVersion, ...compared };
  } catch (error) {
    if (signal.aborted || error instanceof AppError) throw error;
    log.error(error);
    return { kind: 'skipped', ...run, reason: 'Its stored results cannot be read.' };
  }
}
