import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startTestIdentity, type TestIdentity } from '../../../test/embedded-identity.ts';
import { systemClock } from '../../clock.ts';

const AT_ONCE = 50;

/** Two instances on one database, like two processes behind a load balancer. */
describe('single-use values', () => {
  let database: TestDatabase;
  let test: TestIdentity;

  beforeAll(async () => {
    database = await createTestDatabase();
    test = await startTestIdentity({ database, clock: systemClock, instances: 2 });
  });
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  async function manyAtOnce(ask: (at: number) => Promise<unknown>) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(index % 2)));
    return answers as { access_token?: string; refresh_token?: string; error?: string }[]; // the response of the token endpoint
  }

  async function expectAllRefused(answers: Awaited<ReturnType<typeof manyAtOnce>>, login: string) {
    const won = answers.filter(({ access_token: token }) => token !== undefined);
    expect(won.length).toBeLessThanOrEqual(1);
    const lost = answers.filter((answer) => !won.includes(answer));
    expect(new Set(lost.map(({ error }) => error))).toEqual(new Set(['invalid_grant']));
    for (const { access_token: access = '', refresh_token: refresh = '' } of won) {
      await expect(test.identity.actors.resolve(access, '')).rejects.toMatchObject({
        code: 'unauthenticated',
      });
      expect(await test.refresh(refresh)).toMatchObject({ error: 'invalid_grant' });
    }
    const { id } = await database.db.appUser.findUniqueOrThrow({ where: { login } });
    expect(
      await database.db.$queryRaw`
        SELECT FROM standalone.oidc_record WHERE model = 'Grant' AND payload ->> 'accountId' = ${id}`,
    ).toEqual([]);
    const reused = () =>
      database.db.auditEvent.count({ where: { action: 'user.token-reused', entityId: id } });
    await expect.poll(reused).toBe(1);
  }

  it('AUTH-110 of 50 concurrent exchanges of a code at most one succeeds, and its session ends', async () => {
    const { form } = await test.obtainCode('physician');
    await expectAllRefused(await manyAtOnce((at) => test.requestTokens(form, at)), 'physician');
  });

  it('AUTH-110 of 50 concurrent uses of a refresh token at most one succeeds, and its session ends', async () => {
    const { tokens } = await test.signIn('tech');
    await expectAllRefused(await manyAtOnce((at) => test.refresh(tokens.refresh_token, at)), 'tech');
  });

  it('AUTH-110 a later second use of a code ends the session that it started', async () => {
    const { form } = await test.obtainCode('quality');
    const first = (await test.requestTokens(form)) as { access_token: string };
    expect(first.access_token).toBeTypeOf('string');
    expect(await test.requestTokens(form, 1)).toMatchObject({ error: 'invalid_grant' });
    await expect(test.identity.actors.resolve(first.access_token, '')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});
