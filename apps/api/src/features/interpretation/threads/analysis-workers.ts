import { Piscina } from 'piscina';

import { AppError, damaged } from '../../../errors.ts';
import { createFairQueue, type FairQueue } from '../../../process/fair-queue.ts';
import { recordUse } from '../../../telemetry/used-time.ts';
import type { ChannelSlopes } from '../chart/chart-wells.ts';
import type { StoredChart } from '../chart/stored-slopes.ts';
import type { InterpretedPlate, PlateJob } from '../interpret/interpret-plate.ts';
import type { EvaluateJob } from '../evaluate/evaluate-plate.ts';
import type { Task, TaskEnd } from './measured-task.ts';

/** What a thread does: it loads the file when it is first asked to. */
export interface WorkerTask {
  readonly file: URL;
  readonly name: string;
}

/** Threads that compute, so that the event loop never does. */
export interface AnalysisWorkers {
  interpretPlate(job: PlateJob): Promise<InterpretedPlate>;
  /** The chart of a run that was interpreted before charts were kept. */
  chartAnswer(stored: StoredChart): Promise<Uint8Array<ArrayBuffer>>;
  /** The slopes of some wells or of all as the interpretation has drawn them. */
  chartSlopes(stored: StoredChart): Promise<ChannelSlopes[]>;
  /** JSON of a plate's calls by settings on trial; null: the thread does not know the plate, send it. */
  evaluatePlate(job: EvaluateJob): Promise<string | null>;
  /** Has a thread do what a file exports under a name. */
  run(task: WorkerTask, job: unknown): Promise<unknown>;
  /** The same in a thread that nobody else waits for: as soon as the signal is aborted, it ends. */
  runApart(task: WorkerTask, job: unknown, signal: AbortSignal): Promise<unknown>;
  /** In which interpretations wait. */
  readonly queue: FairQueue;
  /** Whether threads are there to take work. */
  isUp(): boolean;
  close(): Promise<void>;
}

const PROGRAM = new URL('measured-task.ts', import.meta.url).href;
const ANALYSIS = new URL('analysis-worker.ts', import.meta.url);
const THREADS = 2;
/** More work than this is refused: the response is that the server is busy. */
const MAX_QUEUE = 64;
/** A plate of 1536 wells takes a few seconds; what takes longer than this has gone wrong. */
const LONGEST_WORK_MS = 60_000;
/** All threads together stay below half of the memory that the product asks for. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const THREAD = { filename: PROGRAM, name: 'runTask', resourceLimits: THREAD_MEMORY };

/** One thread, so that what it remembers of a plate is found again; it goes when nobody has tried anything for a while. */
const TRIALS = { minThreads: 0, maxThreads: 1, maxQueue: 16, idleTimeout: 600_000 } as const;

/** For what goes through many runs: it ends with the caller, and its thread with it. */
const APART = { minThreads: 0, maxThreads: 2, maxQueue: 16, idleTimeout: 10_000 } as const;

/** Some more than there are threads: while one is computed, another is read or stored. */
const AT_ONCE = 2 * THREADS;
/** How long an interpretation waits for its turn. */
const QUEUE_WAIT_MS = 60_000;

/** Starts the threads; at least one stays warm. */
export function startAnalysisWorkers(): AnalysisWorkers {
  const pool = new Piscina({
    ...THREAD,
    minThreads: 1,
    maxThreads: THREADS,
    maxQueue: MAX_QUEUE,
  });
  // A thread that dies fails its task; the pool starts another one.
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
      const end = (await threads.run(task, { signal })) as TaskEnd; // what runTask answers
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

/** Since a thread has started with a task, ms: of one that failed, or was ended with its thread, no more is known. */
function elapsedMs({ begunAt }: Task): number {
  const begun = Atomics.load(begunAt, 0);
  return begun === 0n ? 0 : Number(process.hrtime.bigint() - begun) / 1e6;
}
