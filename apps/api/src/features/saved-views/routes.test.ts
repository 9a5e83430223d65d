import { savedViewCalls } from '@curvewell/contracts';
import { MAX_SAVED_VIEWS } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const VIEW = { page: 'runs', name: 'Waiting', address: 'status=WAIT_FOR_APPROVAL&sort=created' };
const viewsOf = async (login: string) =>
  savedViewCalls.list.answer.parse((await test.call(login, 'GET', '/saved-views')).json());
const create = (login: string, view: object) => test.call(login, 'POST', '/saved-views', view);
const made = async (login: string, view: object) =>
  savedViewCalls.create.answer.parse((await create(login, view)).json());
const lastEntry = (action: string) =>
  test.db.auditEvent.findFirst({ where: { action }, orderBy: { id: 'desc' } });

it('LIST-116 LIST-117 a view is saved for one user, and others do not see it', async () => {
  const view = await made('tech', VIEW);
  expect(view).toMatchObject(VIEW);
  expect(await viewsOf('tech')).toEqual([view]);
  expect(await viewsOf('physician')).toEqual([]);
  expect(await lastEntry('savedView.create')).toMatchObject({
    actorName: 'Tara Holm',
    entityId: view.id,
    details: VIEW,
  });
});

it('LIST-117 a name is used once on each page', async () => {
  await made('physician', VIEW);
  expect((await create('physician', VIEW)).json()).toMatchObject({ code: 'name-taken' });
  expect((await create('physician', { ...VIEW, page: 'archive' })).statusCode).toBe(200);
  const other = await made('physician', { ...VIEW, name: 'Other' });
  const renamed = await test.call('physician', 'PUT', `/saved-views/${other.id}`, {
    name: VIEW.name,
    address: '',
  });
  expect(renamed.json()).toMatchObject({ code: 'name-taken' });
});

it('LIST-118 a view is renamed or gets other filters, with an audit entry of what changed', async () => {
  const { id } = await made('manager', { ...VIEW, page: 'audit' });
  const answer = await test.call('manager', 'PUT', `/saved-views/${id}`, {
    name: 'Waiting',
    address: 'what=denied',
  });
  expect(answer.json()).toEqual({ id, page: 'audit', name: 'Waiting', address: 'what=denied' });
  expect(await lastEntry('savedView.update')).toMatchObject({
    details: { name: 'Waiting', from: { address: VIEW.address }, to: { address: 'what=denied' } },
  });
});

it('LIST-118 LIST-119 views of another user are answered like missing ones', async () => {
  const { id } = await made('quality', VIEW);
  const change = { name: 'Stolen', address: '' };
  expect((await test.call('tech', 'PUT', `/saved-views/${id}`, change)).statusCode).toBe(404);
  expect((await test.call('tech', 'DELETE', `/saved-views/${id}`)).statusCode).toBe(404);
  expect(await viewsOf('quality')).toMatchObject([VIEW]);
});

it('LIST-119 a view is deleted with an audit entry', async () => {
  const { id } = await made('sales', VIEW);
  expect((await test.call('sales', 'DELETE', `/saved-views/${id}`)).statusCode).toBe(204);
  expect(await viewsOf('sales')).toEqual([]);
  expect(await lastEntry('savedView.delete')).toMatchObject({ entityId: id, details: VIEW });
  expect((await test.call('sales', 'DELETE', `/saved-views/${id}`)).statusCode).toBe(404);
});

it('LIST-120 a user has at most 12 views of a page, also when they are saved at the same time', async () => {
  const wanted = Array.from({ length: MAX_SAVED_VIEWS + 3 }, (_, index) => ({
    ...VIEW,
    name: `View ${index}`,
  }));
  const answers = await Promise.all(wanted.map((view) => create('research', view)));
  const codes = answers.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(MAX_SAVED_VIEWS);
  expect(codes.filter((code) => code === 400)).toHaveLength(3);
  expect(await viewsOf('research')).toHaveLength(12);
  expect((await create('research', { ...VIEW, page: 'controls' })).statusCode).toBe(200);
});

it('LIST-117 a page without views, an empty name and the address of another page are refused', async () => {
  for (const bad of [{ page: 'jobs' }, { name: ' ' }, { name: 'x'.repeat(41) }, { address: '//x?a=1' }])
    expect((await create('tech', { ...VIEW, ...bad })).statusCode, JSON.stringify(bad)).toBe(400);
});

it('LIST-121 the views of a user are deleted with the user', async () => {
  const { id: userId, laboratoryId } = await test.db.appUser.findUniqueOrThrow({
    where: { login: 'manager' },
  });
  await made('manager', VIEW);
  expect(await test.db.savedView.count({ where: { userId } })).toBeGreaterThan(0);
  const answer = await test.call('super', 'DELETE', `/user/${userId}/laboratory/${laboratoryId}`);
  expect(answer.statusCode).toBe(204);
  expect(await test.db.savedView.count({ where: { userId } })).toBe(0);
});
