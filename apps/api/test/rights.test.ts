import { loggedInUserSchema } from '@curvewell/contracts';
import type { Kit, Lot, Permission, Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { configuration, decide, importedRun, interpretedRun, submit } from './run-factory.ts';

/** What each permission allows, tested with users who have only that one. */

const NOWHERE = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const call: TestApp['call'] = (...request) => test.call(...request);
const statusOf = async (...request: Parameters<TestApp['call']>) => (await call(...request)).statusCode;

/** The login of a member of the first laboratory with exactly these permissions. */
async function holderOf(...permissions: readonly Permission[]): Promise<string> {
  const login = permissions.join('.').toLowerCase();
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  await test.db.appUser.upsert({
    where: { login },
    create: {
      login,
      firstname: 'One',
      lastname: 'Right',
      email: `${login}@example.org`,
      laboratoryId,
      extraRoles: [...permissions],
    },
    update: {},
  });
  return login;
}

async function decidedRun(seed: number): Promise<Run> {
  const run = await interpretedRun(test, { seed });
  await submit(test, run.id);
  return (await decide(test, run.id)).json<Run>();
}

it('AUTH-13 a user has a preferred username and laboratories, and works in the first', async () => {
  const me = loggedInUserSchema.parse((await call('tech', 'GET', '/me')).json());
  expect(me).toMatchObject({ preferredUsername: 'tech', laboratoryState: 'active' });
  expect(me.laboratories.map(({ name }) => name)).toEqual(['Demo laboratory North']);
  const run = await importedRun(test, { seed: 1 });
  expect(run.laboratory).toEqual(me.laboratories[0]);
  const newcomer = loggedInUserSchema.parse((await call('newcomer', 'GET', '/me')).json());
  expect(newcomer).toMatchObject({ laboratories: [], laboratoryState: 'none', permissions: [] });
});

it('AUTH-14 a technician imports, configures, interprets, comments, exports and submits', async () => {
  const run = await importedRun(test, { seed: 2 });
  const url = `/run/${run.id}`;
  expect(await statusOf('tech', 'PUT', url, await configuration(test.db, run))).toBe(200);
  expect(await statusOf('tech', 'POST', `${url}/interpret`)).toBe(200);
  expect(await statusOf('tech', 'POST', `${url}/comment`, { value: 'Looked at.' })).toBe(200);
  expect(await statusOf('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' })).toBe(200);
  expect((await submit(test, run.id)).json()).toMatchObject({ status: 'WAIT_FOR_APPROVAL' });
  expect(await statusOf('tech', 'PUT', `${url}/status?status=APPROVED`)).toBe(403);
});

/** With an empty body, so that an authorised caller gets another error than 403. */
const MANAGED = {
  kits: ['POST', '/kit'],
  lots: ['PUT', `/lots/${NOWHERE}`],
  'kit files': ['POST', '/import/kit/version'],
  'lot files': ['POST', '/import/lot'],
  laboratories: ['POST', '/laboratory'],
  'users of every laboratory': ['PUT', `/user/${NOWHERE}/laboratory/${NOWHERE}/member`],
  'list of laboratories': ['GET', '/laboratory?page=none'],
} as const;

it.each([
  ['super', Object.keys(MANAGED)],
  ['research', ['kits', 'lots', 'kit files', 'lot files']],
  ['quality', ['lots', 'lot files', 'list of laboratories']],
  ['sales', ['laboratories', 'users of every laboratory', 'list of laboratories']],
  ['physician', []],
  ['manager', []],
  ['tech', []],
])(
  'AUTH-16 administrators manage configuration and laboratories, each role its part: %s',
  async (login, managed) => {
    const found: string[] = [];
    for (const [what, [method, url]] of Object.entries(MANAGED))
      if ((await statusOf(login, method, url, method === 'GET' ? undefined : {})) !== 403) found.push(what);
    expect(found).toEqual(managed);
  },
);

