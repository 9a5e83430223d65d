import { expect, it } from 'vitest';

import { startAnalysisWorkers } from './analysis-workers.ts';

const file = new URL('../../../test/endless-task.ts', import.meta.url);

it('WHATIF-08 a thread whose work is stopped ends, whatever it does', async () => {
  const workers = startAnalysisWorkers();
  try {
    const stop = new AbortController();
    const never = new AbortController().signal;
    // As many as there are threads, and none of them ever comes to an end by itself.
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
