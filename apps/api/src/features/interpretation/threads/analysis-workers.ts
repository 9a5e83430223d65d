import { Piscina } from 'piscina';

import type { Db } from '../../../database/db.ts';
import { AppError, damaged } from '../../../errors.ts';
import { createFairQueue, type FairQueue } from '../../../process/fair-queue.ts';
import { recordUse } from '../../../telemetry/used-time.ts';
import type { ChannelSlopes } from '../chart/chart-wells.ts';
import type { StoredPlate } from '../chart/normalised-answer.ts';
import type { StoredFluorescence } from '../chart/fluorescence-answer.ts';
import type { StoredChart } from '../chart/stored-slopes.ts';
import type { InterpretedPlate, PlateJob } from '../interpret/interpret-plate.ts';
import type { EvaluateJob } from '../evaluate/evaluate-plate.ts';
import type { Task, TaskEnd } from './measured-task.ts';

/** A task for a thread, which loads the file on first use. */
export interface WorkerTask {
  readonly file: URL;
  readonly name: string;
}

/** Threads for computation, which keep the event loop free. */
export interface AnalysisWorkers {
  interpretPlate(job: PlateJob): Promise<InterpretedPlate>;
  /** Makes the chart of a run that has none stored in the current format. */
  chartAnswer(stored: StoredChart): Promise<Uint8Array<ArrayBuffer>>;
  /** JSON of the fluorescence of a channel. */
  fluorescenceAnswer(stored: StoredFluorescence): Promise<string>;
  /** JSON of the normalised curves of a channel. */
  normalisedAnswer(stored: StoredPlate): Promise<string>;
  /** Computes the slopes of some wells or of all as the interpretation did. */
  chartSlopes(stored: StoredChart): Promise<ChannelSlopes[]>;
  /** JSON of the calls of a plate with draft settings; null: the plate is not cached, so send it. */
  evaluatePlate(job: EvaluateJob): Promise<string | null>;
  /** Calls a file's export in a thread. */
  run(task: WorkerTask, job: unknown): Promise<unknown>;
  /** The same in a separate thread, which ends when the signal is aborted. */
  runApart(task: WorkerTask, job: unknown, signal: AbortSignal): Promise<unknown>;
  /** The queue of interpretations. */
  readonly queue: FairQueue;
  /** Whether threads accept work. */
  isUp(): boolean;
  close(): Promise<void>;
}

/** What operations need that read the database and compute in a thread. */
export interface AnalysisDependencies {
  readonly db: Db;
  readonly analysisWorkers: AnalysisWorkers;
}

const PROGRAM = new URL('measured-task.ts', import.meta.url).href;
const ANALYSIS = new URL('analysis-worker.ts', import.meta.url);
const THREADS = 2;
/** When the queue is longer, requests are refused as busy. */
const MAX_QUEUE = 64;
/** Time limit of a task; a plate of 1536 wells takes a few seconds. */
const LONGEST_WORK_MS = 60_000;
/** All threads together stay below half of the product's memory requirement. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const THREAD = { filename: PROGRAM, name: 'runTask', resourceLimits: THREAD_MEMORY };

/** One thread, so that its cached plate is reused; it ends when idle. */
const TRIALS = { minThreads: 0, maxThreads: 1, maxQueue: 16, idleTimeout: 600_000 } as const;

/** For tasks over many runs; the thread ends when the caller aborts. */
const APART = { minThreads: 0, maxThreads: 2, maxQueue: 16, idleTimeout: 10_000 } as const;

/** More than the number of threads: while one plate is computed, another is read or stored. */
const AT_ONCE = 2 * THREADS;
/** How long an interpretation waits in the queue. */
const QUEUE_WAIT_MS = 60_000;

/** Starts the threads and keeps at least one warm. */
export function startAnalysisWorkers(): AnalysisWorkers {
  const pool = new Piscina({
    ...THREAD,
    minThreads: 1,
    maxThreads: THREADS,
    maxQueue: MAX_QUEUE,
  });
  // The crash of a thread rejects its task, and the pool replaces the thread.
  pool.on('error', () => undefined);
  const trials = new Piscina({ ...THREAD, ...TRIALS });
  trials.on('error', () => undefined);
  const apart = new Piscina({ ...THREAD, ...APART });
  apart.on('error', () => undefined);
  let isOpen = true;

  const runIn = async (
    threads: Piscina,
    { file, name }: WorkerTask,
    job: unknown,
    stop?: AbortSignal,
  ): Promise<unknown> => {
    if (threads.queueSize >= threads.options.maxQueue) {
      throw new AppError(
        'too-many-requests',
        'The server is busy with other computations. Try again in a moment.',
      );
    }
    const late = AbortSignal.timeout(LONGEST_WORK_MS);
    const signal = stop === undefined ? late : AbortSignal.any([late, stop]);
    const task: Task = { file: file.href, name, job, begunAt: new BigInt64Array(new SharedArrayBuffer(8)) };
    try {
      const end = (await threads.run(task, { signal })) as TaskEnd; // the return type of runTask
      recordUse(end.processorMs);
      return resultOf(end);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      recordUse(elapsedMs(task));
      if (!late.aborted) throw cause;
      throw new AppError('timed-out', 'This took too long and was stopped.', { cause });
    }
  };
  const run = (task: WorkerTask, job: unknown) => runIn(pool, task, job);

  return {
    interpretPlate: (job) =>
      run({ file: ANALYSIS, name: 'interpretPlate' }, job) as Promise<InterpretedPlate>,
    chartAnswer: (stored) =>
      run({ file: ANALYSIS, name: 'storedChartAnswer' }, stored) as Promise<Uint8Array<ArrayBuffer>>,
    fluorescenceAnswer: (stored) =>
      run({ file: ANALYSIS, name: 'fluorescenceAnswer' }, stored) as Promise<string>,
    normalisedAnswer: (stored) =>
      run({ file: ANALYSIS, name: 'normalisedAnswer' }, stored) as Promise<string>,
    chartSlopes: (stored) => run({ file: ANALYSIS, name: 'chartSlopes' }, stored) as Promise<ChannelSlopes[]>,
    evaluatePlate: (job) =>
      runIn(trials, { file: ANALYSIS, name: 'evaluatePlate' }, job) as Promise<string | null>,
    run,
    runApart: (task, job, signal) => runIn(apart, task, job, signal),
    queue: createFairQueue({ atOnce: AT_ONCE, waitMs: QUEUE_WAIT_MS }),
    isUp: () => isOpen && pool.threads.length > 0,
    close: async () => {
      isOpen = false;
      await Promise.all([pool.close(), trials.close(), apart.close()]);
    },
  };
}

/** @throws AppError `unavailable` if stored curves are damaged */
function resultOf({ result, damage }: TaskEnd): unknown {
  if (damage !== undefined) throw damaged(damage);
  return result;
}

/** Time since a thread started a task, ms; an estimate for tasks that failed or were aborted. */
function elapsedMs({ begunAt }: Task): number {
  const begun = Atomics.load(begunAt, 0);
  return begun === 0n ? 0 : Number(process.hrtime.bigint() - begun) / 1e6;
}
