import { randomUUID } from 'node:crypto';

import { ALL_CALLS } from '@curvewell/contracts';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import {
  fastify,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';

import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import type { Actor } from './features/identity/index.ts';
import { AppError } from './errors.ts';
import { diagnosticRoutes } from './features/diagnostics/routes.ts';
import { fileTransferRoutes } from './features/file-transfer/routes.ts';
import { archiveRoutes } from './features/archive/routes.ts';
import { identityRoutes } from './features/identity/routes.ts';
import { interpretationRoutes } from './features/interpretation/routes.ts';
import type { AnalysisWorkers } from './features/interpretation/index.ts';
import { kitRoutes } from './features/kits/routes.ts';
import { kitTransferRoutes } from './features/kits/transfer-routes.ts';
import type { EventSource } from './features/live-events/index.ts';
import { liveEventRoutes } from './features/live-events/routes.ts';
import { lotRoutes } from './features/lots/routes.ts';
import { plateRoutes } from './features/plate/routes.ts';
import { releaseRoutes } from './features/releases/routes.ts';
import { runRoutes } from './features/runs/routes.ts';
import { templateRoutes } from './features/templates/routes.ts';
import { apiPage } from './http/api-page.ts';
import { openApiDocument } from './http/openapi.ts';
import { handleProblems } from './http/problems.ts';
import { publicPropertiesRoutes } from './http/public-properties.ts';
import { serveNothing } from './http/serve.ts';
import { closeUnusedConnections } from './http/unused-connections.ts';

/** What the features work with. Each takes only what it needs. */
export interface Services {
  readonly db: Db;
  readonly clock: Clock;
  readonly resolveActor: (token: string, request: FastifyRequest) => Promise<Actor>;
  readonly analysisWorkers: AnalysisWorkers;
  /** Tells what happens to runs, in whichever process. */
  readonly events: EventSource;
}

declare module 'fastify' {
  interface FastifyInstance extends Services {
    /** What anybody may ask for, signed in or not. */
    readonly openAddresses: readonly string[];
  }
}

/** The largest JSON body: a 384 plate with two channels, fully named, takes 0.3 MB. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** The routes of every feature. */
const FEATURES: readonly FastifyPluginAsync[] = [
  identityRoutes,
  runRoutes,
  interpretationRoutes,
  archiveRoutes,
  liveEventRoutes,
  kitRoutes,
  kitTransferRoutes,
  lotRoutes,
  diagnosticRoutes,
  plateRoutes,
  fileTransferRoutes,
  publicPropertiesRoutes,
  releaseRoutes,
  templateRoutes,
];

/** Builds the API over its services; nothing listens yet. */
export async function createApp(
  services: Services,
  { version, ...options }: FastifyServerOptions & { readonly version: string },
): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { caseSensitive: true },
    ...options,
  }) as unknown as FastifyInstance; // the HTTP server's kind does not matter to the features
  for (const [name, service] of Object.entries(services)) app.decorate(name, service);
  app.decorateRequest('caller', null);
  refuseUndeclaredRoutes(app);
  handleProblems(app);
  closeUnusedConnections(app);
  await app.register(multipart);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['gzip', 'identity'] });
  await app.register(async (api) => serveApi(api, version), { prefix: '/api' });
  return app;
}

async function serveApi(api: FastifyInstance, version: string): Promise<void> {
  const served = new Set<unknown>();
  api.addHook('onRoute', ({ config }) => {
    served.add(config?.call);
  });
  for (const feature of FEATURES) await api.register(feature);
  await api.after();
  for (const { call } of ALL_CALLS) if (!served.has(call)) serveNothing(api, call);

  const open = { openBecause: 'It tells what the source code tells, and nothing of any laboratory.' };
  const document = JSON.stringify(openApiDocument(version));
  api.get('/openapi.json', { config: open }, (_request, reply) =>
    reply.type('application/json').send(document),
  );
  api.get('/docs', { config: open }, (_request, reply) => reply.type('text/html').send(apiPage(version)));
  api.all('/*', { config: open }, (request) => {
    throw new AppError('not-found', `${request.method} ${request.url} is no call of this API.`);
  });
}

/** Deny by default: a route that says neither which call it serves nor why it is open stops the start. */
function refuseUndeclaredRoutes(app: FastifyInstance): void {
  const openAddresses: string[] = [];
  app.decorate('openAddresses', openAddresses);
  app.addHook('onRoute', ({ config, method, url }) => {
    if (config?.call !== undefined) return;
    if (config?.openBecause === undefined)
      throw new Error(`route ${String(method)} ${url} declares no access`);
    if (!openAddresses.includes(url)) openAddresses.push(url);
  });
}
