import { readFileSync } from 'node:fs';

import { ALL_CALLS, DEFAULT_BODY_BYTES } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { multipart } from './multipart.ts';

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
beforeAll(async () => {
  unlimited = await createTestApp();
});
afterAll(() => unlimited.close());

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
    'decisions.markSeen',
    'diagnostics.save',
    'exports.run',
    'exports.archivedRun',
    'interpretation.reinterpret',
    'interpretation.updateDiagnostic',
    'interpretation.evaluate',
    'kits.create',
    'kits.update',
    'kits.nearZones',
    'repeatList.add',
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
