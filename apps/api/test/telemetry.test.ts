import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';

import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readConfig } from '../src/settings/config.ts';
import { LOG_RULES } from '../src/telemetry/log.ts';
import { startTelemetry } from '../src/telemetry/start-telemetry.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { freePort } from './free-port.ts';
import { connectionTo, startFtpServer, type FileServer } from './file-server.ts';
import { cfxFile, configuration, decide, importFiles, submit } from './run-factory.ts';

/** Confidential words, each entered where it belongs. */
const CANARIES = {
  sample: 'Canary-Sample-4711',
  file: 'canary-file-name',
  comment: 'canary said so',
  password: 'canary-password',
  username: 'canary-user',
  search: 'canarysearch',
  inError: 'canary-in-an-error',
};

let first: TestApp;
let test: TestApp;
let server: FileServer;
let collector: Server;
let stop: () => Promise<void>;
let metrics = '';
let run: Run;
const received: string[] = [];
const logged: string[] = [];
let tokens: string[] = [];

/** A collector that stores everything it receives; texts are readable also in the encoded form. */
async function startCollector(): Promise<string> {
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(Buffer.concat(parts).toString('latin1'));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`; // a listening TCP server
}

/** A run from import to delivery, with everything that must not be published. */
async function runFullLifecycle(): Promise<void> {
  const file = await cfxFile();
  const imported = await importFiles(test, {
    files: [{ ...file, name: `${CANARIES.file}.xlsx` }],
  });
  run = imported.json<Run>();
  const settings = await configuration(test.db, run);
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, login = 'tech') =>
    test.call(login, method, url, body);
  const named = JSON.parse(JSON.stringify(settings).replaceAll('S-1', CANARIES.sample)) as object;
  expect((await call('PUT', `/run/${run.id}`, named)).statusCode).toBe(200);
  expect((await call('POST', `/run/${run.id}/interpret`)).statusCode).toBe(200);
  const [well] = Object.values(run.analyses[0]?.wells ?? {});
  const comment = { value: CANARIES.comment };
  expect((await call('POST', `/run/${run.id}/well/${well?.id ?? ''}/comment`, comment)).statusCode).toBe(200);
  await call('GET', `/run?search=${CANARIES.search}`);
  await call('PUT', `/run/${run.id}`, { wrong: CANARIES.sample });
  for (const method of ['PROPFIND', 'MKCALENDAR', 'PURGE'])
    await test.app.inject({ method: method as 'GET', url: '/api/run' }); // Node's server accepts other methods, too
  const connection = connectionTo(server, { sendFilesOnApproval: true });
  const wrong = { ...connection, username: CANARIES.username, password: CANARIES.password };
  await call('POST', '/ftp/test', wrong, 'physician');
  await call('POST', '/ftp-connection', connection, 'physician');
  await submit(test, run.id);
  expect((await decide(test, run.id)).statusCode).toBe(200);
  expect(await test.work()).toBe(1);

  await test.db.$executeRawUnsafe(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no room for "%"', NEW.name USING DETAIL = NEW.name; END $$`);
  await test.db.$executeRawUnsafe(
    'CREATE TRIGGER broken BEFORE INSERT ON run FOR EACH ROW EXECUTE FUNCTION fail()',
  );
  const failing = await importFiles(test, {
    files: [{ ...file, name: `${CANARIES.inError}.xlsx` }],
  });
  expect(failing.statusCode).toBe(500);
}

beforeAll(async () => {
  server = await startFtpServer();
  const log = new Writable({
    write: (line: Buffer, _, done) => {
      logged.push(line.toString());
      done();
    },
  });
  first = await createTestApp();
  const port = await freePort();
  const address = await startCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = address;
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: address };
  const config = readConfig({ METRICS_PORT: String(port) });
  stop = await startTelemetry({ config, environment, db: first.db });
  // Tracing applies to applications created later, like the product's.
  test = await createTestApp({ beside: first, logger: { level: 'trace', ...LOG_RULES, stream: log } });
  await runFullLifecycle();
  tokens = await Promise.all(
    ['tech', 'physician'].map(async (login) => (await test.signIn(login)).authorization),
  );
  metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await stop();
});
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  await server.close();
  await test.close();
  await first.close();
  await new Promise((resolve) => collector.close(resolve));
});

const valueOf = (line: string) =>
  Number(
    metrics
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.split(' ')
      .at(-1) ?? 'NaN',
  );

describe('the product’s telemetry', () => {
  it('OPS-170 counts imports, interpretations, decisions, deliveries and jobs', () => {
    expect(valueOf('curvewell_changes_total{action="run.import"}')).toBe(1);
    expect(valueOf('curvewell_changes_total{action="run.approve"}')).toBe(1);
    expect(valueOf('curvewell_changes_total{action="run.send"}')).toBe(1);
    expect(valueOf('curvewell_work_duration_seconds_count{work="interpret run",outcome="ok"}')).toBe(1);
    expect(valueOf('curvewell_work_duration_seconds_count{work="job delivery",outcome="ok"}')).toBe(1);
    expect(
      valueOf('curvewell_work_duration_seconds_count{work="file server: sign-in",outcome="failed"}'),
    ).toBe(1);
    expect(
      valueOf('curvewell_work_duration_seconds_count{work="transaction",outcome="failed"}'),
    ).toBeGreaterThan(0);
    expect(metrics).toMatch(
      /http_server_request_duration_seconds_count\{[^}]*http_route="\/api\/run\/:runId\/interpret"/,
    );
  });

  it('OPS-420 methods that the API does not use share one label', () => {
    expect(metrics).toMatch(/http_server_request_duration_seconds_count\{[^}]*http_request_method="_OTHER"/);
    expect(metrics).not.toMatch(/PROPFIND|MKCALENDAR|PURGE/);
  });

  it('does not count changes that are rolled back', () => {
    expect(metrics).not.toMatch(/curvewell_changes_total\{action="run.import"\} 2/);
  });

  it('OPS-171 sends traces of the request, its work, its statements, and the job that it requested', () => {
    const traces = received.join('');
    for (const name of [
      'interpret run',
      'read run files',
      'job delivery',
      'file server: rename',
      'SELECT run',
    ])
      expect(traces).toContain(name);
    expect(traces).toContain('/api/run/:runId/interpret');
  });

  it('OPS-172 no name, password, token, file or sample is in metrics, traces or the log', () => {
    const everywhere = [metrics, received.join(''), logged.join('')];
    for (const text of everywhere) {
      expect(text.length).toBeGreaterThan(1_000);
      for (const canary of Object.values(CANARIES)) expect(text).not.toContain(canary);
      for (const token of tokens) expect(text).not.toContain(token.split('.')[2]);
      expect(text).not.toContain('Physician');
    }
  });

  it('OPS-172 an error is logged with its class, its place and the request', () => {
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const failed = lines.find(({ msg }) => msg === 'request failed');
    expect(failed).toMatchObject({
      requestId: expect.any(String) as string,
      err: { message: expect.any(String) as string },
    });
    expect(JSON.stringify(failed)).toMatch(/import-run\.ts|transaction\.ts/);
  });

  it('OPS-173 the audit entry of a delivery has the request of the approval, although a job made it', async () => {
    const entry = (action: string) =>
      test.db.auditEvent.findFirstOrThrow({ where: { entityId: run.id, action } });
    const { requestId } = await entry('run.send');
    expect(requestId).toBe((await entry('run.approve')).requestId);
    expect(requestId).not.toBeNull();
  });
});
