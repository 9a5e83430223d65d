import { setFlagsFromString } from 'node:v8';

import type { SignedHead } from '@curvewell/domain';

import type { FastifyInstance } from 'fastify';

import type { BackgroundProgress } from './jobs/background-work.ts';
import { startProductWork } from './jobs/start-product-work.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Config } from './settings/config.ts';
import { openDatabase, requireUtc, watchDatabase, type Db } from './database/db.ts';
import { starting } from './process/failed-start.ts';
import { exportHeads, HeadFiles, openHeadPlaces, OutsideHeadsWatch } from './features/audit/index.ts';
import { startAnalysisWorkers, type AnalysisWorkers } from './features/interpretation/index.ts';
import { watchParts } from './process/health-parts.ts';
import { drainable } from './http/connections/drain.ts';
import { healthRoutes } from './http/health/health.ts';
import { refuseTakenPort } from './http/connections/taken-port.ts';
import { createIdentity, type CreateIdentity } from './keycloak/identity-services.ts';
import { createHealthApp, createProductApp } from './product-app.ts';
import { readRestoredCopy } from './backup/installation.ts';
import { openJobs, type Jobs, type JobHandlers } from './jobs/jobs.ts';
import type { Lifecycle } from './process/lifecycle.ts';
import { openMailer } from './mail/mailer.ts';
import type { ObjectStore } from './blobs/object-store.ts';
import { prepareDatabase, requirePreparedDatabase } from './upgrade/prepare-database.ts';
import { createSecrets } from './database/secrets.ts';
import { keepSigningKey } from './signing/signing-keys.ts';
import { announce } from './process/announce.ts';
import { readHouseCertificate } from './house-certificate/house-certificate.ts';
import { openNeededSigner } from './signing/open-signer.ts';
import type { Signer } from './signing/signer.ts';
import { errorInLog, logFailure } from './telemetry/log.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import { serveUpgradeHealth } from './upgrade/upgrade-health.ts';
import { openTimeStamps } from './signing/time-stamps.ts';
import { jobHandlers } from './jobs/job-handlers.ts';
import { openWorkFolder, type WorkFolder } from './process/work-folder.ts';

/**
 * V8 would collect garbage whenever the heap has grown by a tenth, which took more processor time than the
 * requests, because the program itself is most of the heap.
 */
const HEAP_MAY_DOUBLE = '--heap-growing-percent=100';

export interface ProductOptions {
  readonly config: Config & { readonly databaseUrl: string };
  /** Replaces the identity provider in the settings. */
  readonly identity?: CreateIdentity;
  /** Adds further seed data, while no other process does. */
  readonly seed?: (parts: SeedParts) => Promise<void>;
  /** Further background work. */
  readonly background?: (parts: SeedParts) => {
    readonly handlers: JobHandlers;
    /** Null: done. */
    readonly progress: () => Promise<BackgroundProgress | null>;
  };
}

export interface SeedParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly signer: Signer;
  readonly analysisWorkers: AnalysisWorkers;
  readonly workFolder: WorkFolder;
}

/**
 * Starts the product, or the part that the settings select: prepares the database, then serves API and pages,
 * runs background jobs, or both.
 */
