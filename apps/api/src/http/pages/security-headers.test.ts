import Fastify from 'fastify';
import { expect, it } from 'vitest';

import { securityHeaders } from './security-headers.ts';

async function headersOf({ behindTls }: { readonly behindTls: boolean }) {
  const app = Fastify();
  await app.register(securityHeaders, { identityOrigin: 'https://identity.example', behindTls });
  app.get('/', () => ({}));
  const answer = await app.inject({ url: '/', headers: { origin: 'https://elsewhere.example' } });
  await app.close();
  return answer.headers;
}

it('TRUST-90 headers forbid type sniffing, frames, plug-ins and other origins, and require TLS behind TLS', async () => {
  const headers = await headersOf({ behindTls: true });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  });
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "connect-src 'self' https://identity.example",
      "require-trusted-types-for 'script'",
    ]),
  );
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  expect(await headersOf({ behindTls: false })).not.toHaveProperty('strict-transport-security');
});
