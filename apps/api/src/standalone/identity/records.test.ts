import { expect, it } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import { startTestIdentity } from '../../../test/embedded-identity.ts';
import { systemClock } from '../../clock.ts';
import { forgetExpired } from './adapter.ts';

it('AUTH-117 unfinished sign-ins are deleted after a quarter of an hour, and a NUL is refused', async () => {
  const database = await createTestDatabase();
  const test = await startTestIdentity({ database, clock: systemClock });
  const browse = test.createBrowser();
  await browse(test.endpoint('logout'));
  await browse(test.authorizationUrl());
  const models = async () =>
    (await database.db.$queryRaw<{ model: string }[]>`SELECT model FROM standalone.oidc_record`)
      .map(({ model }) => model)
      .sort();
  expect(await models()).toEqual(['Interaction', 'Session']);
  expect(
    await test.requestTokens({ grant_type: 'authorization_code', code: 'a\0b', code_verifier: 'x' }),
  ).toMatchObject({ error: 'invalid_grant' });
  expect((await browse(test.authorizationUrl({ state: 'a\0b' }))).status).toBe(400);

  await test.signIn('tech');
  const inMinutes = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) });
  await forgetExpired({ db: database.db, clock: inMinutes(14) });
  expect(await models()).toContain('Interaction');
  await forgetExpired({ db: database.db, clock: inMinutes(16) });
  expect(await models()).not.toContain('Interaction');
  expect(await models()).toEqual(expect.arrayContaining(['Grant', 'RefreshToken', 'Session']));
  await test.close();
  await database.drop();
});
