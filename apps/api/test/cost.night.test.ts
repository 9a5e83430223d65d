import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { interpretedRun } from './run-factory.ts';

/** Hundreds of requests that use all processors for half a minute. */

let limited: TestApp;
beforeAll(async () => {
  limited = await createTestApp({ requestsPerMinute: 1_000_000 });
});
afterAll(() => limited.close());

/** Each megabyte is charged 500 ms, so 120 of them use up the burst of 60 s. */
const MAX_DEAR = 240;
const LANES = 10;
const BARE = 60;

it('TRUST-494 a user who sends the most expensive inputs continuously is refused in time, and nobody else is', async () => {
  const payload = JSON.stringify(
    Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 1])),
  );
  expect(payload.length).toBeLessThan(1024 * 1024);
  const dear = async (index: number): Promise<number> => {
    const { statusCode } = await limited.app.inject({
      method: 'POST',
      url: index % 2 === 0 ? '/api/what-if' : '/api/kit',
      payload,
      headers: { ...(await limited.signIn('research')), 'content-type': 'application/json' },
    });
    return statusCode;
  };
  const other = async () => (await limited.call('tech', 'GET', '/run')).statusCode;
  const sent = new Set<number>();
  const sendDear = async () => {
    for (let index = 0; index < MAX_DEAR / LANES && !sent.has(429); index++) sent.add(await dear(index));
  };
  const answered = new Set<number>();
  const askOthers = async () => {
    for (let index = 0; index < BARE; index++) answered.add(await other());
  };
  await Promise.all([askOthers(), ...Array.from({ length: LANES }, sendDear)]);
  expect(sent).toEqual(new Set([400, 429]));
  expect(answered).toEqual(new Set([200]));
}, 180_000);

/** Moving a limit for forty seconds: ten evaluations a second, and four checks of close zones. */
const EVALUATED = 400;
const LOOKED_AT = 160;
const BURNING = new URL('burning-task.ts', import.meta.url);
/** Processor time of threads that no request pays for, ms. */
const BURNT_MS = 5_000;

it('TRUST-571 a user who moves a limit in the kit editor for forty seconds is never refused, whatever else the process does', async () => {
  const usual = await createTestApp({ requestsPerMinute: 1_200 });
  try {
    const { id: runId, analyser: analyserId } = await interpretedRun(usual);
    const { kitId } = await usual.db.kitVersion.findFirstOrThrow({
      where: { version: 'v2', kit: { name: 'LCT-13910' } },
    });
    const { id: reactionBufferId } = await usual.db.reactionBuffer.findFirstOrThrow({
      where: { name: 'RB-2' },
    });
    const phasesAt = (border: number) => [
      {
        phaseType: 'MELT',
        minThreshold: 50,
        slopeThreshold: 4.72,
        minQuality: 0.4,
        inversed: false,
        zones: ['A', 'B'].map((name, index) => ({
          name,
          label: '',
          minThreshold: null,
          minQuality: null,
          ...(index === 0 ? { minTemp: 50, maxTemp: border } : { minTemp: border, maxTemp: 65 }),
        })),
      },
    ];
    const place = { kitId, reactionBufferId };
    const threads = [1, 2].map(() =>
      usual.app.analysisWorkers.run({ file: BURNING, name: 'burn' }, BURNT_MS),
    );
    const answered = new Map<number, number>();
    const ask = async (url: string, body: object) => {
      const { statusCode } = await usual.call('research', 'POST', url, body);
      answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1);
    };
    const evaluate = async () => {
      for (let count = 0; count < EVALUATED; count++)
        await ask(`/run/${runId}/evaluate`, {
          ...place,
          channel: 'FAM',
          wells: 'all',
          phases: phasesAt(57 + count / 200),
          rules: [],
        });
    };
    const look = async () => {
      for (let count = 0; count < LOOKED_AT; count++)
        await ask('/kit/near-zones', {
          ...place,
          analyserId,
          channels: [{ name: 'FAM', phases: phasesAt(57 + count / 100) }],
        });
    };
    await Promise.all([evaluate(), look()]);
    expect(answered).toEqual(new Map([[200, EVALUATED + LOOKED_AT]]));
    await Promise.allSettled(threads);
  } finally {
    await usual.close();
  }
}, 240_000);
