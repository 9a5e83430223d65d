// @vitest-environment jsdom
import type { EvaluatedSettings } from '@curvewell/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeNetwork, signInFor } from '../../test/fake-network.ts';
import { interpretationQueries } from '../data/interpretation.ts';
import { kitQueries } from '../data/kits.ts';
import { analyserQueries } from '../data/analysers.ts';
import { createQueryClient } from './query-client.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const TOO_MANY = { code: 'too-many-requests', message: 'Too many requests.', issues: [], requestId: 'r' };

beforeEach(() => {
  signInFor(3_600);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Refuses `refusals` requests with 429 and `Retry-After: 3`. @returns the times of the requests, s */
function busyServer(refusals: number, answer: unknown): number[] {
  const begun = Date.now();
  const asked: number[] = [];
  fakeNetwork(() => {
    asked.push((Date.now() - begun) / 1000);
    return asked.length <= refusals
      ? Response.json(TOO_MANY, { status: 429, headers: { 'retry-after': '3' } })
      : Response.json(answer);
  });
  return asked;
}

const settings: EvaluatedSettings = {
  kitId: ID,
  reactionBufferId: ID,
  channel: 'FAM',
  phases: [],
  rules: [],
  wells: 'all',
  curves: false,
  outsideDiagnostic: null,
  tmShift: null,
  meltTemplates: null,
  curveShape: null,
  amplification: null,
  kitVersionId: null,
};

test('TRUST-575 retries a preview refused with 429 at the time the server gives, until it succeeds', async () => {
  const asked = busyServer(5, []);
  const client = createQueryClient();
  const evaluated = client.query(interpretationQueries.evaluated({ runId: ID, settings }));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await evaluated).toEqual([]);
  expect(asked).toEqual([0, 3, 6, 9, 12, 15]);
});

test('TRUST-575 does the same for the zones that cannot be distinguished', async () => {
  const asked = busyServer(5, { warnings: [] });
  const client = createQueryClient();
  const near = client.query(
    kitQueries.nearZones({ kitId: ID, reactionBufferId: ID, analyserId: ID, channels: [] }),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await near).toEqual({ warnings: [] });
  expect(asked).toHaveLength(6);
});

test('ERR-115 retries any other query twice', async () => {
  const asked = busyServer(5, []);
  const listed = createQueryClient().query(analyserQueries.list);
  const ended = expect(listed).rejects.toMatchObject({ code: 'too-many-requests' });
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
  expect(asked).toEqual([0, 3, 6]);
});
