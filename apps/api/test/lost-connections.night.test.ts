import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { LOG_RULES } from '../src/telemetry/log.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { createEmptyDatabase } from './database.ts';
import { startProduct, type Product } from './product.ts';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly reqId?: string;
  /** The part of the product that a health check is about. */
  readonly part?: string;
  readonly req?: { readonly method: string; readonly route: string };
  readonly err?: unknown;
}

const CONNECTIONS =
  'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()';
const PATIENCE = { timeout: 30_000 };
const linesIn = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line); // in the format of the log

describe('a client that disconnects', () => {
  let test: TestApp;
  let text = '';
  let port = 0;
  beforeAll(async () => {
    const stream = new PassThrough();
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    test = await createTestApp({ logger: { level: 'info', ...LOG_RULES, stream } });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = test.app.server.address() as AddressInfo); // a listening TCP server
  });
  afterAll(() => test.close());
  beforeEach(() => {
    text = '';
  });

  /** Sends headers and the start of a body. */
  async function send(head: readonly string[], body = ''): Promise<Socket> {
    const { authorization } = await test.signIn('super');
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write([...head, 'host: localhost', `authorization: ${authorization}`, '', body].join('\r\n'));
    await vi.waitFor(() => {
      expect(text).toContain('incoming request');
    }, PATIENCE);
    return socket;
  }

  /** The log lines after the connection is cut. */
  async function linesAfter(socket: Socket): Promise<Pick<Line, 'level' | 'msg' | 'req' | 'err'>[]> {
    text = '';
    socket.destroy();
    await vi.waitFor(() => {
      expect(linesIn(text).length).toBeGreaterThan(0);
    }, PATIENCE);
    // By then all other lines about it are logged.
    await test.app.inject('/api/openapi.json');
    return linesIn(text)
      .filter(({ req, msg }) => req?.route !== '/api/openapi.json' && msg !== 'request completed')
      .map(({ level, msg, req, err }) => ({
        level,
        msg,
        ...(req && { req }),
        ...(err !== undefined && { err }),
      }));
  }

  it('TRUST-572 in an upload gives one log line', async () => {
    const route = '/api/run/inspect';
    const type = 'multipart/form-data; boundary=x';
    const socket = await send(
      [`POST ${route} HTTP/1.1`, `content-type: ${type}`, 'content-length: 90000'],
      '--x\r\ncontent-disposition: form-data; name="files"; filename="a.csv"\r\n\r\nabc',
    );
    expect(await linesAfter(socket)).toEqual([
      {
        level: 'info',
        msg: 'the connection ended before the request was complete',
        req: { method: 'POST', route },
      },
    ]);
  });

  it('TRUST-572 from an event stream gives one log line', async () => {
    const route = '/api/events';
    const socket = await send([`GET ${route} HTTP/1.1`]);
    await once(socket, 'data');
    expect(await linesAfter(socket)).toEqual([
      { level: 'info', msg: 'the event stream was closed', req: { method: 'GET', route } },
    ]);
  });

  it('TRUST-572 in an export gives one log line', async () => {
    // More than fits into the buffers of a connection that nobody reads.
    await test.db.$executeRaw`
      INSERT INTO audit_event (number, at, actor_name, action, entity, details, previous_hash, hash, address)
      SELECT 100000 + n, now(), 'x', 'audit.export', 'audit', jsonb_build_object('x', repeat(md5(n::text), 100)), '', '', ''
      FROM generate_series(1, 8000) n`;
    const route = '/api/audit/export';
    const socket = await send([`GET ${route}?format=csv HTTP/1.1`]);
    await once(socket, 'data');
    socket.pause();
    expect(await linesAfter(socket)).toEqual([
      {
        level: 'info',
        msg: 'the connection ended before the response was complete',
        req: { method: 'GET', route },
      },
    ]);
  });

  it('TRUST-572 from a waiting request gives one log line', async () => {
    const route = '/api/dashboard';
    const { db } = test;
    let socket: Socket | undefined;
    // The response waits for a lock.
    await db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE run IN ACCESS EXCLUSIVE MODE`;
        socket = await send([`GET ${route}?today=2026-11-28T00%3A00%3A00.000Z HTTP/1.1`]);
        expect(await linesAfter(socket)).toEqual([
          {
            level: 'info',
            msg: 'the connection ended before the request was answered',
            req: { method: 'GET', route },
          },
        ]);
      },
      { timeout: 60_000 },
    );
  });
});

describe('a database that ends connections', () => {
  let product: Product;
  let owner: pg.Client;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createEmptyDatabase();
    ({ drop } = database);
    product = await startProduct(database.url, { LOG_LEVEL: 'info' });
    expect(await product.started).toBe('ready');
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
  }, 240_000);
  afterAll(async () => {
    await owner.end();
    await product.stop();
    await drop();
  });

  it('TRUST-573 lost connections to the database are warnings without a place in the code, and no request fails', async () => {
    const from = product.output().length;
    // A health check of a part may fall into the moment without connections, and reports that itself.
    const lines = () =>
      linesIn(product.output().slice(from)).filter(
        ({ reqId, part }) => reqId === undefined && part === undefined,
      );
    for (let count = 1; count <= 3; count++) {
      // All of them, including the queue's.
      await vi.waitFor(async () => {
        const { rows } = await owner.query(`${CONNECTIONS} AND application_name = 'curvewell jobs'`);
        expect(rows.length).toBeGreaterThan(1);
      }, PATIENCE);
      await owner.query(CONNECTIONS.replace('pid', 'pg_terminate_backend(pid)'));
      await vi.waitFor(() => {
        expect(
          lines().filter(({ msg }) => msg === 'a connection to the database was lost').length,
        ).toBeGreaterThanOrEqual(count);
      }, PATIENCE);
      // The parts are checked every second.
      await vi.waitFor(async () => {
        const ready = await fetch(`${product.address}/health/ready`);
        expect(ready.status).toBe(200);
      }, PATIENCE);
    }
    expect(
      lines().filter(({ level, msg }) => level !== 'warn' || msg !== 'a connection to the database was lost'),
    ).toEqual([]);
    expect(lines().every(({ err }) => err === undefined)).toBe(true);
  }, 120_000);
});
