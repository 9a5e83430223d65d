import { readFileSync } from 'node:fs';

import { ALL_CALLS, DEFAULT_BODY_BYTES } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { multipart } from './multipart.ts';
import { interpretedRun } from './run-factory.ts';

const inputSchema = z.object({
  input: z.string(),
  status: z.number(),
  processorMs: z.number(),
  chargedMs: z.number(),
});
const matrix = z
  .object({
    command: z.string(),
    bareMs: z.number().positive(),
    calls: z.array(
      z.object({ call: z.string(), accepted: inputSchema.nullable(), refused: inputSchema.nullable() }),
    ),
  })
  .parse(
    JSON.parse(readFileSync(new URL('../../../docs/measurements/cost-matrix.json', import.meta.url), 'utf8')),
  );

/** Without limits, because an account at its limit waits for seconds. */
let unlimited: TestApp;
let limited: TestApp;
beforeAll(async () => {
  unlimited = await createTestApp();
  limited = await createTestApp({ requestsPerMinute: 1_000_000 });
});
afterAll(async () => {
  await unlimited.close();
  await limited.close();
});

it('TRUST-491 the cost matrix has one row for every call', () => {
  expect(matrix.calls.map(({ call }) => call)).toEqual(ALL_CALLS.map(({ name }) => name));
});

it('TRUST-491 no measured input used more processor time than was charged to its account', () => {
  const inputs = matrix.calls.flatMap(({ call, accepted, refused }) =>
    [accepted, refused].flatMap((one) => (one === null ? [] : { call, ...one })),
  );
  expect(inputs.filter(({ processorMs, chargedMs }) => processorMs > chargedMs)).toEqual([]);
});

it('TRUST-576 an accepted input was measured for every call, except those that cannot be measured', () => {
  expect(matrix.calls.filter(({ accepted }) => accepted === null).map(({ call }) => call)).toEqual([
    // These continue after the response and would distort the measurement.
    'deliveries.sendRun',
    'deliveries.sendNotSent',
    // Need a failed job, or a rolled-back database.
    'jobs.restart',
    'jobs.confirmRolledBack',
    // Disabled unless the installation allows it.
    'runs.files',
    // Need an identity provider, a second user, or a recreated account.
    'users.create',
    'users.offerPassword',
    'users.confirm',
    'users.linkAccount',
  ]);
  expect(
    matrix.calls.flatMap(({ accepted }) => accepted?.status ?? []).filter((status) => status >= 400),
  ).toEqual([]);
});

it('TRUST-490 bodies are small unless a call declares otherwise, and a larger one is refused unread', async () => {
  const large = ALL_CALLS.filter(({ call }) => call.bodyBytes > DEFAULT_BODY_BYTES);
  expect(large.map(({ name }) => name)).toEqual([
    'audit.compare',
    'decisions.submit',
    'decisions.decide',
    'diagnostics.save',
    'interpretation.reinterpret',
    'interpretation.updateDiagnostic',
    'interpretation.evaluate',
    'kits.create',
    'kits.update',
    'kits.nearZones',
    'runs.update',
    'templates.create',
    'templates.update',
    'whatIf.evaluate',
  ]);
  expect(Math.max(...ALL_CALLS.map(({ call }) => call.bodyBytes))).toBe(1024 * 1024);
  const wrong: string[] = [];
  for (const { name, call } of ALL_CALLS) {
    if (call.method === 'GET' || call.files !== null) continue;
    for (const [length, isRefused] of [
      [call.bodyBytes, false],
      [call.bodyBytes + 1, true],
    ] as const) {
      const { statusCode } = await unlimited.app.inject({
        method: call.method,
        url: `/api${call.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`,
        headers: { ...(await unlimited.signIn('super')), 'content-type': 'application/json' },
        payload: `"${'x'.repeat(length - 2)}"`,
      });
      if (statusCode !== 403 && (statusCode === 413) !== isRefused)
        wrong.push(`${name} ${length} ${statusCode}`);
    }
  }
  expect(wrong).toEqual([]);
}, 180_000);

it('TRUST-490 a document is no larger than its call declares', async () => {
  const form = multipart([
    { field: 'file', name: 'kit.json', bytes: Buffer.alloc(8 * 1024 * 1024 + 1, ' ') },
  ]);
  const answer = await unlimited.app.inject({
    method: 'POST',
    url: '/api/import/kit/version',
    payload: form.payload,
    headers: { ...(await unlimited.signIn('super')), ...form.headers },
  });
  expect(answer.statusCode).toBe(413);
  expect(answer.json<{ message: string }>().message).toBe('kit.json is larger than 8 MiB.');
});

it('TRUST-490 a document with unknown keys lists 20 of them, shortened', async () => {
  const keys = Array.from({ length: 500 }, (_, index) => [`${index}${'k'.repeat(2_000)}`, 1]);
  const form = multipart([
    { field: 'file', name: 'kit.json', bytes: Buffer.from(JSON.stringify(Object.fromEntries(keys))) },
  ]);
  const answer = await unlimited.app.inject({
    method: 'POST',
    url: '/api/import/kit/version',
    payload: form.payload,
    headers: { ...(await unlimited.signIn('super')), ...form.headers },
  });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('and 480 more');
  expect(answer.body.length).toBeLessThan(10_000);
});

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
