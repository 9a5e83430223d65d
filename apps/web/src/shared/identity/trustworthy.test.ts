import { expect, test } from 'vitest';

import { isTrustworthy } from './trustworthy.ts';

test('AUTH-122 only https and this computer are trustworthy, whatever a host name looks like', () => {
  const yes = [
    'https://a.example',
    'http://localhost',
    'http://keycloak.localhost:8081',
    'http://127.0.0.1:1',
  ];
  for (const url of [...yes, 'http://127.8.8.8', 'http://[::1]:80'])
    expect(isTrustworthy(new URL(url))).toBe(true);
  const no = [
    'http://a.example',
    'http://192.168.1.5:8080',
    'http://localhost.evil.example',
    'http://notlocalhost',
  ];
  for (const url of [...no, 'http://127.0.0.1.evil.example']) expect(isTrustworthy(new URL(url))).toBe(false);
});
