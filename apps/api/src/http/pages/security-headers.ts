import helmet from '@fastify/helmet';
import fastifyPlugin from 'fastify-plugin';

import { REPORTS_ADDRESS } from './policy-reports.ts';

interface SecurityHeaderOptions {
  /** The identity provider's origin, where pages send forms and fetch tokens. */
  readonly identityOrigin: string;
  readonly behindTls: boolean;
}

/** Security headers of the pages. Pages of the embedded identity provider set their own policy. */
export const securityHeaders = fastifyPlugin<SecurityHeaderOptions>(
  async (app, { identityOrigin, behindTls }) => {
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          connectSrc: ["'self'", identityOrigin],
          imgSrc: ["'self'", 'data:', 'blob:'],
          // Mantine and Recharts use style attributes for positions.
          styleSrc: ["'self'", "'unsafe-inline'"],
          fontSrc: ["'self'"],
          manifestSrc: ["'self'"],
          workerSrc: ["'self'"],
          baseUri: ["'none'"],
          objectSrc: ["'none'"],
          frameAncestors: ["'none'"],
          formAction: ["'self'", identityOrigin],
          // The only two ways to create markup or scripts from text: see `app/trusted-types.ts` of the web
          // application.
          requireTrustedTypesFor: ["'script'"],
          trustedTypes: ['default', 'dompurify'],
          reportUri: [REPORTS_ADDRESS],
        },
      },
      crossOriginEmbedderPolicy: false,
      hsts: behindTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    });
  },
);
