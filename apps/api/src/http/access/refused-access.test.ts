import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { importedRun } from '../../../test/run-factory.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function userOfOtherLaboratory(): Promise<string> {
  const login = 'southerner';
  const laboratory = await test.db.laboratory.findFirstOrThrow({ where: { name: { contains: 'South' } } });
  await test.db.appUser.upsert({
    where: { login },
    create: {
      login,
      firstname: 'Sven',
      lastname: 'South',
      email: 's@example.org',
      laboratoryId: laboratory.id,
      physician: true,
    },
    update: {},
  });
  return login;
}

async function trailOf(login: string) {
  const { id } = await test.db.appUser.findUniqueOrThrow({ where: { login } });
  return test.db.auditEvent.findMany({
    where: { actorId: id, action: 'access.refused' },
    orderBy: { id: 'asc' },
  });
}

it('AUTH-120 a missing permission is audited with the user, call, id and address', async () => {
  const run = await importedRun(test, { seed: 1 });
  expect((await test.call('tech', 'PUT', `/run/${run.id}/status?status=APPROVED`)).statusCode).toBe(403);
  await expect.poll(() => trailOf('tech')).toHaveLength(1);
  const [row] = await trailOf('tech');
  expect(row).toMatchObject({
    actorName: 'Tara Holm',
    laboratoryId: run.laboratory.id,
    entity: 'access',
    entityId: run.id,
    details: { call: 'PUT /run/:runId/status', status: 403 },
  });
});

it('AUTH-120 access to another laboratory’s object is audited, in both directions; a missing object is not', async () => {
  const south = await userOfOtherLaboratory();
  const northern = await importedRun(test, { seed: 2 });
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: south } });
  const template = await test.db.template.create({
    data: { name: 'Southern', laboratoryId: laboratoryId ?? '', plateType: 'RECTANGULAR_96' },
  });
  const answers = [
    await test.call(south, 'GET', `/run/${northern.id}`),
    await test.call(south, 'GET', `/run/${NOWHERE}`),
  ].map((answer) => ({ status: answer.statusCode, ...answer.json<object>(), requestId: '' }));
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 404 });
  expect((await test.call('physician', 'DELETE', `/template-well/${template.id}`)).statusCode).toBe(404);

  await expect
    .poll(() => trailOf(south))
    .toMatchObject([{ entityId: northern.id, details: { status: 404 } }]);
  await expect.poll(() => trailOf('physician')).toMatchObject([{ entityId: template.id }]);
});

it('TRUST-635 access to a kit of another laboratory, to its version and to a repeat there is audited', async () => {
  const south = await userOfOtherLaboratory();
  const run = await importedRun(test, { seed: 3 });
  const laboratoryId = run.laboratory.id;
  const kit = await test.db.kit.create({ data: { name: 'Northern only', laboratoryId } });
  const version = await test.db.kitVersion.create({ data: { kitId: kit.id, version: '1.0' } });
  const entry = await test.db.repeatEntry.create({
    data: {
      laboratoryId,
      runId: run.id,
      runNumber: run.businessId,
      position: 'A1',
      name: 'S1',
      sampleType: 'DNA',
      kitId: kit.id,
      reason: 'CHOSEN',
      addedByName: 'N',
    },
  });
  const before = (await trailOf(south)).length;
  for (const [method, address, body] of [
    ['GET', `/kit/${kit.id}`],
    ['GET', `/lots/version/${version.id}`],
    ['POST', '/repeat-list/remove', { ids: [entry.id] }],
  ] as const)
    expect((await test.call(south, method, address, body)).statusCode).toBe(404);
  await expect
    .poll(async () => (await trailOf(south)).slice(before).map(({ entityId }) => entityId))
    .toEqual([kit.id, version.id, entry.id]);
});

it('AUTH-120 a request without a valid token is not audited', async () => {
  const count = () => test.db.auditEvent.count({ where: { action: 'access.refused' } });
  const before = await count();
  const headers = { authorization: 'Bearer none' };
  expect((await test.app.inject({ url: `/api/run/${NOWHERE}`, headers })).statusCode).toBe(401);
  expect(await count()).toBe(before);
});

it('AUTH-121 a request of a disabled account is audited', async () => {
  const user = { login: 'gone', firstname: 'Gone', lastname: 'Away', email: 'g@example.org', enabled: false };
  await test.db.appUser.create({ data: user });
  expect((await test.call('gone', 'GET', '/me')).statusCode).toBe(403);
  await expect.poll(() => trailOf('gone')).toHaveLength(1);
});

it('OPS-563 a disabled user does not learn where the laboratory has moved to, and the refusal is audited here', async () => {
  const address = 'https://second.example';
  const { id: laboratoryId } = await test.db.laboratory.create({
    data: { name: 'Laboratory West', moveState: 'elsewhere', livesAt: address },
  });
  const userOf = (login: string, enabled: boolean) =>
    test.db.appUser.create({
      data: { login, firstname: 'W', lastname: 'E', email: `${login}@example.org`, laboratoryId, enabled },
    });
  await userOf('west.on', true);
  await userOf('west.off', false);
  const moved = await test.call('west.on', 'GET', '/me');
  expect([moved.statusCode, moved.json()]).toEqual([421, expect.objectContaining({ details: { address } })]);
  const disabled = await test.call('west.off', 'GET', '/me');
  expect([disabled.statusCode, disabled.body.includes(address)]).toEqual([403, false]);
  await expect.poll(() => trailOf('west.off')).toMatchObject([{ laboratoryId: null }]);
});

it('AUTH-121 of 100 refusals in a minute ten are audited one by one, and one entry counts the rest', async () => {
  for (let tried = 0; tried < 100; tried++) await test.call('quality', 'POST', '/run/reindex-elasticsearch');
  await expect.poll(() => trailOf('quality')).toHaveLength(10);
  await test.app.close();
  const rows = await trailOf('quality');
  expect(rows).toHaveLength(11);
  expect(rows.at(-1)).toMatchObject({
    details: { leftOut: 90, calls: ['POST /run/reindex-elasticsearch'] },
  });
});
