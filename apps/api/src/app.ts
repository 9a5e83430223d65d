import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { ALL_CALLS, DEFAULT_BODY_BYTES } from '@curvewell/contracts';
import compress from '@fastify/compress';
import { READER_LIMITS, type ReaderLimits } from '@curvewell/instruments';
import multipart from '@fastify/multipart';
import {
  fastify,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';

import type { BackgroundProgress } from './jobs/background-work.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database/db.ts';
import type { AdvisoryLocks } from './database/advisory-locks.ts';
import type { Actor } from './features/identity/index.ts';
import { AppError } from './errors.ts';
import { createUserQueue, type FairQueue } from './process/fair-queue.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { controlRoutes } from './features/controls/routes.ts';
import { deliveryRoutes } from './features/deliveries/routes.ts';
import { decisionRoutes } from './features/decisions/routes.ts';
import { diagnosticRoutes } from './features/diagnostics/routes.ts';
import type { AllowsFileServer } from './features/file-transfer/index.ts';
import { fileTransferRoutes } from './features/file-transfer/routes.ts';
import { analyserRoutes } from './features/analysers/routes.ts';
import type { HeadFiles, OutsideHeads } from './features/audit/index.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { archiveRoutes } from './features/archive/routes.ts';
import { firstStepRoutes } from './features/first-steps/routes.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { identityRoutes } from './features/identity/routes.ts';
import { interpretationRoutes } from './features/interpretation/routes.ts';
import type { AnalysisWorkers } from './features/interpretation/index.ts';
import { keptTemplateRoutes } from './features/kept-templates/routes.ts';
import { kitRoutes } from './features/kits/routes.ts';
import { laboratoryRoutes } from './features/laboratories/routes.ts';
import type { EventSource } from './features/live-events/index.ts';
import { liveEventRoutes } from './features/live-events/routes.ts';
import { lotRoutes } from './features/lots/routes.ts';
import { plateRoutes } from './features/plate/routes.ts';
import { releaseRoutes } from './features/releases/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { repeatListRoutes } from './features/repeat-list/routes.ts';
import { runRoutes } from './features/runs/routes.ts';
import { savedViewRoutes } from './features/saved-views/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { starterKitRoutes } from './features/starter-kits/routes.ts';
import { templateRoutes } from './features/templates/routes.ts';
import type { IdentityAdmin } from './features/users/index.ts';
import { userRoutes } from './features/users/routes.ts';
import { whatIfRoutes } from './features/what-if/routes.ts';
import { workListRoutes } from './features/work-lists/routes.ts';
import { apiPage } from './http/pages/api-page.ts';
import { logEndedConnections } from './http/connections/ended-connections.ts';
import {
  createHttpServer,
  HTTP_TIMES,
  refuseClientError,
  type HttpTimes,
} from './http/connections/http-server.ts';
import { openApiText } from './http/openapi/document.ts';
import { refuseOverload } from './http/limits/overload.ts';
import { answerProblem, handleProblems } from './http/responses/problems.ts';
import { publicPropertiesRoutes, type SetProperties } from './http/pages/public-properties.ts';
import { refuseMalformedRequests } from './http/requests/request-head.ts';
import { createRequestLimits, type RequestLimits } from './http/limits/request-limits.ts';
import { boundRestOfRequests } from './http/connections/rest-of-request.ts';
import { auditRefusedAccess } from './http/access/refused-access.ts';
import { logReading } from './http/access/read-log.ts';
import { closeUnusedConnections } from './http/connections/unused-connections.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Secrets } from './database/secrets.ts';
import type { HouseCertificate } from './house-certificate/house-certificate.ts';
import type { Signer } from './signing/signer.ts';
import { carryRequestOrigin } from './telemetry/request-origin.ts';
import type { TimeStamps } from './signing/time-stamps.ts';
import type { WorkFolder } from './process/work-folder.ts';

/** The services of the features. Each feature takes only those it needs. */
export interface Services {
  readonly db: Db;
  readonly clock: Clock;
  /** @param begunAt - when the request was authorised, for a second check; a token that has expired since is accepted */
  readonly resolveActor: (token: string, request: FastifyRequest, begunAt?: Date) => Promise<Actor>;
  /** User accounts at the identity provider. */
  readonly identityAdmin: IdentityAdmin;
  readonly analysisWorkers: AnalysisWorkers;
  /** Publishes changes of runs, from every process. */
  readonly events: EventSource;
  readonly jobs: Jobs;
  /** Locks shared by all processes. */
  readonly locks: AdvisoryLocks;
  /** Encrypts the passwords of external servers. */
  readonly secrets: Secrets;
  readonly signer: Signer;
  /** Signs reports; null: reports are not signed. */
  readonly houseCertificate: HouseCertificate | null;
  /** Heads of the audit trail, stored outside the database. */
  readonly headFiles: HeadFiles;
  /** Checks that the database holds the entries of the exported heads. */
  readonly outsideHeads: OutsideHeads;
  /** Time stamps of decisions from an external authority. */
  readonly timeStamps: TimeStamps;
  readonly allowsFileServer: AllowsFileServer;
  /** The folder for temporary files. */
  readonly workFolder: WorkFolder;
  /** Progress of background preparation; null: none is running. */
  readonly backgroundProgress: () => Promise<BackgroundProgress | null>;
  /** Properties that need no sign-in. */
  readonly publicProperties: SetProperties;
}

declare module 'fastify' {
  interface FastifyInstance extends Services {
    /** Addresses that need no sign-in. */
    readonly openAddresses: readonly string[];
    readonly requestLimits: RequestLimits;
    /** Limits for reading an upload. */
    readonly readerLimits: ReaderLimits;
    /** Queues that limit concurrent work. */
    readonly queues: {
      readonly uploads: FairQueue;
      readonly exports: FairQueue;
      /** Evaluations of draft settings on past runs. */
      readonly evaluations: FairQueue;
    };
  }
}

const FEATURES: readonly FastifyPluginAsync[] = [
  identityRoutes,
  laboratoryRoutes,
  userRoutes,
  runRoutes,
  interpretationRoutes,
  controlRoutes,
  dashboardRoutes,
  firstStepRoutes,
  decisionRoutes,
  exportRoutes,
  archiveRoutes,
  auditRoutes,
  liveEventRoutes,
  analyserRoutes,
  keptTemplateRoutes,
  kitRoutes,
  starterKitRoutes,
  lotRoutes,
  diagnosticRoutes,
  plateRoutes,
  fileTransferRoutes,
  deliveryRoutes,
  publicPropertiesRoutes,
  releaseRoutes,
  repeatListRoutes,
  savedViewRoutes,
  searchRoutes,
  templateRoutes,
  whatIfRoutes,
  workListRoutes,
  jobRoutes,
];

export interface AppOptions extends Pick<FastifyServerOptions, 'logger' | 'trustProxy'> {
  readonly version: string;
  /** Answers some requests before the API does; returns false for all others. */
  readonly answerFirst?: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly times?: Partial<HttpTimes>;
  /** Reads per minute for one user; the other limits are derived from it. Null: no limits. */
  readonly requestsPerMinute?: number | null;
  /** Mean delay of the event loop above which calls are refused; null: no limit. */
  readonly maxEventLoopDelayMs?: number | null;
  readonly readerLimits?: ReaderLimits;
}

/** Builds the API on its services. Does not listen yet. */
export async function createApp(
  services: Services,
  {
    version,
    answerFirst = () => false,
    times,
    requestsPerMinute = null,
    maxEventLoopDelayMs = null,
    readerLimits = READER_LIMITS,
    ...options
  }: AppOptions,
): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => randomUUID(),
    bodyLimit: DEFAULT_BODY_BYTES,
    routerOptions: { caseSensitive: true },
    // The `onRequest` hook below refuses requests with the usual error body.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
    clientErrorHandler: refuseClientError,
    serverFactory: (listener) =>
      createHttpServer({ listener, answerFirst, times: { ...HTTP_TIMES, ...times } }),
    ...options,
  }) as unknown as FastifyInstance; // the features do not depend on the type of the HTTP server
  for (const [name, service] of Object.entries(services)) app.decorate(name, service);
  app.decorateRequest('asker', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('authorizedAt', null);
  app.decorateRequest('answerBytes', 0);
  refuseUndeclaredRoutes(app);
  carryRequestOrigin(app);
  handleProblems(app);
  refuseMalformedRequests(app);
  auditRefusedAccess(app);
  logReading(app);
  logEndedConnections(app);
  closeUnusedConnections(app);
  boundRestOfRequests(app);
  if (maxEventLoopDelayMs !== null) await refuseOverload(app, maxEventLoopDelayMs);
  app.decorate('readerLimits', readerLimits);
  app.decorate('requestLimits', createRequestLimits(requestsPerMinute));
  app.decorate('queues', {
    uploads: createUserQueue({
      what: 'uploads',
      atOnce: 16,
      waiting: 64,
      lock: (userId, signal) => services.locks.take(`uploads ${userId}`, signal),
    }),
    exports: createUserQueue({ what: 'exports', atOnce: 2, waiting: 64 }),
    evaluations: createUserQueue({ what: 'evaluations', atOnce: 2, waiting: 16 }),
  });
  await app.register(multipart);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['gzip', 'identity'] });
  await app.register(async (api) => serveApi(api, version), { prefix: '/api' });
  return app;
}

async function serveApi(api: FastifyInstance, version: string): Promise<void> {
  // Responses are private by default; a cacheable call sets its own header.
  api.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  const served = new Set<unknown>();
  api.addHook('onRoute', ({ config }) => {
    served.add(config?.call);
  });
  for (const feature of FEATURES) await api.register(feature);
  await api.after();
  for (const { name, call } of ALL_CALLS)
    if (!served.has(call)) throw new Error(`No feature serves ${name}: add it to the routes.ts of its area.`);

  const open = { openBecause: 'It contains no data of any laboratory.' };
  const document = openApiText(version);
  api.get('/openapi.json', { config: open }, (_request, reply) =>
    reply.type('application/json').send(document),
  );
  api.get('/docs', { config: open }, (_request, reply) => reply.type('text/html').send(apiPage(version)));
  api.all('/*', { config: open }, (request) => {
    throw new AppError('not-found', `${request.method} ${request.url} is not an API call.`);
  });
}

/** Deny by default: the start fails for a route that declares neither a call nor the reason why it is open. */
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
