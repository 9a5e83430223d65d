import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('API-67 file transfer is configured for the laboratory that has a connection, and for no other', async () => {
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  await test.db.fileTransferConnection.create({
    data: {
      laboratoryId: laboratoryId ?? '',
      protocol: 'FTP',
      host: 'files.example.org',
      port: 21,
      directory: '/',
      authentication: 'PASSWORD',
      username: 'lab',
    },
  });
  const ask = async (login: string) =>
    test.app.inject({ url: '/api/ftp-connection/configuration/valid', headers: await test.signIn(login) });
  expect((await ask('tech')).json()).toBe(true);
  expect((await ask('tech.south')).json()).toBe(false);
  expect((await ask('newcomer')).statusCode).toBe(403);
});
