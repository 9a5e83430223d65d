import { prepareReader } from '@curvewell/instruments';

import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { readConfig, type Config } from './config.ts';
import { openDatabase, watchDatabase } from './db.ts';
import { readDemoPassword } from './demo-password.ts';
import { startEmbeddedPostgres } from './embedded/postgres.ts';
import { purgeDaily, startArchiveWorker } from './features/archive/index.ts';
import { startAnalysisWorkers } from './features/interpretation/index.ts';
import { openEventSource } from './features/live-events/index.ts';
import { healthRoutes } from './http/health.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import { createIdentityServices } from './identity-services.ts';
import { migrate, migrationNames, preparing } from './migrations.ts';
import { stopWithParent } from './parent-process.ts';
import { DEMO_USERS, seedDatabase, seedDemoRun } from './seed/index.ts';
import { SOFTWARE_VERSION } from './version.ts';
import { openWorkFolder } from './work-folder.ts';

/** Who imports the demo run. */
const DEMO_TECHNICIAN = 'tech';
/** What has been started, in order; it is stopped in the opposite one. */
const stops: (() => Promise<unknown> | undefined)[] = [];
/** After this the process ends even if something still hangs; PostgreSQL's guard then stops it. */
const STOP_TIMEOUT_MS = 15_000;
/** It did not start, or: it ran and ended by itself, after which it may be started again. */
const EXIT = { notStarted: 1, died: 70 } as const;
/** A page that waits so long for each answer is better told to come back. */
const MAX_EVENT_LOOP_DELAY_MS = 2_000;
const state = { stopping: false };

process.once('SIGINT', () => void stop(0));
process.once('SIGTERM', () => void stop(0));
process.once('SIGHUP', () => void stop(0));
stopWithParent(() => void stop(0));
// A fault that nobody caught leaves nobody knows what: what runs may finish, and nothing new begins.
process.on('uncaughtException', (error) => {
  process.stderr.write(`Curvewell ends: nobody handled this error.\n${error.stack ?? error.message}\n`);
  void stop(EXIT.died);
});

try {
  await start(readConfig(process.env));
} catch (error) {
  if (!state.stopping) {
    say(`\nCurvewell did not start: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof Error && process.env['DEBUG'] !== undefined) say(error.stack ?? '');
    await stop(EXIT.notStarted);
  }
}

async function start(config: Config): Promise<void> {
  const workFolder = await openWorkFolder(config.dataDirectory);
  stops.push(() => workFolder.close());
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config));
  const db = openDatabase(databaseUrl, { poolSize: config.databasePoolSize });
  stops.push(() => db.$disconnect());
  const demoPassword = config.identity.embedded
    ? await readDemoPassword(config.dataDirectory, config.demoPassword)
    : null;

  prepareReader();
  const analysisWorkers = startAnalysisWorkers();
  stops.push(() => analysisWorkers.close());

  const clock = systemClock;
  await preparing(databaseUrl, async (client) => {
    const applied = await migrate(client);
    if (applied.length > 0) say(`Migrated the database: ${applied.join(', ')}`);
    await seedDatabase({ db, demoPassword });
    if (config.identity.embedded)
      await seedDemoRun({ db, clock, analysisWorkers, workFolder }, DEMO_TECHNICIAN);
  });

  const events = openEventSource(databaseUrl);
  stops.push(() => events.close());
  const identity = await createIdentityServices({
    ...{ config, db, clock },
    onError: (error) => {
      app.log.error(error);
    },
  });
  const watch = await watchDatabase({
    ...{ db, databaseUrl },
    onChange: (isAway, reason) => {
      if (isAway) app.log.error({ err: reason }, 'the database does not answer');
      else app.log.warn('the database answers again');
    },
  });
  stops.push(() => watch.close());
  const app = await createApp(
    {
      db,
      clock,
      analysisWorkers,
      events,
      workFolder,
      resolveActor: (token, request) => identity.actors.resolve(token, request.ip),
    },
    {
      version: SOFTWARE_VERSION,
      logger: { level: process.env['LOG_LEVEL'] ?? 'warn' },
      trustProxy: config.trustProxy,
      answerFirst: identity.handle,
      requestsPerMinute: config.requestsPerMinute,
      maxEventLoopDelayMs: MAX_EVENT_LOOP_DELAY_MS,
    },
  );
  const stopPurging = purgeDaily({ db, clock }, (error) => {
    app.log.error(error);
  });
  const stopArchiving = startArchiveWorker({
    ...{ db, clock, events },
    onError: (error) => {
      app.log.error(error);
    },
  });
  stops.push(stopArchiving);
  stops.push(() => {
    stopPurging();
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
  announce(config, demoPassword);
  if (config.publicUrl.startsWith('https:') && (process.env['TRUSTED_PROXIES'] ?? '') === '')
    say('TRUSTED_PROXIES names no proxy: everybody seems to come from one address and shares its limits.\n');
}

async function startDatabase(config: Config): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDirectory: `${config.dataDirectory}/postgres` });
  stops.push(() => server.stop());
  void server.ended.then(({ asked, log }) => {
    if (asked || state.stopping) return;
    say(`The embedded database ended by itself.\n${log}`);
    void stop(EXIT.died);
  });
  return server.url;
}

function announce(config: Config, demoPassword: string | null): void {
  say(`\nCurvewell ${SOFTWARE_VERSION} is ready: ${config.publicUrl}\n`);
  if (demoPassword === null) return;
  const width = Math.max(...DEMO_USERS.map(({ login }) => login.length));
  for (const { login, role, laboratory } of DEMO_USERS) {
    say(`  ${login.padEnd(width)}  ${role}${laboratory === null ? '' : `, ${laboratory}`}`);
  }
  say(`\n  Password of each: ${demoPassword}`);
  say('  The embedded database and identity provider are meant for trying out, not for production.');
  say('  Ctrl-C stops.\n');
}

async function stop(exitCode: number): Promise<void> {
  if (state.stopping) return;
  state.stopping = true;
  setTimeout(() => process.exit(exitCode === 0 ? EXIT.died : exitCode), STOP_TIMEOUT_MS).unref();
  for (const stopOne of stops.toReversed()) {
    try {
      await stopOne();
    } catch (error) {
      say(`Stopping: ${String(error)}`);
      exitCode = 1;
    }
  }
  process.exit(exitCode);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