it('AUTH-33 READ_KIT_CONFIG_ADMIN reads complete kit configurations and cannot add a version', async () => {
  const [reader, writer] = [
    await holderOf('READ_KIT_CONFIG_ADMIN'),
    await holderOf('READ_KIT_CONFIG_ADMIN', 'WRITE_KIT_CONFIG_ADMIN'),
  ];
  const { id, kitId } = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  const configured = `/kit/version/${id}/analyser/${NOWHERE}/reaction-buffers/configuration`;
  expect(await statusOf('tech', 'GET', configured)).toBe(403);
  expect(await statusOf(reader, 'GET', configured)).not.toBe(403);
  const [kit] = (await call(reader, 'GET', '/kit')).json<Kit[]>();
  expect(kit?.diagnostics).toBeDefined();
  const added = { kit: { id: kitId }, kitVersion: { version: 'of a reader' } };
  expect(await statusOf(reader, 'POST', '/kit', added)).toBe(403);
  expect(await statusOf(writer, 'POST', '/kit', added)).toBe(200);
});

it('AUTH-21 AUTH-37 CREATE_DELETE_ARCHIVE deletes decided runs, as canDelete says', async () => {
  const deleter = await holderOf('CREATE_DELETE_ARCHIVE');
  const run = await decidedRun(5);
  for (const [login, canDelete, status] of [
    ['physician', false, 403],
    [deleter, true, 204],
  ] as const) {
    expect((await call(login, 'GET', `/run/${run.id}`)).json()).toMatchObject({ permissions: { canDelete } });
    expect(await statusOf(login, 'DELETE', `/run/${run.id}`)).toBe(status);
  }
});

it('AUTH-22 AUTH-37 CREATE_ARCHIVE archives, as canArchive says', async () => {
  const archivist = await holderOf('CREATE_ARCHIVE');
  const run = await decidedRun(6);
  for (const [login, canArchive, status] of [
    ['tech', false, 403],
    [archivist, true, 204],
  ] as const) {
    expect((await call(login, 'GET', `/run/${run.id}`)).json()).toMatchObject({
      permissions: { canArchive },
    });
    expect(await statusOf(login, 'POST', `/run/${run.id}/archive`, { markAsToDelete: false })).toBe(status);
  }
});

it('AUTH-23 DELETE_PERMANENT_ARCHIVE deletes archived runs permanently', async () => {
  const eraser = await holderOf('DELETE_PERMANENT_ARCHIVE');
  const run = await decidedRun(7);
  await call('physician', 'POST', `/run/${run.id}/archive`, { markAsToDelete: false });
  await test.work();
  expect(await statusOf('quality', 'DELETE', `/archive/runs/${run.id}`)).toBe(403);
  expect(await statusOf(eraser, 'DELETE', `/archive/runs/${run.id}`)).toBe(204);
  expect(await test.db.run.count({ where: { id: run.id } })).toBe(0);
});

it('AUTH-32 lots are added and edited with WRITE_LOT_CONFIG_ADMIN, not with permission to read them', async () => {
  const [writer, reader] = [
    await holderOf('WRITE_LOT_CONFIG_ADMIN'),
    await holderOf('READ_LOT_CONFIG_ADMIN'),
  ];
  const { id } = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  const url = `/lots/version/${id}`;
  expect(await statusOf(reader, 'POST', url, { name: 'R-1' })).toBe(403);
  const lot = (await call(writer, 'POST', url, { name: 'R-1' })).json<Lot>();
  const changed = { active: false, expirationDate: '2030-01-31', revision: lot.revision };
  expect(await statusOf(reader, 'PUT', `/lots/${lot.id}`, changed)).toBe(403);
  expect((await call(writer, 'PUT', `/lots/${lot.id}`, changed)).json()).toMatchObject({
    active: false,
    expirationDate: '2030-01-31',
  });
});

it('ERR-50 every kind of refusal has its own code', async () => {
  const run = await importedRun(test, { seed: 8 });
  const codes = await Promise.all(
    [
      call('tech', 'GET', '/run?size=0'),
      call('tech', 'POST', '/run/reindex-elasticsearch'),
      call('newcomer', 'GET', '/run'),
      call('tech', 'GET', `/run/${NOWHERE}`),
      call('tech', 'GET', '/no/such/call'),
      call('tech', 'PUT', `/run/${run.id}`, { revision: run.revision + 1 }),
      submit(test, run.id),
    ].map(async (answer) => (await answer).json<{ code: string }>().code),
  );
  expect(codes).toEqual([
    'invalid-request',
    'forbidden',
    'laboratory-required',
    'not-found',
    'not-found',
    'stale',
    'illegal-transition',
  ]);
});
