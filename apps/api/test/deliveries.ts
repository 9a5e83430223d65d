import type { Method } from '@curvewell/contracts';
import type { Delivery, FileTransferConnection, Run } from '@curvewell/domain';
import { expect } from 'vitest';

import type { TestApp } from './create-test-app.ts';
import { connectionTo, type FileServer } from './file-server.ts';

/** Actions of the physician in delivery tests: configure the test server, read runs. */
export function deliveriesOf(test: () => TestApp, server: () => Pick<FileServer, 'port'>) {
  const call = (method: Method, url: string, body?: object) => test().call('physician', method, url, body);
  // Original files only: each attempt would generate the report, which takes most of the time.
  const settings = (more: object) =>
    connectionTo(server(), { sendFilesOnApproval: true, sentParts: ['FILES'], ...more });
  const connection = async () => (await call('GET', '/ftp-connection')).json<FileTransferConnection>();
  return {
    call,
    settings,
    connection,
    connect: async (more: object = {}) => {
      expect((await call('POST', '/ftp-connection', settings(more))).statusCode).toBe(200);
    },
    save: async (more: object = {}) => {
      const { revision } = await connection();
      expect((await call('PUT', '/ftp-connection', settings({ revision, ...more }))).statusCode).toBe(200);
    },
    runNow: async ({ id }: Run) => (await call('GET', `/run/${id}`)).json<Run>(),
    deliveryOf: async ({ id }: Run): Promise<Delivery | undefined> => {
      const { content } = (await call('GET', '/deliveries')).json<{ content: Delivery[] }>();
      return content.find(({ runId }) => runId === id);
    },
    /** Removes the connection and all deliveries before the next test. */
    clear: async () => {
      const { db } = test();
      await db.fileTransferConnection.deleteMany();
      await db.delivery.deleteMany();
      await db.$executeRaw`DELETE FROM pgboss.job WHERE name = 'delivery'`;
    },
  };
}
