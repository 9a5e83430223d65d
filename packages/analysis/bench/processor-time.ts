/** Processor time of one function call, ms of user time, which is nearly independent of other load. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

export interface Timing {
  /** First call, ms. */
  readonly cold: number;
  /** Median of later calls, ms. */
  readonly warm: number;
}

/** Calls a function until it is warm, and measures it. */
export function timing(work: () => unknown, { calls, warmUp }: { calls: number; warmUp: number }): Timing {
  const times = Array.from({ length: warmUp + calls }, () => processorTime(work));
  return { cold: times[0] ?? Number.NaN, warm: median(times.slice(warmUp)) };
}
