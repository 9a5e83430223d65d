// @vitest-environment jsdom
import * as oidc from 'openid-client';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeNetwork } from '../../../test/fake-network.ts';
import { text } from '../../locale/text.ts';
import { provider, reasonOf } from './identity-provider.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const reason = async () => oidc.refreshTokenGrant(await provider(), 'a token').then(() => null, reasonOf);

test('AUTH-153 a provider that does not respond, or a proxy in its place, is reported as unavailable', async () => {
  fakeNetwork(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await reason()).toBe(text.signIn.away);
  for (const [status, expected] of [
    [502, text.signIn.away],
    [503, text.signIn.away],
    [404, 'unexpected response content-type'],
  ] as const) {
    fakeNetwork(() => new Response('<html></html>', { status }));
    expect(await reason()).toBe(expected);
  }
});
