import fastifyPlugin from 'fastify-plugin';

import { REPORTS_ADDRESS } from './policy-reports.ts';

interface SecurityHeaderOptions {
  /** The identity provider's origin, where pages send forms and fetch tokens. */
  readonly identityOrigin: string;
  readonly behindTls: boolean;
}

/**
 * Security headers of every response. They are the same for all, so they are built once. Pages of the embedded identity
 * provider set their own policy.
 */
export const securityHeaders = fastifyPlugin<SecurityHeaderOptions>((app, options, loaded) => {
  const headers = headersOf(options);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
  loaded();
});

const headersOf = ({ identityOrigin, behindTls }: SecurityHeaderOptions) => ({
  'content-security-policy': policyOf(identityOrigin),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // Off: the filters of old browsers have faults of their own.
  'x-xss-protection': '0',
  ...(behindTls && { 'strict-transport-security': 'max-age=31536000' }),
});

const policyOf = (identityOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self' ${identityOrigin}`,
    "img-src 'self' data: blob:",
    // Mantine and Recharts use style attributes for positions.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${identityOrigin}`,
    // The only two ways to create markup or scripts from text: see `app/trusted-types.ts` of the web application.
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
    `report-uri ${REPORTS_ADDRESS}`,
  ].join(';');
