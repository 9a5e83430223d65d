/** The program of each thread: calls a file's export and measures the processor time. */

// Preloads the code that most tasks need.
import './analysis-worker.ts';

import { DamagedCurves } from '../../../curves/index.ts';

export interface Task {
  readonly file: string;
  readonly name: string;
  readonly job: unknown;
  /** Shared memory: when the thread started, in ns of `process.hrtime`; 0: not yet. */
  readonly begunAt: BigInt64Array;
}

export interface TaskEnd {
  readonly result: unknown;
  /** Set when stored curves are damaged. */
  readonly damage?: string;
  /** Processor time of this thread, ms. */
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
    // Error classes are lost between threads.
    if (!(error instanceof DamagedCurves)) throw error;
    return { result: null, damage: error.message, processorMs: usedMs() - before };
  }
}

/**
 * Processor time of this thread, ms. Node before 22.19 reports it for the whole process only, so elapsed time
 * is used there.
 */
function usedMs(): number {
  const { threadCpuUsage } = process as Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>;
  if (threadCpuUsage === undefined) return performance.now();
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}
