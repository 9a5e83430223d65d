import { expect, it } from 'vitest';

import { origins } from '../../../telemetry/origin.ts';
import { startAnalysisWorkers, type AnalysisWorkers } from './analysis-workers.ts';

const file = new URL('../../../../test/endless-task.ts', import.meta.url);
const BURNING = new URL('../../../../test/burning-task.ts', import.meta.url);

/** Runs a task as part of a request. @returns the processor time charged to the request, ms */
async function paidFor(workers: AnalysisWorkers, name: string, ms: number): Promise<number> {
  let paid = 0;
  const payer = {
    pay: (processorMs: number) => {
      paid += processorMs;
    },
  };
  await origins.run({ requestId: name, payer }, () =>
    workers.run({ file: BURNING, name }, ms).catch(() => undefined),
  );
  return paid;
}

it('WHATIF-08 a thread whose work is aborted ends, whatever it does', async () => {
  const workers = startAnalysisWorkers();
  try {
    const stop = new AbortController();
    const never = new AbortController().signal;
    // One endless task for each thread.
    const endless = [1, 2].map(() => workers.runApart({ file, name: 'endless' }, null, stop.signal));
    const ended = Promise.allSettled(endless);
    const next = workers.runApart({ file, name: 'echo' }, 'free', never);
    stop.abort();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await next).toBe('free');
  } finally {
    await workers.close();
  }
});

// Node reports the processor time of a thread from 22.19 on.
it.skipIf(!('threadCpuUsage' in process))(
  'TRUST-570 a request is charged for the processor time of its own threads, also when they fail, but not for waiting or for others',
  async () => {
    const workers = startAnalysisWorkers();
    try {
      // Warms up the threads.
      await Promise.all([paidFor(workers, 'burn', 1), paidFor(workers, 'burn', 1)]);
      const [little, much] = await Promise.all([
        paidFor(workers, 'burn', 100),
        paidFor(workers, 'burn', 500),
      ]);
      expect(little).toBeGreaterThanOrEqual(100);
      expect(little).toBeLessThan(400);
      expect(much).toBeGreaterThanOrEqual(500);
      expect(await paidFor(workers, 'burnAndFail', 100)).toBeGreaterThanOrEqual(100);
      expect(await paidFor(workers, 'sleep', 300)).toBeLessThan(150);
    } finally {
      await workers.close();
    }
  },
);

it('TRUST-570 work aborted before a thread has started it costs nothing', async () => {
  const workers = startAnalysisWorkers();
  let paid = 0;
  const payer = {
    pay: (processorMs: number) => {
      paid += processorMs;
    },
  };
  try {
    const [stopFirst, stopLast] = [new AbortController(), new AbortController()];
    const first = [1, 2].map(() => workers.runApart({ file, name: 'endless' }, null, stopFirst.signal));
    const last = origins.run({ requestId: 'last', payer }, () =>
      workers.runApart({ file, name: 'echo' }, 'never', stopLast.signal),
    );
    stopLast.abort();
    await expect(last).rejects.toThrow();
    expect(paid).toBe(0);
    stopFirst.abort();
    await Promise.allSettled(first);
  } finally {
    await workers.close();
  }
});
