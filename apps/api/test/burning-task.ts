import { setTimeout } from 'node:timers/promises';

/** Uses so much processor time of its thread, in ms. */
export function burn(processorMs: number): void {
  const from = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(from);
    if ((user + system) / 1000 >= processorMs) return;
  }
}

/** Uses as much, and fails. */
export function burnAndFail(processorMs: number): never {
  burn(processorMs);
  throw new Error('it failed');
}

/** Waits for so long, in ms, and does nothing. */
export const sleep = (ms: number): Promise<void> => setTimeout(ms);
