import {
  connectionTestSchema,
  fileTransferConnectionSchema,
  saveFileTransferSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import { problemCodeSchema } from './problem.ts';

/** Events of a running test: the state after each step, and the result. */
export const connectionTestEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), test: connectionTestSchema }),
  z.object({ kind: z.literal('done'), test: connectionTestSchema }),
  z.object({ kind: z.literal('failed'), code: problemCodeSchema, message: z.string() }),
]);
export type ConnectionTestEvent = z.infer<typeof connectionTestEventSchema>;

const body = {
  body: saveFileTransferSchema,
  scope: 'laboratory',
  access: anyOf('WRITE_DIAGNOSTIC'),
} as const;

export const fileTransferCalls = {
  create: call({
    ...body,
    id: 'API-63',
    summary: 'Add the file-transfer connection of the laboratory',
    method: 'POST',
    path: '/ftp-connection',
    answer: fileTransferConnectionSchema,
    errors: ['name-taken', 'not-configured'],
  }),
  update: call({
    ...body,
    id: 'API-64',
    summary: 'Change the file-transfer connection of the laboratory',
    method: 'PUT',
    path: '/ftp-connection',
    answer: fileTransferConnectionSchema,
    errors: ['stale', 'not-configured'],
  }),
  get: call({
    id: 'API-65',
    summary: 'Get the file-transfer connection of the laboratory, without secrets',
    method: 'GET',
    path: '/ftp-connection',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    answer: fileTransferConnectionSchema.nullable(),
  }),
  delete: call({
    id: 'API-66',
    summary: 'Delete the file-transfer connection of the laboratory',
    method: 'DELETE',
    path: '/ftp-connection/:connectionId',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
  }),
  isConfigured: call({
    id: 'API-67',
    summary: 'Get whether file transfer is configured',
    method: 'GET',
    path: '/ftp-connection/configuration/valid',
    access: signedIn,
    scope: 'laboratory',
    answer: z.boolean(),
  }),
  // The response names the failed step, which users need for the setup, but which could also serve to scan
  // ports. So internal addresses and unusual ports are refused, and tests are limited per minute.
  test: call({
    ...body,
    id: 'API-68',
    summary: 'Test a connection and report each step as a server-sent event',
    perMinute: 5,
    method: 'POST',
    path: '/ftp/test',
    costMs: 100,
    answer: connectionTestEventSchema,
    file: { mediaTypes: ['text/event-stream'] },
    errors: ['not-configured'],
  }),
};
