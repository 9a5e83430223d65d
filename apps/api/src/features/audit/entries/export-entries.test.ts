import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it.each(['csv', 'json'])(
  'OPS-608 the entries of a laboratory that never existed are not exported as %s, those of a deleted one are',
  async (format) => {
    const exportOf = (laboratoryId: string) =>
      test.call('quality', 'GET', `/audit/export?format=${format}&laboratoryId=${laboratoryId}`);
    const never = await exportOf('00000000-0000-4000-8000-00000000dead');
    expect([never.statusCode, never.json<{ code: string }>().code]).toEqual([404, 'not-found']);

    const added = await test.call('super', 'POST', '/laboratory', [{ name: `Short-lived ${format}` }]);
    const id = added.json<{ id: string }[]>()[0]?.id ?? '';
    expect((await test.call('super', 'DELETE', `/laboratory/${id}`)).statusCode).toBe(204);
    const exported = await exportOf(id);
    expect([exported.statusCode, exported.body]).toEqual([200, expect.stringContaining('laboratory.create')]);
    const last = await test.db.auditEvent.findFirst({
      where: { laboratoryId: id },
      orderBy: { number: 'desc' },
    });
    expect(last).toMatchObject({ action: 'audit.export', details: { format } });
  },
);
