import {
  connectionTestSchema,
  fileTransferConnectionSchema,
  idSchema,
  saveFileTransferSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import { problemCodeSchema } from './problem.ts';

/** What a test reports as it runs: after each step all that is known so far, and at its end the whole. */
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
    params: z.strictObject({ connectionId: idSchema }),
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
  // Its answer names the step that failed, which anyone who sets up a server needs, and which would also reveal open ports
  // from closed ones. So nothing inward is even knocked at, few ports outward, and that a few times a minute.
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
