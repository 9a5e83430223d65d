import { connect, type AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Prisma } from '../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { multipart } from './multipart.ts';
import { cfxFile, importedRun, interpretedRun, submit } from './run-factory.ts';

const MINUTE_MS = 60_000;
let passedMs = 0;
let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await createTestApp({ clock: { now: () => new Date(Date.now() + passedMs) } });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port; // a listening TCP server
});
afterAll(() => test.close());

interface SlowRequest {
  readonly login: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly type?: string;
  readonly body: Uint8Array | object;
  /** What happens while the body is on its way. */
  readonly meanwhile?: Prisma.AppUserUncheckedUpdateInput;
}

/** Sends the headers, then, some minutes later, the body. @returns the status */
async function slowly({
  login,
  method,
  path,
  type = 'application/json',
  body,
  meanwhile = {},
}: SlowRequest): Promise<number> {
  const user = await test.db.appUser.findUniqueOrThrow({ where: { login } });
  // Valid for five minutes.
  const { authorization } = await test.signIn(login);
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const socket = connect(port, '127.0.0.1');
  const status = new Promise<number>((resolve, reject) => {
    socket.once('data', (first: Buffer) => resolve(Number(first.toString('latin1').split(' ')[1])));
    socket.once('error', reject);
  });
  const resolved = vi.spyOn(test.app, 'resolveActor');
  socket.write(
    `${method} /api${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  await vi.waitUntil(() => resolved.mock.settledResults.length > 0);
  resolved.mockRestore();
  passedMs += 10 * MINUTE_MS;
  await test.db.appUser.update({ where: { login }, data: meanwhile });
  socket.write(bytes);
  try {
    return await status;
  } finally {
    socket.destroy();
    passedMs -= 10 * MINUTE_MS;
    const { enabled, physician, laboratoryId } = user;
    await test.db.appUser.update({ where: { login }, data: { enabled, physician, laboratoryId } });
  }
}

const view = (name: string) => ({
  method: 'POST' as const,
  path: '/saved-views',
  body: { page: 'runs', name, address: '' },
});

it('TRUST-631 a request that began before its token expired is carried out', async () => {
  expect(await slowly({ login: 'tech', ...view('Slow') })).toBe(200);
  expect(await test.db.savedView.count({ where: { name: 'Slow' } })).toBe(1);
});

it('TRUST-631 a decision is not signed for a user who lost the right to it while the request arrived', async () => {
  const run = await interpretedRun(test);
  await submit(test, run.id);
  for (const meanwhile of [{ physician: false }, { enabled: false }])
    expect(
      await slowly({
        login: 'physician',
        method: 'PUT',
        path: `/run/${run.id}/status?status=REJECTED`,
        body: { reason: 'Contaminated' },
        meanwhile,
      }),
    ).toBe(403);
  expect(await test.db.signature.count({ where: { runId: run.id } })).toBe(0);
});

it('TRUST-631 a user who was moved to another laboratory changes neither with a request from before', async () => {
  const south = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech.south' } });
  const meanwhile = { laboratoryId: south.laboratoryId };
  const run = await importedRun(test, { seed: 2 });
  const repeats = { runId: run.id, wells: [{ position: 'A1', reason: 'CHOSEN' }] };
  for (const request of [
    view('Moved'),
    { method: 'POST' as const, path: '/repeat-list', body: repeats },
    { method: 'PUT' as const, path: '/work-list/columns', body: { columns: { name: 'Barcode' } } },
  ])
    expect(await slowly({ login: 'tech', ...request, meanwhile })).toBe(403);
  expect(await test.db.savedView.count({ where: { name: 'Moved' } })).toBe(0);
  expect(await test.db.workListColumns.count()).toBe(0);
});

it('TRUST-631 a file that a disabled user was still sending is not imported', async () => {
  const { name, bytes } = await cfxFile({ seed: 3 });
  const { headers, payload } = multipart([{ field: 'files', name, bytes }]);
  const before = await test.db.run.count();
  expect(
    await slowly({
      login: 'tech',
      method: 'POST',
      path: '/run/createRun',
      type: headers['content-type'],
      body: payload,
      meanwhile: { enabled: false },
    }),
  ).toBe(403);
  expect(await test.db.run.count()).toBe(before);
});
