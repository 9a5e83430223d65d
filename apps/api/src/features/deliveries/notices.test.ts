import type { Run } from '@curvewell/domain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { LOCALHOST_CERTIFICATE } from '../../../test/certificates.ts';
import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { connectionTo, startFtpServer, type FtpServer } from '../../../test/file-server.ts';
import { MAIL_ACCOUNT, startMailServer, type MailServer } from '../../../test/mail-server.ts';
import { movedClock } from '../../../test/moved-clock.ts';
import { approvedRun } from '../../../test/run-factory.ts';
import { openMailer } from '../../mail/mailer.ts';
import { systemClock } from '../../clock.ts';

const clock = movedClock();
const TO = ['it@lab.example', 'head@lab.example'];
let test: TestApp;
let mail: MailServer;
let server: FtpServer;
let seed = 6_000;
let run: Run;

const mailerTo = ({ port }: MailServer, more: Partial<Parameters<typeof openMailer>[0]> = {}) =>
  openMailer(
    {
      host: 'localhost',
      port,
      from: 'Curvewell <curvewell@lab.example>',
      account: MAIL_ACCOUNT,
      tls: 'starttls',
      ...more,
    },
    { authorities: [LOCALHOST_CERTIFICATE.cert] },
  );

beforeAll(async () => {
  mail = await startMailServer();
  test = await createTestApp({ clock, signInClock: systemClock, mailer: mailerTo(mail) });
});
afterAll(async () => {
  await test.close();
  await mail.close();
});
beforeEach(async () => {
  server = await startFtpServer();
  const body = connectionTo(server, {
    sendFilesOnApproval: true,
    sentParts: ['FILES'],
    noticeAddresses: TO,
  });
  expect((await test.call('physician', 'POST', '/ftp-connection', body)).statusCode).toBe(200);
  run = await approvedRun(test, { seed: (seed += 1) });
});
afterEach(async () => {
  mail.refuses = false;
  await test.db.fileTransferConnection.deleteMany();
  await test.db.delivery.deleteMany();
  await test.db.$executeRaw`DELETE FROM pgboss.job WHERE name IN ('delivery', 'delivery-notice')`;
  await server.close();
});

/** Returns the mails that arrive from now on. */
function fromNow(): () => string[] {
  const before = mail.mails.length;
  return () => mail.mails.slice(before).map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1] ?? '');
}
const WAITING = 'Demo laboratory North: runs are waiting to be sent';
const STOPPED = 'Demo laboratory North: sending to the file server has stopped';
const WORKS = 'Demo laboratory North: sending to the file server works again';

it('FTP-120 a laboratory gets one mail when runs have waited for an hour, and one when they are sent', async () => {
  const subjects = fromNow();
  server.faults = { isBusy: true };
  await test.work();
  expect(subjects()).toEqual([]);
  for (let hour = 0; hour < 3; hour++) {
    clock.addHours(2.5);
    await test.work();
  }
  expect(subjects()).toEqual([WAITING]);
  server.faults = {};
  clock.addHours(2.5);
  await test.work();
  expect(subjects()).toEqual([WAITING, WORKS]);
  const mails = mail.mails.slice(-2);
  for (const { to, isSecure } of mails) expect({ to, isSecure }).toEqual({ to: TO, isSecure: true });
  expect(mails[0]?.text).toMatch(
    /1 run of Demo laboratory North waits .* the oldest since [\d-]+ [\d:]+ \(Europe\/Stockholm\)/,
  );
  expect(mails[0]?.text).toMatch(/Reason: server busy\./);
  expect(mails[0]?.text).toContain('https://curvewell.example/admin/configuration?tab=fileTransfer');
});

it('FTP-120 mails contain no data of runs or samples', async () => {
  const wells = await test.db.well.findMany({ where: { runId: run.id }, select: { name: true } });
  server.faults = { denies: 'sign-in' };
  await test.work();
  const text = mail.mails.at(-1)?.text ?? '';
  const names = [run.fileName, run.name, run.plateId, ...wells.map(({ name }) => name)];
  for (const name of names.filter((one) => (one ?? '').length > 3)) expect(text).not.toContain(name);
  expect(text).not.toContain(run.id);
});

