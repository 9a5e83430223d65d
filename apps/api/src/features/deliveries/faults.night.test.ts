import { type Run, type TransferProtocol, transferProtocolSchema } from '@curvewell/domain';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { connectionTo, startFtpServer, type Faults, type FileServer } from '../../../test/file-server.ts';
import { filesOf } from '../../../test/delivered-files.ts';
import { movedClock } from '../../../test/moved-clock.ts';
import { often } from '../../../test/often.ts';
import { approvedRun } from '../../../test/run-factory.ts';
import { startSftpServer } from '../../../test/sftp-server.ts';
import { systemClock } from '../../clock.ts';

const FAULTS: readonly Faults[] = [
  {},
  {},
  {},
  { dropsFile: true },
  { isFull: true },
  { lies: true },
  { denies: 'rename' } as const,
  { denies: 'write' } as const,
  { denies: 'sign-in' } as const,
  { stands: 'rename' } as const,
];
const CHANGE_MS = 60;
const MAX_ROUNDS = 30;

/** Retries timeouts: on a busy machine one of hundreds of requests can be late. */
async function patiently<T>(make: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left--) {
    try {
      return await make();
    } catch (error) {
      if (left === 0 || !String(error).includes('timed-out')) throw error;
    }
  }
}

const clock = movedClock();
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ clock, signInClock: systemClock });
});
afterAll(() => test.close());
let server: FileServer;
afterEach(async () => {
  await server.close();
  await test.db.fileTransferConnection.deleteMany();
});

const SERVERS = {
  FTP: { start: startFtpServer, count: often({ byDay: 2, byNight: 100 }), seed: 900 },
  SFTP: { start: startSftpServer, count: often({ byDay: 1, byNight: 100 }), seed: 2000 },
} as const satisfies Record<TransferProtocol, object>;

it.each(transferProtocolSchema.options.map((protocol) => ({ protocol, ...SERVERS[protocol] })))(
  'FTP-20 runs over $protocol ($count) arrive complete, each file once, although the server fails at random; none is marked as sent before',
  async ({ protocol, count, seed, start }) => {
    server = await start();
    const settings = connectionTo(server, { protocol, sendFilesOnApproval: true });
    expect((await test.call('physician', 'POST', '/ftp-connection', settings)).statusCode).toBe(200);
    const runs: Run[] = [];
    for (let index = 0; index < count; index++)
      runs.push(await patiently(() => approvedRun(test, { seed: seed + index })));
    const isSent = async ({ id }: Run) =>
      (await test.db.run.findUniqueOrThrow({ where: { id }, select: { ftpSent: true } })).ftpSent === true;

    let left = runs;
    for (let round = 0; left.length > 0 && round < MAX_ROUNDS; round++) {
      const isLast = round === MAX_ROUNDS - 1;
      const timer = setInterval(() => {
        server.faults = isLast ? {} : (FAULTS[Math.floor(Math.random() * FAULTS.length)] ?? {});
      }, CHANGE_MS);
      await test.work();
      clock.addHours(2.5);
      clearInterval(timer);
      server.faults = {};
      const waiting: Run[] = [];
      for (const run of left) {
        if (!(await isSent(run))) waiting.push(run);
        else {
          const { there, sent } = await filesOf(test, server, run);
          expect(there).toEqual(sent);
          expect(Object.keys(sent)).toHaveLength(2);
        }
      }
      left = waiting;
      await test.call('physician', 'POST', '/deliveries/send-not-sent');
    }
    expect(left).toEqual([]);
    expect([...server.files.keys()].filter((path) => path.endsWith('.part'))).toEqual([]);
  },
  often({ byDay: 120_000, byNight: 3_600_000 }),
);
