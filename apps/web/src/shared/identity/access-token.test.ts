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

test('AUTH-08, AUTH-09 the token is looked at every 5 s and renewed below 70 s', async () => {
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

test('a token of more than 70 s is left alone', () => {
  signInFor(300);
  const sent = fakeNetwork(newTokens);
  const stop = watchTokens();
  vi.advanceTimersByTime(5000);
  expect(sent).toHaveLength(0);
  stop();
});

test('a token that is about to end is renewed before it is used, once for all requests', async () => {
  signInFor(1);
  const sent = fakeNetwork(newTokens);
  await expect(Promise.all([accessToken(), accessToken(), accessToken()])).resolves.toEqual([
    'second',
    'second',
    'second',
  ]);
  expect(sent).toHaveLength(1);
});

test('AUTH-11 a renewal that fails is logged; a lost connection does not end the session', async () => {
  signInFor(1);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeNetwork(() => {
    throw new TypeError('fetch failed');
  });
  await expect(accessToken()).rejects.toThrow();
  expect(log).toHaveBeenCalledWith('Failed to refresh token', expect.anything());
  expect(stored()).toMatchObject({ accessToken: 'first' });
});