it('FTP-120 no mail is sent when the trouble ends within an hour', async () => {
  const subjects = fromNow();
  server.faults = { isBusy: true };
  await test.work();
  server.faults = {};
  clock.addHours(0.5);
  await test.work();
  clock.addHours(2);
  await test.work();
  expect(subjects()).toEqual([]);
});

it('FTP-121 a stop is mailed at once; a second mail of the same kind is sent only hours later, if it persists', async () => {
  const subjects = fromNow();
  const stopAgain = async () => {
    server.faults = { denies: 'sign-in' };
    await test.call('physician', 'POST', '/deliveries/send-not-sent');
    run = await approvedRun(test, { seed: (seed += 1) });
    await test.work();
  };
  const mend = async () => {
    server.faults = {};
    await test.call('physician', 'POST', '/deliveries/send-not-sent');
    await test.work();
  };
  await stopAgain();
  expect(subjects()).toEqual([STOPPED]);
  await mend();
  expect(subjects()).toEqual([STOPPED, WORKS]);
  await stopAgain();
  await mend();
  clock.addHours(5);
  await test.work();
  expect(subjects()).toEqual([STOPPED, WORKS]);
  await stopAgain();
  expect(subjects()).toEqual([STOPPED, WORKS, STOPPED]);
});

it('FTP-122 a failing mail server is shown under Jobs and retried; deliveries do not wait for it', async () => {
  const subjects = fromNow();
  mail.refuses = true;
  server.faults = { denies: 'sign-in' };
  await test.work();
  expect(subjects()).toEqual([]);
  const { jobs } = (await test.call('super', 'GET', '/jobs')).json<{ jobs: object[] }>();
  expect(jobs).toContainEqual(
    expect.objectContaining({
      kind: 'delivery-notice',
      state: 'failed',
      error: 'The mail server did not accept the e-mail. For the cause, see the log of this installation.',
    }),
  );
  expect(await test.db.delivery.count({ where: { state: 'NOT_SENT', fault: 'password-refused' } })).toBe(1);
});

it('FTP-122 without a mail server the job names the missing setting', async () => {
  const other = await createTestApp({ clock, signInClock: systemClock, beside: test });
  server.faults = { denies: 'sign-in' };
  await other.work();
  const { jobs } = (await test.call('super', 'GET', '/jobs')).json<{ jobs: object[] }>();
  expect(jobs).toContainEqual(
    expect.objectContaining({
      kind: 'delivery-notice',
      state: 'failed',
      error: expect.stringContaining('must set MAIL_HOST') as string,
    }),
  );
  await other.close();
});

it('FTP-123 mail with an account is sent only over TLS: STARTTLS, or TLS from the first byte', async () => {
  const message = { id: 'one', to: ['it@lab.example'], subject: 'Hello', text: 'Text' };
  const implicit = await startMailServer({ secure: true });
  await mailerTo(implicit, { tls: 'implicit' }).send(message);
  expect(implicit.mails).toMatchObject([{ isSecure: true }]);
  await implicit.close();

  const before = mail.mails.length;
  await expect(mailerTo(mail, { tls: 'none' }).send(message)).rejects.toThrow();
  const wrong = { user: 'curvewell', password: 'wrong' };
  await expect(mailerTo(mail, { account: wrong }).send(message)).rejects.toThrow(/wrong account/);
  const { host, port, from } = { host: 'localhost', port: mail.port, from: 'curvewell@lab.example' };
  const unknown = openMailer({ host, port, from, account: MAIL_ACCOUNT, tls: 'starttls' });
  await expect(unknown.send(message)).rejects.toThrow(/self.signed/);
  expect(mail.mails).toHaveLength(before);
});
