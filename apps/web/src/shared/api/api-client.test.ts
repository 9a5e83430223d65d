// @vitest-environment jsdom
import { analyserCalls, identityCalls, releaseCalls, runCalls } from '@curvewell/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeNetwork, newTokens, signInFor } from '../../../test/fake-network.ts';
import { api, fileNameOf } from './api-client.ts';
import { isCancelled } from './api-problem.ts';
import { queryOf } from './api-transport.ts';
import { waitingForServer } from './server-unavailable.ts';

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const list = {
  listObjects: [],
  numberOfObjects: 0,
  numberByStatus: { RUN_TO_INTERPRET: 0, WAIT_FOR_APPROVAL: 0, APPROVED: 0, REJECTED: 0 },
  oldestWaiting: null,
};

test('AUTH-07, CONST-01 a call goes to /api with the token', async () => {
  const sent = fakeNetwork(() => Response.json(list));
  await expect(api(runCalls.list, { query: { page: 2, size: 12, search: 'a b' } })).resolves.toEqual(list);
  expect(sent).toMatchObject([
    { method: 'GET', address: '/api/run?page=2&size=12&search=a+b', authorization: 'Bearer first' },
  ]);
});

test('arrays become repeated parameters, and undefined values are omitted', () => {
  expect(queryOf({ rbIds: ['a', 'b'], on: true, none: undefined, no: null })).toBe(
    '?rbIds=a&rbIds=b&on=true',
  );
  expect(queryOf(undefined)).toBe('');
});

test('path parameters are encoded', async () => {
  const sent = fakeNetwork(() => new Response(null, { status: 204 }));
  await api(releaseCalls.markSeen, { params: { version: '1.0/../x' } });
  expect(sent[0]?.address).toBe('/api/release/1.0%2F..%2Fx/update-seen');
});

test('a failed call throws a problem with code, message, issues and request id', async () => {
  const issues = [{ path: ['size'], message: 'too many' }];
  fakeNetwork(() =>
    Response.json({ code: 'invalid-request', message: 'Wrong.', issues, requestId: 'r9' }, { status: 400 }),
  );
  await expect(api(analyserCalls.list)).rejects.toMatchObject({
    name: 'ApiProblem',
    code: 'invalid-request',
    message: 'Wrong.',
    issues,
    requestId: 'r9',
  });
});

test('a response that violates the contract is rejected', async () => {
  fakeNetwork(() => Response.json({ listObjects: 'none' }));
  await expect(api(runCalls.list, { query: {} })).rejects.toMatchObject({ code: 'not-understood' });
  fakeNetwork(() => new Response('<html>The page of a proxy</html>'));
  await expect(api(runCalls.list, { query: {} })).rejects.toMatchObject({ code: 'not-understood' });
});

test('a request that reaches no server throws an "unreachable" problem', async () => {
  fakeNetwork(() => {
    throw new TypeError('fetch failed');
  });
  await expect(api(identityCalls.me)).rejects.toMatchObject({ code: 'unreachable', status: 0 });
});

test('ERR-02 a cancelled request is distinguished from a failed one', async () => {
  fakeNetwork(() => Response.json(list));
  const error: unknown = await api(runCalls.list, { query: {}, signal: AbortSignal.abort() }).catch(
    (reason: unknown) => reason,
  );
  expect(isCancelled(error)).toBe(true);
});

test('OPS-186 a repeated request keeps its key until the final response, after a second click or a lost response', async () => {
  const answers = [
    () =>
      Response.json({ code: 'unexpected', message: 'Wrong.', issues: [], requestId: 'r' }, { status: 500 }),
    () => Promise.reject(new TypeError('fetch failed')),
    () => Response.json([]),
    () => Response.json([]),
    () => Response.json([]),
  ];
  const sent = fakeNetwork(() => answers.shift()?.() ?? Response.json([]));
  const runId = '00000000-0000-4000-8000-000000000001';
  const comment = (value: string) => api(runCalls.commentRun, { params: { runId }, body: { value } });
  await expect(comment('x')).rejects.toMatchObject({ code: 'unexpected' });
  await expect(comment('x')).rejects.toMatchObject({ code: 'unreachable' });
  await Promise.all([comment('x'), comment('x'), comment('y')]);
  await comment('x');
  const [failed, lost, first, second, other, later] = sent.map(({ key }) => key);
  expect(failed).toMatch(/^[\da-f-]{36}$/);
  expect([lost, first, second]).toEqual([failed, failed, failed]);
  expect(new Set([failed, other, later]).size).toBe(3);
  await api(analyserCalls.list).catch(() => undefined);
  expect(sent.at(-1)?.key).toBeNull();
});

test('a rejected token is renewed once and the request repeated', async () => {
  const sent = fakeNetwork(({ address, authorization }) => {
    if (address.endsWith('/token')) return newTokens();
    return authorization === 'Bearer second' ? Response.json(list) : new Response(null, { status: 401 });
  });
  await expect(api(runCalls.list, { query: {} })).resolves.toEqual(list);
  expect(sent.map(({ address }) => address)).toEqual(['/api/run', '/realms/curvewell/token', '/api/run']);
});

test('a second 503 after a reload shows that the page is waiting', async () => {
  // The page would try again after the test.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  sessionStorage.setItem('curvewell.unavailable', JSON.stringify({ attempts: 1, reloadedAt: Date.now() }));
  fakeNetwork(() => new Response('', { status: 503, statusText: 'Service Unavailable' }));
  await expect(api(identityCalls.me)).rejects.toMatchObject({ code: 'unavailable' });
  expect(waitingForServer.get()).toBe(true);
});

test('ERR-104 an unavailable sign-in service is reported without waiting or reloading', async () => {
  sessionStorage.setItem('curvewell.unavailable', JSON.stringify({ attempts: 1, reloadedAt: Date.now() }));
  waitingForServer.set(false);
  const message = 'The sign-in service cannot be reached. Try again in a moment.';
  const problem = { code: 'identity-unavailable', message, issues: [], requestId: 'r' };
  fakeNetwork(() => Response.json(problem, { status: 503 }));
  await expect(api(identityCalls.me)).rejects.toMatchObject({ code: 'identity-unavailable', message });
  expect(waitingForServer.get()).toBe(false);
});

test('a download takes its file name from the server', () => {
  expect(fileNameOf(`attachment; filename="x.csv"; filename*=UTF-8''M%C3%BCller.csv`)).toBe('Müller.csv');
  expect(fileNameOf('attachment; filename="1284.zip"')).toBe('1284.zip');
  expect(fileNameOf(null)).toBeNull();
});
