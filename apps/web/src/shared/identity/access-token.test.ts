// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeNetwork, newTokens, signInFor } from '../../../test/fake-network.ts';
import { accessToken, watchTokens } from './access-token.ts';

const stored = () => JSON.parse(localStorage.getItem('curvewell.tokens') ?? 'null') as unknown;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

test('AUTH-08, AUTH-09 checks the token every 5 s and renews it below 70 s', async () => {
  signInFor(73);
  const sent = fakeNetwork(newTokens);
  const stop = watchTokens();
  vi.advanceTimersByTime(4999);
  expect(sent).toHaveLength(0);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => {
    expect(stored()).toMatchObject({ accessToken: 'second', refreshToken: 'refresh-2' });
  });
  const { grant_type, refresh_token } = Object.fromEntries(new URLSearchParams(sent[0]?.body));
  expect([grant_type, refresh_token]).toEqual(['refresh_token', 'refresh-1']);
  stop();
});

test('does not renew a token with more than 70 s left', () => {
  signInFor(300);
  const sent = fakeNetwork(newTokens);
  const stop = watchTokens();
  vi.advanceTimersByTime(5000);
  expect(sent).toHaveLength(0);
  stop();
});

test('renews a token that is about to expire before use, once for all requests', async () => {
  signInFor(1);
  const sent = fakeNetwork(newTokens);
  await expect(Promise.all([accessToken(), accessToken(), accessToken()])).resolves.toEqual([
    'second',
    'second',
    'second',
  ]);
  expect(sent).toHaveLength(1);
});

test('AUTH-11 logs a failed renewal; a lost connection does not end the session', async () => {
  signInFor(1);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeNetwork(() => {
    throw new TypeError('fetch failed');
  });
  await expect(accessToken()).rejects.toThrow();
  expect(log).toHaveBeenCalledWith('Failed to refresh token', expect.anything());
  expect(stored()).toMatchObject({ accessToken: 'first' });
});
