import { setFlagsFromString } from 'node:v8';

import { prepareReader } from '@curvewell/instruments';

import { createApp } from './app.ts';
import { systemClock, type Clock } from './clock.ts';
import type { BackgroundWork } from './background-work.ts';
import type { Config } from './config.ts';
import { openDatabase, watchDatabase, type Db } from './db.ts';
import { everyDay } from './every-day.ts';
import { purgeArchive, startArchiveWorker } from './features/archive/index.ts';
import { deliver } from './features/deliveries/index.ts';
import { forgetSessions } from './features/identity/index.ts';
import { startAnalysisWorkers, type AnalysisWorkers } from './features/interpretation/index.ts';
import { openEventSource } from './features/live-events/index.ts';
import { healthRoutes } from './http/health.ts';
import { publicProperties } from './http/public-properties.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import { createIdentity, type CreateIdentity } from './identity-services.ts';
import { openJobs, type Jobs } from './jobs/jobs.ts';
import type { Lifecycle } from './lifecycle.ts';
import { migrationNames } from './migrations.ts';
import { prepareDatabase, requirePreparedDatabase } from './prepare-database.ts';
import { createSecrets } from './secrets.ts';
import { LOG_RULES } from './telemetry/log.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import { SOFTWARE_VERSION } from './version.ts';
import { openWorkFolder, type WorkFolder } from './work-folder.ts';

/** A page that waits so long for each answer is better told to come back. */
const MAX_EVENT_LOOP_DELAY_MS = 2_000;
/**
 * Most of the heap is the program itself. Unasked, V8 goes through all of it whenever it has grown by a tenth, which
 * took more processor time than answering did.
 */
const HEAP_MAY_DOUBLE = '--heap-growing-percent=100';

export interface ProductOptions {
  readonly config: Config & { readonly databaseUrl: string };
  /** In place of the identity provider that the settings name. */
  readonly identity?: CreateIdentity;
  /** Fills the database further, while no other process does. */
  readonly seed?: (parts: SeedParts) => Promise<void>;
  /** Goes on beside the work, from when the product is ready. */
  readonly background?: (parts: SeedParts) => BackgroundWork;
}

export interface SeedParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly analysisWorkers: AnalysisWorkers;
  readonly workFolder: WorkFolder;
}

/** Starts the whole product: database prepared, workers up, API and pages served. */
export async function startProduct(
  lifecycle: Lifecycle,
  { config, identity: createProvider = createIdentity, seed, background }: ProductOptions,
): Promise<void> {
  setFlagsFromString(HEAP_MAY_DOUBLE);
  const { databaseUrl } = config;
  const clock = systemClock;
  const onError = (error: unknown): void => {
    app.log.error(error);
  };

  const workFolder = await openWorkFolder(config.dataDirectory);
  lifecycle.atStop(() => workFolder.close());
  const db = openDatabase(databaseUrl, { poolSize: config.databasePoolSize });
  lifecycle.atStop(() => db.$disconnect());
  lifecycle.atStop(await startTelemetry({ config, environment: process.env, db }));
  prepareReader();
  const analysisWorkers = startAnalysisWorkers();
  lifecycle.atStop(() => analysisWorkers.close());

  const jobs = openJobs({ databaseUrl, onError });
  lifecycle.atStop(() => jobs.stop());
  if (config.migratesAtStart) {
    const applied = await prepareDatabase({
      ...{ databaseUrl, applicationUser: null },
      seed: seed && (() => seed({ db, clock, jobs, analysisWorkers, workFolder })),
    });
    if (applied.length > 0) lifecycle.tell(`Migrated the database: ${applied.join(', ')}`);
  } else {
    await requirePreparedDatabase(databaseUrl);
  }

  const secrets = createSecrets(config.secretKeys);
  const { allowsFileServer } = config;
  const events = openEventSource(databaseUrl);
  lifecycle.atStop(() => events.close());
  const identity = await createProvider({ config, db, clock, onError });
  const watch = await watchDatabase({
    ...{ db, databaseUrl },
    onChange: (isAway, reason) => {
      if (isAway) app.log.error({ err: reason }, 'the database does not answer');
      else app.log.warn('the database answers again');
    },
  });
  lifecycle.atStop(() => watch.close());

  const work = background?.({ db, clock, jobs, analysisWorkers, workFolder });
  const app = await createApp(
    {
      backgroundProgress: () => work?.progress() ?? null,
      ...{ db, clock, analysisWorkers, events, workFolder, jobs, secrets, allowsFileServer },
      publicProperties: publicProperties(config),
      identityAdmin: identity.admin,
      resolveActor: (token, request) => identity.actors.resolve(token, request.ip),
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
  const stopForgetting = everyDay(
    [() => purgeArchive({ db, clock }), () => forgetSessions({ db, clock })],
    onError,
  );
  await jobs.work({
    delivery: (data) =>
      deliver({ db, clock, jobs, secrets, allowsFileServer, analysisWorkers, onError }, data),
  });
  lifecycle.atStop(startArchiveWorker({ ...{ db, clock, events }, onError }));
  lifecycle.atStop(() => {
    stopForgetting();
    identity.stop();
    return app.close();
  });

  const migrations = await migrationNames();
  await app.register(securityHeaders, {
    identityOrigin: new URL(config.identity.url).origin,
    behindTls: config.publicUrl.startsWith('https:'),
  });
  await app.register(healthRoutes, {
    checks: [
      {
        name: 'database',
        isReady: async () => {
          const rows = await watch.query<{ migration_name: string }>(
            'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
          );
          const done = new Set(rows.map(({ migration_name: name }) => name));
          return migrations.every((name) => done.has(name));
        },
      },
      { name: 'workers', isReady: () => analysisWorkers.isUp() },
    ],
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
      },
    },
  });
  await app.listen({ host: config.host, port: config.port }).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${config.port} is taken: set PORT to another one.`, { cause });
  });
  lifecycle.tell(`\nCurvewell ${SOFTWARE_VERSION} is ready: ${config.publicUrl}\n`);
  if (config.publicUrl.startsWith('https:') && !config.namesProxies)
    lifecycle.tell(
      'TRUSTED_PROXIES names no proxy: everybody seems to come from one address and shares its limits.\n',
    );
  if (work !== undefined) startBackground(lifecycle, { work, onError });
}

/** Ends before what it works with. */
function startBackground(
  lifecycle: Lifecycle,
  { work, onError }: { readonly work: BackgroundWork; readonly onError: (error: unknown) => void },
): void {
  const stop = new AbortController();
  const running = work.run(stop.signal).catch(onError);
  lifecycle.atStop(() => {
    stop.abort();
    return running;
  });
}
