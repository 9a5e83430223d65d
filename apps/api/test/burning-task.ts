import { setTimeout } from 'node:timers/promises';

/** Uses processor time of the thread, ms. */
export function burn(processorMs: number): void {
  const from = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(from);
    if ((user + system) / 1000 >= processorMs) return;
  }
}

/** Uses processor time and then fails. */
export function burnAndFail(processorMs: number): never {
  burn(processorMs);
  throw new Error('it failed');
}

/** Waits, ms, without using processor time. */
export const sleep = (ms: number): Promise<void> => setTimeout(ms);
