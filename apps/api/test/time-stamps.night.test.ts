import { readFile } from 'node:fs/promises';

import type { RecordState, Run, SigningKey } from '@curvewell/domain';
import { endorsedKey, revokedKey } from '@curvewell/domain/record';
import { checkTimeStamp } from '@curvewell/domain/time-stamp';
import { verifyRecord } from '@curvewell/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { stampDecision } from '../src/features/decisions/index.ts';
import { readTimeStamp } from '../src/features/decisions/time-stamp.ts';
import { keepSigningKey } from '../src/signing/signing-keys.ts';
import { createSigner } from '../src/signing/signer.ts';
import { openTimeStamps } from '../src/signing/time-stamps.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { hasOpenssl, startTimeAuthority, type Manner, type TimeAuthority } from './time-authority.ts';
import { withoutRules } from './without-rules.ts';
import { unzip, zipped } from './zip-parts.ts';

const DATA = Buffer.from('what was signed');

describe.skipIf(!hasOpenssl)('time stamps by an authority (skipped without openssl)', () => {
  let authority: TimeAuthority;
  let test: TestApp;
  let run: Run;

  beforeAll(async () => {
    authority = await startTimeAuthority();
    test = await createTestApp({
      environment: {
        TIME_STAMP_URL: authority.url,
        TIME_STAMP_CA_FILE: authority.caFile,
        TIME_STAMP_USER: 'curvewell',
        TIME_STAMP_PASSWORD: 'a password',
      },
    });
    run = await interpretedRun(test, { seed: 31 });
    await submit(test, run.id);
  });
  afterAll(async () => {
    await test.close();
    await authority.close();
  });

  const recordOf = async (runId: string) =>
    (await test.call('physician', 'GET', `/run/${runId}/record`)).json<RecordState>();
  const exported = async (runId: string) =>
    (await test.call('physician', 'POST', `/run/export/${runId}/record`)).rawPayload;

  const settings = () => ({ url: authority.url, login: null, caFile: authority.caFile });

  it('TRUST-434 a correct one is valid, with the authority’s time', async () => {
    authority.be('right');
    const stamp = await (await openTimeStamps(settings())).stamp(DATA);
    expect(stamp).toMatchObject({ authority: 'CN=Clock tsa', at: expect.stringMatching(/Z$/) as string });
  });

  it.each<[Manner, RegExp]>([
    ['other-imprint', /is invalid.*its imprint differs/],
    ['other-nonce', /is invalid.*its nonce differs/],
    ['expired', /is invalid.*was not valid at its time/],
    ['other-ca', /is invalid.*No trusted authority issued the certificate/],
    ['not-for-time-stamps', /is invalid.*not for time stamps only/],
    ['refuses', /is invalid.*The authority refused the request \(rejection\)/],
    ['error', /responded with the status 500/],
    ['silent', /has not responded within 0.3 s/],
    ['endless', /is too large/],
    ['away', /cannot be reached/],
  ])('TRUST-435 an authority that is “%s” is refused with the reason', async (manner, reason) => {
    authority.be(manner);
    const answerMs = manner === 'silent' ? 300 : 10_000;
    const stamps = await openTimeStamps(settings(), { answerMs });
    await expect(stamps.stamp(DATA)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(reason) as string,
    });
  });

  it('TRUST-435 a token with a changed byte is invalid, as is one for other bytes', async () => {
    authority.be('right');
    const { token } = await (await openTimeStamps(settings())).stamp(DATA);
    const authorities = [await readFile(authority.caFile, 'utf8')];
    const expected = { data: DATA, authorities };
    await expect(checkTimeStamp(token, { ...expected, data: Buffer.from('other') })).rejects.toThrow(
      /imprint/,
    );
    // The last bytes are the signature.
    const changed = Buffer.from(token);
    changed[token.length - 1] = (changed[token.length - 1] ?? 0) ^ 1;
    await expect(checkTimeStamp(changed, expected)).rejects.toThrow(/signature is invalid/);
  });

  it('TRUST-433 a decision does not wait for the authority: its time stamp is fetched afterwards, and pending until then', async () => {
    authority.be('away');
    expect((await decide(test, run.id)).statusCode).toBe(200);
    expect((await recordOf(run.id)).timeStamp).toMatchObject({ state: 'pending', problem: null });
    const { decisionId } = await test.db.timeStamp.findFirstOrThrow();
    await expect(stampDecision(test.app, { decisionId })).rejects.toThrow('cannot be reached');
    expect((await recordOf(run.id)).timeStamp).toMatchObject({
      state: 'pending',
      problem: 'The time stamp authority cannot be reached.',
    });
    const without = await exported(run.id);
    expect([...(await unzip(without)).keys()]).not.toContain('signature.tst');
    expect((await recordOf(run.id)).state).toBe('unchanged');
  });

  it('TRUST-433 TRUST-436 TRUST-683 once the authority responds, decision and head are stamped, and the record contains the stamp', async () => {
    authority.be('right');
    const again = await interpretedRun(test, { seed: 34 });
    await submit(test, again.id);
    await decide(test, again.id, { status: 'REJECTED' });
    await test.work();
    // Including the one that had to wait.
    expect((await recordOf(run.id)).timeStamp).toMatchObject({ state: 'stamped' });
    const record = await recordOf(again.id);
    expect(record).toMatchObject({
      state: 'unchanged',
      timeStamp: { state: 'stamped', authority: 'CN=Clock tsa' },
    });
    const basic = `Basic ${Buffer.from('curvewell:a password').toString('base64')}`;
    expect(authority.requests.at(-1)).toMatchObject({
      authorization: basic,
      'content-type': 'application/timestamp-query',
    });

    const head = await test.app.headFiles.newest(again.laboratory.id);
    const beside = await test.app.headFiles.readStamp(head ?? never());
    await expect(
      checkTimeStamp(beside ?? never(), {
        data: Buffer.from(head?.signature ?? '', 'base64'),
        authorities: [await readFile(authority.caFile, 'utf8')],
      }),
    ).resolves.toMatchObject({ authority: 'CN=Clock tsa' });

    const zip = await exported(again.id);
    const parts = await unzip(zip);
    const key = (JSON.parse(parts.get('keys.json')?.toString() ?? '[]') as SigningKey[])[0]?.publicKey ?? '';
    const ca = [await readFile(authority.caFile, 'utf8')];
    const ofStamp = async (authorities: readonly string[] | null) =>
      (await verifyRecord(zip, key, authorities)).filter(({ part }) => part === 'signature.tst');
    expect(await ofStamp(ca)).toMatchObject([
      { state: 'holds', text: expect.stringMatching(/Clock tsa confirms/) as string },
    ]);
    expect(await ofStamp(null)).toMatchObject([
      { state: 'unsure', text: expect.stringMatching(/--time-stamp-ca/) as string },
    ]);
    expect(await ofStamp([])).toMatchObject([
      { state: 'fails', text: expect.stringMatching(/No trusted authority/) as string },
    ]);
  });

  it('TRUST-447 a stamp that is not older than the revocation of its key is invalid', async () => {
    const stamp = await test.db.timeStamp.findFirstOrThrow({ where: { token: { not: null } } });
    const { runId } = await test.db.signature.findUniqueOrThrow({ where: { decisionId: stamp.decisionId } });
    const { timeStamp } = await recordOf(runId);
    const stampedAt = timeStamp?.state === 'stamped' ? timeStamp.at : never();
    const parts = await unzip(await exported(runId));
    const next = createSigner(Buffer.alloc(32, 3));
    const former = { id: test.signer.keyId, publicKey: test.signer.publicKey, since: stampedAt };
    const keys = async (revokedAt: string): Promise<SigningKey[]> => [
      { id: next.keyId, publicKey: next.publicKey, since: stampedAt, endorsement: null },
      {
        ...former,
        endorsement: { keyId: next.keyId, signature: await next.sign(endorsedKey(former)) },
        revocation: {
          revokedAt,
          keyId: next.keyId,
          signature: await next.sign(revokedKey(former, revokedAt)),
        },
      },
    ];
    const ofStamp = async (revokedAt: string) => {
      const record = await zipped(
        new Map(parts).set('keys.json', Buffer.from(JSON.stringify(await keys(revokedAt)))),
      );
      return (await verifyRecord(record, next.publicKey)).filter(({ part }) => part === 'signature.tst');
    };
    expect(await ofStamp(stampedAt)).toMatchObject([
      { state: 'fails', text: expect.stringContaining(`is revoked from ${stampedAt} on`) as string },
    ]);
    const later = new Date(Date.parse(stampedAt) + 1).toISOString();
    expect(await ofStamp(later)).toMatchObject([{ state: 'unsure' }]);

    await keepSigningKey({ db: test.db, clock: test.app.clock }, next);
    const dependencies = { db: test.db, timeStamps: test.app.timeStamps, signer: next };
    const state = async (revokedAt: string) => {
      const signature = await next.sign(revokedKey(former, revokedAt));
      await withoutRules(test.db, (tx) =>
        tx.signingKey.update({
          where: { id: former.id },
          data: { revokedAt, revokedBy: next.keyId, revocation: signature },
        }),
      );
      return readTimeStamp(dependencies, runId);
    };
    expect(await state(stampedAt)).toMatchObject({
      state: 'wrong',
      problem: expect.stringContaining(`was revoked (${stampedAt})`) as string,
    });
    expect(await state(later)).toMatchObject({ state: 'stamped' });
    await withoutRules(test.db, async (tx) => {
      await tx.signingKey.deleteMany({ where: { id: next.keyId } });
      await tx.signingKey.updateMany({
        data: {
          endorsedBy: null,
          endorsement: null,
          revokedAt: null,
          revokedBy: null,
          revocation: null,
        },
      });
    });
  });

  it('TRUST-436 a replaced stamp is detected', async () => {
    const { token } = await (await openTimeStamps(settings())).stamp(DATA);
    await test.db.timeStamp.updateMany({ data: { token: Uint8Array.from(token) } });
    expect((await recordOf(run.id)).timeStamp).toMatchObject({
      state: 'wrong',
      problem: expect.stringMatching(/imprint differs/) as string,
    });
    const key = test.signer.publicKey;
    const findings = await verifyRecord(await exported(run.id), key);
    expect(findings.filter(({ state }) => state === 'fails')).toMatchObject([{ part: 'signature.tst' }]);
  });
});

function never(): never {
  throw new Error('it is there');
}
