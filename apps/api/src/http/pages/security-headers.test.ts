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

it('OPS-655 every response has all security headers, an error too', async () => {
  const app = Fastify();
  await app.register(securityHeaders, { identityOrigin: 'https://identity.example', behindTls: true });
  app.get('/', () => ({}));
  app.get('/fault', () => Promise.reject(new Error('fault')));
  for (const [url, status] of [
    ['/', 200],
    ['/fault', 500],
    ['/absent', 404],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';script-src 'self';connect-src 'self' https://identity.example;img-src 'self' data: blob:;" +
        "style-src 'self' 'unsafe-inline';font-src 'self';manifest-src 'self';worker-src 'self';base-uri 'none';" +
        "object-src 'none';frame-ancestors 'none';form-action 'self' https://identity.example;" +
        "require-trusted-types-for 'script';trusted-types default dompurify;report-uri /policy-reports",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
  }
  await app.close();
});
