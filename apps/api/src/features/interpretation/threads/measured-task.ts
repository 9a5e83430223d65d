/** The program of each thread: it does what a file exports under a name, and returns how much processor time that took. */

// What most tasks need is there before the first one.
import './analysis-worker.ts';

export interface Task {
  readonly file: string;
  readonly name: string;
  readonly job: unknown;
  /** Shared: when the thread began with it, in ns of `process.hrtime`; 0: not yet. */
  readonly begunAt: BigInt64Array;
}

export interface TaskEnd {
  readonly result: unknown;
  /** Of this thread, ms. */
  readonly processorMs: number;
}

export async function runTask({ file, name, job, begunAt }: Task): Promise<TaskEnd> {
  const program = (await import(file)) as Record<string, (job: unknown) => unknown>;
  Atomics.store(begunAt, 0, process.hrtime.bigint());
  const before = usedMs();
  const result = await program[name]?.(job);
  return { result, processorMs: usedMs() - before };
}

/** Of this thread since it began, ms. Node before 22.19 reports it of whole processes alone: there it is the time that passed. */
function usedMs(): number {
  const { threadCpuUsage } = process as Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>;
  if (threadCpuUsage === undefined) return performance.now();
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}
