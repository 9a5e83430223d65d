// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeNetwork, signInFor } from '../../../test/fake-network.ts';
import { signIn } from './sign-in.ts';
import { readTokens } from './tokens.ts';

beforeEach(() => {
  const pending = { verifier: 'v'.repeat(43), state: 'asked', nonce: 'asked', returnTo: '/archive' };
  sessionStorage.setItem('curvewell.sign-in', JSON.stringify(pending));
  // The expected failures are logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

/** The provider's response to a code, with an ID token that has these claims changed. */
function answering(claims: object) {
  const now = Math.floor(Date.now() / 1000);
  const right = {
    iss: `${window.location.origin}/realms/curvewell`,
    aud: 'curvewell-web',
    sub: 's',
    nonce: 'asked',
    iat: now,
    exp: now + 300,
  };
  const idToken = `${part({ alg: 'RS256' })}.${part({ ...right, ...claims })}.${part({})}`;
  const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: idToken };
  return fakeNetwork(() => Response.json(tokens));
}

test('TRUST-94 exchanges a code for tokens and returns to the original address', async () => {
  window.history.replaceState(null, '', '/?code=c&state=asked');
  const sent = answering({});
  expect(await signIn()).toBe(true);
  expect(sent).toHaveLength(1);
  expect(readTokens()).toMatchObject({ accessToken: 'a' });
  expect(window.location.pathname).toBe('/archive');
});

test.each([
  ['another nonce', { nonce: 'another' }],
  ['another audience', { aud: 'another' }],
  ['another issuer', { iss: 'http://elsewhere.example' }],
  ['an end that has passed', { exp: 1 }],
])('TRUST-94 rejects an ID token with %s', async (_what, claims) => {
  window.history.replaceState(null, '', '/?code=c&state=asked');
  answering(claims);
  await expect(signIn()).rejects.toThrow();
  expect(readTokens()).toBeNull();
});

test('TRUST-94 never exchanges a code with a different state', async () => {
  signInFor(300);
  const previous = readTokens();
  window.history.replaceState(null, '', '/?code=c&state=another');
  const sent = answering({});
  await signIn();
  expect(sent).toHaveLength(0);
  expect(readTokens()).toEqual(previous);
});
