import { connect, type AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { exchange } from './raw-http.ts';

/** Real ratios, shortened for a test. */
const TIMES = {
  headMs: 1_000,
  requestMs: 60_000,
  silenceMs: 4_000,
  keepAliveMs: 1_000,
  checkEveryMs: 100,
  paceMs: 1_000,
};
const SOCKETS = 340;
const DRIP_MS = 100;

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await createTestApp({ times: TIMES });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port; // a listening TCP server
});
afterAll(() => test.close());

/** Sends a beginning and then a byte at a time; returns the response. */
function drip(beginning: string, byte: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const timer = byte === '' ? null : setInterval(() => socket.write(byte), DRIP_MS);
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (timer !== null) clearInterval(timer);
      resolve(received);
    });
    if (beginning !== '') socket.write(beginning);
  });
}

const connections = () =>
  new Promise<number>((resolve) => {
    test.app.server.getConnections((_error, count) => {
      resolve(count);
    });
  });

it('ERR-111 slow headers, slow bodies and silent connections are ended, and other clients are served', async () => {
  const { authorization } = await test.signIn('tech');
  const post = (path: string, type: string) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${authorization}`,
      `Content-Type: ${type}`,
      'Content-Length: 100000',
      '',
      '',
    ].join('\r\n');
  const kinds: readonly (readonly [string, string])[] = [
    ['GET /api/me HTTP/1.1\r\nHost: localhost\r\nX: ', 'x'],
    [post('/api/template-well', 'application/json'), ' '],
    [
      `${post('/api/run/createRun', 'multipart/form-data; boundary=x')}--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n`,
      'x',
    ],
    ['', ''],
  ];
  // Counted as they arrive, because on a busy machine the first end before the last connect.
  let accepted = 0;
  test.app.server.on('connection', () => (accepted += 1));
  const answers = Promise.all(
    Array.from({ length: SOCKETS }, (_, index) => {
      const [beginning = '', byte = ''] = kinds[index % kinds.length] ?? [];
      return drip(beginning, byte);
    }),
  );
  await expect.poll(() => accepted).toBeGreaterThan(SOCKETS / 2);
  const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  expect(await exchange(port, request)).toMatchObject({ status: 200 });

  for (const answer of await answers)
    expect(answer).toMatch(/^HTTP\/1\.1 (?:408|429) [^]*"code":"(?:request-timed-out|too-many-requests)"/);
  await expect.poll(connections).toBe(0);
}, 60_000);
