import { expect, it } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import { startTestIdentity } from '../../../test/embedded-identity.ts';

it('AUTH-117 unfinished sign-ins are deleted by the first one after a quarter of an hour, and a NUL is refused', async () => {
  const database = await createTestDatabase();
  let minutes = 0;
  const clock = { now: () => new Date(Date.now() + minutes * 60_000) };
  const test = await startTestIdentity({ database, clock });
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
  const forgotten = async (at: number) => {
    const before = (await models()).filter((model) => model === 'Interaction').length;
    minutes = at;
    await browse(test.authorizationUrl());
    return before + 1 - (await models()).filter((model) => model === 'Interaction').length;
  };
  expect(await forgotten(14)).toBe(0);
  expect(await forgotten(16)).toBeGreaterThan(0);
  expect(await models()).toEqual(expect.arrayContaining(['Grant', 'RefreshToken', 'Session']));
  await test.close();
  await database.drop();
});
