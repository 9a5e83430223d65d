import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const columnsOf = async (login: string) =>
  (await test.call(login, 'GET', '/work-list/columns')).json<unknown>();
const keep = (body: object) => test.call('tech', 'PUT', '/work-list/columns', body);

it('API-230 API-231 WORKLIST-04 the columns of work lists are stored for one laboratory', async () => {
  expect(await columnsOf('tech')).toBeNull();
  const columns = { columns: { position: 'Well', name: 'Barcode', orderId: 'Order' } };
  expect((await keep({ columns: { position: 'Pos' } })).statusCode).toBe(200);
  expect((await keep(columns)).json()).toEqual(columns);
  expect(await columnsOf('physician')).toEqual(columns);
  expect(await columnsOf('tech.south')).toBeNull();
  const [entry] = await test.db.auditEvent.findMany({
    where: { action: 'workList.keep-columns' },
    orderBy: { id: 'desc' },
  });
  expect(entry).toMatchObject({
    actorName: expect.any(String) as string,
    details: { from: { columns: { position: 'Pos' } }, to: columns },
  });
});

it('WORKLIST-04 unknown fields and empty headers are refused', async () => {
  expect((await keep({ columns: { patient: 'Name' } })).statusCode).toBe(400);
  expect((await keep({ columns: { name: '' } })).statusCode).toBe(400);
  expect((await keep({ columns: { name: 'a\u0000b' } })).statusCode).toBe(400);
});
