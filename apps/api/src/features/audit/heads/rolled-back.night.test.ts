import { NO_ANSWERS, type ChainState, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { connectionTo, startFtpServer, type FtpServer } from '../../../../test/file-server.ts';
import { decide, interpretedRun, submit } from '../../../../test/run-factory.ts';
import { withoutRules } from '../../../../test/without-rules.ts';
import { runAdminCommand } from '../../../commands/admin-command.ts';
import { createSecrets } from '../../../database/secrets.ts';

let test: TestApp;
let server: FtpServer;
let approved: Run;
let waiting: Run;
let interpreted: Run;
let north = '';

beforeAll(async () => {
  test = await createTestApp();
  server = await startFtpServer();
  approved = await interpretedRun(test, { seed: 31 });
  await submit(test, approved.id);
  waiting = await interpretedRun(test, { seed: 32 });
  await submit(test, waiting.id);
  interpreted = await interpretedRun(test, { seed: 33 });
  north = approved.laboratory.id;
});
afterAll(async () => {
  await server.close();
  await test.close();
});

const newest = () => test.app.headFiles.newest(north);
const head = () => test.db.auditHead.findUniqueOrThrow({ where: { chain: north } });
const properties = async () => (await test.call('tech', 'GET', '/public-properties')).json<object>();
const ask = () => test.db.$transaction((tx) => test.app.jobs.ask(tx, 'audit-heads', { data: {} }));
const states = async () => (await test.call('quality', 'GET', '/audit/verify')).json<ChainState[]>();
const confirm = (login: string, body: object) => test.call(login, 'POST', '/jobs/confirm-rolled-back', body);

/** Simulates an old backup: removes the entries after a number and resets the head to match. */
async function setBack(number: bigint): Promise<void> {
  await withoutRules(test.db, async (tx) => {
    await tx.$executeRaw`DELETE FROM audit_event WHERE laboratory_id = ${north}::uuid AND number > ${number}`;
    await tx.$executeRaw`UPDATE audit_head h SET number = e.number, hash = e.hash FROM audit_event e
      WHERE h.chain = ${north}::uuid AND e.laboratory_id = h.chain AND e.number = ${number}`;
  });
}

describe('TRUST-384 heads are exported', () => {
  it('with each approval and each rejection', async () => {
    expect(await newest()).toBeNull();
    expect((await decide(test, approved.id)).statusCode).toBe(200);
    await test.work();
    expect((await newest())?.head).toMatchObject({ number: Number((await head()).number) });
    const rejected = await interpretedRun(test, { seed: 34 });
    await submit(test, rejected.id);
    await decide(test, rejected.id, { status: 'REJECTED' });
    await test.work();
    expect((await newest())?.head.hash).toBe((await head()).hash);
  });

  it('each hour, if there is a new one', async () => {
    const schedules = await test.db.$queryRaw<{ cron: string }[]>`
      SELECT cron FROM pgboss.schedule WHERE name = 'audit-heads'`;
    expect(schedules.length).toBeLessThan(2);
    for (const { cron } of schedules) expect(cron).toMatch(/^\d+ \* \* \* \*$/);
    const before = await newest();
    await ask();
    await test.work();
    expect(await newest()).toEqual(before);
    await test.call('tech', 'POST', `/run/${interpreted.id}/comment`, { value: 'Looked at twice.' });
    await ask();
    await test.work();
    expect((await newest())?.head.hash).toBe((await head()).hash);
  });
});

describe('TRUST-385 a database that lacks the newest exported head', () => {
  it('is marked as rolled back, and decisions, deliveries and exports are refused', async () => {
    await test.call('physician', 'POST', '/ftp-connection', connectionTo(server));
    expect((await test.call('physician', 'POST', `/ftp/send/run/${approved.id}`)).statusCode).toBe(200);
    expect(await properties()).toMatchObject({ rolledBack: null });
    await ask();
    await test.work();
    const { number } = await head();
    const outside = await newest();
    await setBack(number - 2n);
    await ask();
    await test.work();
    expect(await properties()).toMatchObject({ rolledBack: { foundAt: expect.any(String) as string } });
    expect(await newest()).toEqual(outside);

    const refused = {
      code: 'illegal-transition',
      message: expect.stringMatching('was rolled back') as string,
    };
    expect((await submit(test, interpreted.id)).json()).toMatchObject(refused);
    expect((await decide(test, waiting.id)).json()).toMatchObject(refused);
    const reject = { ...NO_ANSWERS, reason: 'Controls failed' };
    expect(
      (await test.call('physician', 'PUT', `/run/${waiting.id}/status?status=REJECTED`, reject)).json(),
    ).toMatchObject(refused);
    expect((await test.call('physician', 'POST', '/deliveries/send-not-sent')).json()).toMatchObject(refused);
  });

  it('stays marked even when it gets more entries than the head names', async () => {
    for (const text of ['One.', 'Two.', 'Three.'])
      await test.call('tech', 'POST', `/run/${interpreted.id}/comment`, { value: text });
    await ask();
    await test.work();
    expect(await properties()).toMatchObject({ rolledBack: { foundAt: expect.any(String) as string } });
    const faults = (await states()).map(({ fault }) => fault?.text ?? '');
    expect(faults.join()).toMatch(/is not the one that the seal of/);
  });

  it('TRUST-386 can be confirmed by an administrator with a reason, which the audit trail records', async () => {
    expect((await confirm('quality', { reason: 'Restored from a backup' })).statusCode).toBe(403);
    expect((await confirm('super', { reason: '' })).statusCode).toBe(400);
    const outside = await newest();
    expect((await confirm('super', { reason: 'Restored from a backup' })).statusCode).toBe(204);
    expect(await properties()).toMatchObject({ rolledBack: null });
    const [entry] = await test.db.auditEvent.findMany({
      where: { action: 'installation.confirm-rolled-back' },
    });
    expect(entry?.details).toMatchObject({
      reason: 'Restored from a backup',
      heads: [{ chain: north, number: outside?.head.number, hash: outside?.head.hash }],
    });
    expect((await confirm('super', { reason: 'Once more' })).json()).toMatchObject({
      code: 'illegal-transition',
    });
    await ask();
    await test.work();
    expect((await newest())?.head.hash).toBe((await head()).hash);
    for (const { fault } of await states()) expect(fault).toBeNull();
    expect((await submit(test, interpreted.id)).statusCode).toBe(200);
  });

  it('TRUST-386 can be confirmed on the command line', async () => {
    const admin = (...commandLine: string[]) =>
      runAdminCommand(
        {
          db: test.db,
          secrets: createSecrets([]),
          identityAdmin: null,
          openSigner: () => Promise.resolve(null),
          actor: { userId: null, name: 'Command line (test)', laboratory: null },
        },
        commandLine,
      );
    await ask();
    await test.work();
    await setBack((await head()).number - 1n);
    await ask();
    await test.work();
    await expect(admin('confirm-rolled-back')).rejects.toThrow('--reason');
    expect(await admin('confirm-rolled-back', '--reason', 'Restored from a backup')).toMatch(/^Confirmed/);
  });
});