export async function startProduct(
  lifecycle: Lifecycle,
  { config, identity = createIdentity, seed, background }: ProductOptions,
): Promise<void> {
  setFlagsFromString(HEAP_MAY_DOUBLE);
  const { databaseUrl, role, allowsFileServer } = config;
  const clock = systemClock;
  // The logger is created last; until then errors are printed.
  let log: FastifyInstance['log'] | null = null;
  const onError = (error: unknown): void => {
    if (log === null) lifecycle.print(`something went wrong: ${errorInLog(error).message}`);
    else logFailure(log, error);
  };

  const workFolder = await starting('data folder', () => openWorkFolder(config.dataDirectory));
  lifecycle.atStop(() => workFolder.close());
  const objects = await starting('object store', () => openObjects(config));
  const { databasePoolerUrl, databasePoolSize } = config;
  const isPooler = databasePoolerUrl !== null;
  const workUrl = databasePoolerUrl ?? databaseUrl;
  const db = openDatabase(workUrl, { poolSize: databasePoolSize, objects, isPooler });
  lifecycle.atStop(() => db.$disconnect());
  lifecycle.atStop(
    await starting('telemetry', () => startTelemetry({ config, environment: process.env, db })),
  );
  const analysisWorkers = startAnalysisWorkers();
  lifecycle.atStop(() => analysisWorkers.close());

  const jobs = openJobs({ databaseUrl, isWorker: role !== 'api', onError });
  lifecycle.atStop(() => jobs.stop());
  const signer = await starting('signing key', () => openNeededSigner(config));
  const houseCertificate = await starting(
    'settings',
    async () => config.houseCertificate && readHouseCertificate(config.houseCertificate, clock),
  );
  const parts = { db, clock, jobs, signer, analysisWorkers, workFolder };
  const closeUpgradeHealth = await starting('address', () => serveUpgradeHealth(config));
  lifecycle.atStop(closeUpgradeHealth);
  await starting('database', () => openPrepared(lifecycle, config, { parts, seed }));
  if (isPooler) await starting('database', () => requireUtc(db));

  const secrets = createSecrets(config.secretKeys);
  const headFiles = new HeadFiles(config.auditHeads.folder);
  const looking = {
    db,
    clock,
    signer,
    headPlaces: await openHeadPlaces(headFiles, config.auditHeads.bucket),
    onRolledBack: (missing: readonly SignedHead[]) => {
      log?.error({ missing }, 'the database was rolled back: it lacks audit heads');
    },
  };
  const outsideHeads = new OutsideHeadsWatch(looking, { onError });
  lifecycle.atStop(() => {
    outsideHeads.close();
    return undefined;
  });

  const watch = await watchDatabase({
    db,
    databaseUrl: workUrl,
    onChange: (isAway, reason) => {
      const { message } = errorInLog(reason);
      if (isAway && log === null) lifecycle.print(`the database does not respond: ${message}`);
      else if (isAway) log?.error({ reason: message }, 'the database does not respond');
      else {
        log?.warn('the database responds again');
        void outsideHeads.look();
      }
    },
  });
  lifecycle.atStop(() => watch.close());

  const timeStamps = await starting('settings', () => openTimeStamps(config.timeStamps));
  const beside = background?.(parts);
  const services = {
    ...parts,
    secrets,
    houseCertificate,
    allowsFileServer,
    headFiles,
    outsideHeads,
    timeStamps,
    backgroundProgress: beside?.progress ?? (() => Promise.resolve(null)),
  };
  const app =
    role === 'worker'
      ? createHealthApp(config)
      : await createProductApp(lifecycle, { config, services, createProvider: identity, onError });
  log = app.log;
  lifecycle.atStop(() => app.close());
  await outsideHeads.look();
  if (role !== 'api') {
    const heads = {
      ...looking,
      signer,
      jobs,
      timeStamps,
      // Logged as a warning, so that it is kept at low log levels: the owner of the database cannot rewrite a
      // collected log. The terminal of a trial installation is not collected.
      onHead: (auditHead: SignedHead) =>
        app.log[config.identity.isEmbedded ? 'info' : 'warn']({ auditHead }, 'the head of the audit trail'),
    };
    // The hourly job retries places that do not answer now.
    if ((await readRestoredCopy(db)) === null) await exportHeads(heads).catch(onError);
    await starting('background work', () =>
      startProductWork(
        lifecycle,
        { db, jobs, onError, log: app.log },
        {
          ...jobHandlers({
            ...services,
            ...heads,
            onError,
            readLogDays: config.readLogDays,
            retryDays: config.deliveryRetryDays,
            publicUrl: config.publicUrl,
            mailer: config.mail === null ? null : openMailer(config.mail),
            backup: config.backup.isNightly ? { databaseUrl, ...config.backup } : null,
          }),
          ...beside?.handlers,
        },
      ),
    );
  }

  const health = await watchParts({
    config,
    objects,
    signer,
    database: watch,
    analysisWorkers,
    onChange: (part, reason) => {
      if (reason === null) app.log.warn({ part }, 'it works again');
      else app.log.error({ part, reason }, 'it fails');
    },
  });
  lifecycle.atStop(() => health.close());
  const { isDraining, drain } = drainable(app, role === 'worker' ? 0 : config.drainSeconds);
  await app.register(healthRoutes, { parts: health.parts, isDraining });
  await closeUpgradeHealth();
  await starting('address', () => listen(app, config));
  lifecycle.beforeStop(drain);
  announce(lifecycle, config);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  await app.listen({ host, port }).catch(refuseTakenPort(port));
}

/** Opens the database after this or another process has prepared it. */
async function openPrepared(
  { print }: Pick<Lifecycle, 'print'>,
  { databaseUrl, migratesAtStart }: ProductOptions['config'],
  { parts, seed }: { readonly parts: SeedParts; readonly seed: ProductOptions['seed'] },
): Promise<void> {
  if (!migratesAtStart) {
    await requirePreparedDatabase(databaseUrl, print);
    await keepSigningKey(parts, parts.signer);
    return;
  }
  const applied = await prepareDatabase({
    databaseUrl,
    applicationUser: null,
    report: print,
    seed: async () => {
      await keepSigningKey(parts, parts.signer);
      await seed?.(parts);
    },
  });
  if (applied.length > 0) print(`Migrated the database: ${applied.join(', ')}`);
}

/** Loads the S3 client only where it is used. */
async function openObjects({ originals }: Config): Promise<ObjectStore | null> {
  return originals === null ? null : (await import('./blobs/s3.ts')).openS3(originals);
}
