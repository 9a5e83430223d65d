import { prepareReader } from '@curvewell/instruments';
import { fastify, type FastifyInstance } from 'fastify';

import { createApp, type Services } from './app.ts';
import { openAdvisoryLocks } from './database/advisory-locks.ts';
import { openEventSource } from './features/live-events/index.ts';
import { idleMs } from './http/connections/idle-time.ts';
import { policyReports } from './http/pages/policy-reports.ts';
import { publicProperties } from './http/pages/public-properties.ts';
import { securityHeaders } from './http/pages/security-headers.ts';
import { staticFiles } from './http/pages/static-files.ts';
import type { CreateIdentity } from './keycloak/identity-services.ts';
import { starting } from './process/failed-start.ts';
import type { Lifecycle } from './process/lifecycle.ts';
import { SOFTWARE_VERSION } from './process/version.ts';
import type { Config } from './settings/config.ts';
import { LOG_RULES } from './telemetry/log.ts';

/** With a longer delay, clients should retry later. */
const MAX_EVENT_LOOP_DELAY_MS = 2_000;

/** A worker answers health checks only. */
export function createHealthApp({ logLevel }: Config): FastifyInstance {
  const app = fastify({ logger: { level: logLevel, ...LOG_RULES } });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ status: 'This process is a worker.' }));
  return app;
}

interface AppParts {
  readonly config: Config & { readonly databaseUrl: string };
  readonly services: Omit<
    Services,
    'events' | 'locks' | 'publicProperties' | 'identityAdmin' | 'resolveActor'
  >;
  readonly createProvider: CreateIdentity;
  readonly onError: (error: unknown) => void;
}

/** Opens what calls need, and creates API and pages. */
export async function createProductApp(
  lifecycle: Lifecycle,
  { config, services, createProvider, onError }: AppParts,
): Promise<FastifyInstance> {
  const { db, clock } = services;
  prepareReader();
  const events = openEventSource(config.databaseUrl);
  lifecycle.atStop(() => events.close());
  const locks = openAdvisoryLocks(config.databaseUrl);
  lifecycle.atStop(() => locks.close());
  const identity = await starting('identity provider', () => createProvider({ config, db, clock, onError }));
  lifecycle.atStop(() => {
    identity.stop();
    return undefined;
  });
  const app = await createApp(
    {
      ...services,
      events,
      locks,
      publicProperties: publicProperties(config),
      identityAdmin: identity.admin,
      resolveActor: (token, request, begunAt) =>
        identity.actors.resolve(token, request.ip, { idleMs: idleMs(request), begunAt }),
    },
    {
      version: SOFTWARE_VERSION,
      logger: { level: config.logLevel, ...LOG_RULES },
      trustProxy: config.trustProxy,
      answerFirst: identity.handle,
      requestsPerMinute: config.requestsPerMinute,
      maxEventLoopDelayMs: MAX_EVENT_LOOP_DELAY_MS,
    },
  );
  await app.register(policyReports);
  await app.register(securityHeaders, {
    identityOrigin: new URL(config.identity.url).origin,
    behindTls: config.publicUrl.startsWith('https:'),
  });
  await app.register(staticFiles, {
    webDirectory: config.webDirectory,
    publicUrl: config.publicUrl,
    configuration: {
      application: { backendUrl: '' },
      keycloak: {
        url: config.identity.url,
        realm: config.identity.realm,
        clientId: config.identity.clientId,
        ...(config.identity.signingAcr !== null && { signingAcr: config.identity.signingAcr }),
      },
    },
  });
  return app;
}
