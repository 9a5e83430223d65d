import { allConfirmed, recordStateSchema, type RunCheck } from '@curvewell/domain';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { interpretedRun, submit } from '../../../test/run-factory.ts';
import { outsideAccounts, type ProviderChanges } from '../users/index.ts';

let test: TestApp;
let seed = 5_400;
/** The provider's answer. */
let atProvider: ProviderChanges = { state: 'own' };
beforeAll(async () => {
  test = await createTestApp({
    signingAcr: '2',
    identityAdmin: { ...outsideAccounts, changesSince: () => Promise.resolve(atProvider) },
  });
  await test.db.laboratory.updateMany({
    where: { name: 'Demo laboratory North' },
    data: { rules: { signInAgain: true } },
  });
});
afterAll(() => test.close());

const now = () => Math.floor(Date.now() / 1000);
async function headers(claims: JWTPayload) {
  const token = await test.issuer.tokenFor(test.db, 'physician', { claims });
  return { authorization: `Bearer ${token}` };
}
async function approved(claims: JWTPayload) {
  const { id } = await interpretedRun(test, { seed: (seed += 1) });
  await submit(test, id);
  const shown = await test.app.inject({
    url: `/api/run/${id}/check?decision=approve`,
    headers: await headers(claims),
  });
  if (shown.statusCode !== 200) return { id, answer: shown, mustSignIn: null };
  const check = shown.json<RunCheck>();
  const answer = await test.app.inject({
    method: 'PUT',
    url: `/api/run/${id}/status?status=APPROVED`,
    headers: await headers(claims),
    payload: { shown: check.digest, ...allConfirmed(check) },
  });
  return { id, answer, mustSignIn: check.mustSignIn };
}
const statement = async (id: string) => {
  const answer = await test.call('tech', 'GET', `/run/${id}/record?again=true`);
  const { state, signature } = recordStateSchema.parse(answer.json());
  expect(state).toBe('unchanged');
  return signature?.statement;
};

it.each([
  ['a new one of a lower level', { acr: '1' }, true],
  ['a new one of no level', {}, true],
  ['a new one of the level that is set', { acr: '2' }, false],
  ['an old one of that level', { acr: '2', auth_time: now() - 600 }, true],
])(
  'TRUST-526 a sign-in for a decision, %s, is accepted or must be repeated',
  async (sid, claims, mustSignIn) => {
    const found = await approved({ auth_time: now(), sid, ...claims });
    expect(found.mustSignIn).toBe(mustSignIn);
    if (mustSignIn) expect(found.answer.json()).toMatchObject({ code: 'sign-in-again' });
    else expect(found.answer.statusCode, found.answer.body).toBe(200);
  },
);

it('TRUST-523 the signature lists changes at the provider and those in the audit trail, newest first', async () => {
  const change = (what: 'password' | 'impersonation', daysAgo: number) => ({
    what,
    byOther: true,
    at: new Date(Date.now() - daysAgo * 24 * 3600 * 1000).toISOString(),
  });
  const changes = [change('impersonation', 1), change('password', 2)];
  atProvider = { state: 'read', changes, impersonatedSessions: ['another'] };
  const strong = { auth_time: now(), acr: '2', sid: 'own' };
  const { id } = await approved(strong);
  expect(await statement(id)).toMatchObject({ providerEvents: 'read', accountChanges: changes });

  atProvider = { state: 'not-known' };
  const second = await approved(strong);
  expect(await statement(second.id)).toMatchObject({ providerEvents: 'not-known', accountChanges: [] });

  atProvider = { state: 'own' };
  const third = await approved(strong);
  expect(await statement(third.id)).not.toHaveProperty('providerEvents');
});

it('TRUST-524 a session that the provider reports as impersonated cannot sign', async () => {
  atProvider = { state: 'read', changes: [], impersonatedSessions: ['opened'] };
  const { id, answer } = await approved({ auth_time: now(), acr: '2', sid: 'opened' });
  expect(answer.json()).toMatchObject({ code: 'forbidden' });
  expect(await test.db.signature.count({ where: { runId: id } })).toBe(0);
  atProvider = { state: 'own' };
});

it('TRUST-524 a token of an impersonated session is always refused, and audited once', async () => {
  const other = { sid: 'in another name', auth_time: now(), impersonator: 'root' };
  const me = async () =>
    (await test.app.inject({ url: '/api/me', headers: await headers(other) })).statusCode;
  expect([await me(), await me()]).toEqual([403, 403]);
  const entries = await test.db.auditEvent.findMany({ where: { action: 'user.impersonated' } });
  expect(entries).toMatchObject([{ details: { login: 'physician', by: 'root' } }]);
  const own = await headers({ sid: 'in their own' });
  expect((await test.app.inject({ url: '/api/me', headers: own })).statusCode).toBe(200);
});
