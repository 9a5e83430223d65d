import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { fastify, type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDatabase, transaction, watchDatabase, type Db } from '../src/database/db.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/standalone/postgres.ts';
import { healthRoutes } from '../src/http/health/health.ts';
import { handleProblems } from '../src/http/responses/problems.ts';

/** A separate server, because the faults would block all other tests. */
const SETTINGS = [
  'fsync=off',
  'shared_buffers=32MB',
  'max_connections=20',
  'superuser_reserved_connections=3',
];
const OPEN = { config: { openBecause: 'It is a test.' } };
/** Longer than any response; the pause ends once all have answered. */
const PAUSE_MS = 60_000;

// Uses Linux to find and stop processes.
describe.skipIf(process.platform !== 'linux')('a database in trouble', () => {
  let folder: string;
  let dataDirectory: string;
  let server: EmbeddedPostgres;
  let app: FastifyInstance;
  let db: Db;
  let late: Db;
  const changes: boolean[] = [];

  const start = () => startEmbeddedPostgres({ dataDirectory, settings: SETTINGS });
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'curvewell-trouble-'));
    await chmod(folder, 0o711); // the database server's account traverses the folder
    dataDirectory = path.join(folder, 'postgres');
    server = await start();
    const first = new pg.Client({ connectionString: server.url });
    await first.connect();
    await first.query('CREATE TABLE note (id int PRIMARY KEY, text text)');
    await first.query(`INSERT INTO note VALUES (1, 'kept')`);
    await first.end();

    db = openDatabase(server.url, { poolSize: 8 });
    // Connects on first use.
    late = openDatabase(server.url);
    const watch = await watchDatabase({
      db,
      databaseUrl: server.url,
      onChange: (isAway) => {
        changes.push(isAway);
      },
    });
    app = fastify();
    app.addHook('onClose', () => watch.close());
    handleProblems(app);
    for (const [prefix, used] of [
      ['', db],
      ['/late', late],
    ] as const) {
      app.get(`${prefix}/read`, OPEN, () => used.$queryRaw`SELECT text FROM note`);
      app.get(`${prefix}/write`, OPEN, () =>
        transaction({ db: used }, (tx) => tx.$queryRaw`UPDATE note SET text = 'kept' RETURNING text`),
      );
    }
    await app.register(healthRoutes, {
      parts: { database: { state: () => (watch.answers() ? 'ok' : 'failed'), isRequired: true, ifAway: '' } },
    });
  });
  afterAll(async () => {
    signal('SIGCONT');
    await app.close();
    await db.$disconnect();
    await late.$disconnect();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** The server and all its child processes. */
  function signal(name: NodeJS.Signals): void {
    const [first = ''] = readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ');
    for (const pid of [first, ...children]) process.kill(Number(pid), name);
  }

  async function ask(url: string): Promise<[status: number, code: string | undefined, retryAfter: unknown]> {
    const answer = await app.inject(url);
    return [answer.statusCode, answer.json<{ code?: string }>().code, answer.headers['retry-after']];
  }
  const well = [200, undefined, undefined];
  const unavailable = [503, 'unavailable', '2'];
  const isWell = () => expect.poll(() => Promise.all([ask('/read'), ask('/write')])).toEqual([well, well]);
  const isReady = () => expect.poll(async () => (await app.inject('/health/ready')).statusCode).toBe(200);

  it('OPS-105 a hanging server is unavailable to all, and recovers without intervention', async () => {
    await Promise.all(Array.from({ length: 6 }, () => ask('/read')));
    signal('SIGSTOP');
    let isOver = false;
    const pause = sleep(PAUSE_MS).then(() => {
      isOver = true;
    });
    // Covers an existing connection, a new one, and an exhausted pool.
    const requests = Array.from({ length: 24 }, (_, index) => ask(index % 2 === 0 ? '/read' : '/write'));
    try {
      const answers = await Promise.race([Promise.all(requests), pause]);
      expect(isOver).toBe(false);
      expect(new Set(answers?.map(String))).toEqual(new Set([String(unavailable)]));
      expect((await app.inject('/health/ready')).statusCode).toBe(503);
      expect(await ask('/read')).toEqual(unavailable);
    } finally {
      signal('SIGCONT');
    }
    await isWell();
    await isReady();
    expect(changes).toEqual([true, false]);
  }, 120_000);

  it('OPS-105 a restarting server is unavailable meanwhile, and recovers without intervention', async () => {
    const running = transaction({ db }, (tx) => tx.$queryRaw`SELECT 1 FROM pg_sleep(60)`);
    const ended = expect(running).rejects.toMatchObject({ code: 'unavailable' });
    await server.stop();
    await ended;
    const responses = await Promise.all([ask('/read'), ask('/write')]);
    await expect.poll(async () => (await app.inject('/health/ready')).statusCode).toBe(503);
    server = await start();
    expect(responses).toEqual([unavailable, unavailable]);
    await isWell();
    await isReady();
  }, 120_000);

  it('OPS-103 OPS-104 a server without free connections gives too-many-requests, and is still ready', async () => {
    await isReady();
    const others: pg.Client[] = [];
    const taken = async (): Promise<string | undefined> => {
      const other = new pg.Client({ connectionString: server.url });
      try {
        await other.connect();
      } catch (error) {
        return error instanceof pg.DatabaseError ? error.code : String(error);
      }
      others.push(other);
      return taken();
    };
    expect(await taken()).toBe('53300');
    const crowded = [429, 'too-many-requests', '1'];
    expect(await Promise.all([ask('/late/read'), ask('/late/write')])).toEqual([crowded, crowded]);
    expect((await app.inject('/health/ready')).statusCode).toBe(200);
    await Promise.all(others.map((other) => other.end()));
    await expect.poll(() => Promise.all([ask('/late/read'), ask('/late/write')])).toEqual([well, well]);
  }, 60_000);
});
