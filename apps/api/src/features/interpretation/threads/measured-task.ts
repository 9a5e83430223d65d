/** The program of each thread: it does what a file exports under a name, and returns how much processor time that took. */

// What most tasks need is there before the first one.
import './analysis-worker.ts';

import { DamagedCurves } from '../../plate/index.ts';

export interface Task {
  readonly file: string;
  readonly name: string;
  readonly job: unknown;
  /** Shared: when the thread began with it, in ns of `process.hrtime`; 0: not yet. */
  readonly begunAt: BigInt64Array;
}

export interface TaskEnd {
  readonly result: unknown;
  /** Why there is no result: stored curves are damaged. */
  readonly damage?: string;
  /** Of this thread, ms. */
  readonly processorMs: number;
}

export async function runTask({ file, name, job, begunAt }: Task): Promise<TaskEnd> {
  const program = (await import(file)) as Record<string, (job: unknown) => unknown>;
  Atomics.store(begunAt, 0, process.hrtime.bigint());
  const before = usedMs();
  try {
    const result = await program[name]?.(job);
    return { result, processorMs: usedMs() - before };
  } catch (error) {
    // The class of an error does not cross from thread to thread.
    if (!(error instanceof DamagedCurves)) throw error;
    return { result: null, damage: error.message, processorMs: usedMs() - before };
  }
}

/** Of this thread since it began, ms. Node before 22.19 reports it of whole processes alone: there it is the time that passed. */
function usedMs(): number {
  const { threadCpuUsage } = process as Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>;
  if (threadCpuUsage === undefined) return performance.now();
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}
