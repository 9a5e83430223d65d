import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import { idSchema, revisionSchema } from './paging.ts';
import { lineSchema, secretLineSchema, secretLinesSchema } from './text.ts';

export const transferProtocolSchema = z.enum(['FTP', 'SFTP']);
export const DEFAULT_TRANSFER_PORT = { FTP: 21, SFTP: 22 } as const;
export const transferAuthenticationSchema = z.enum(['PASSWORD', 'SSH_KEY']);

const connectionSettings = {
  sendFilesOnApproval: z.boolean().default(false),
  protocol: transferProtocolSchema.default('FTP'),
  host: lineSchema.min(1).max(255),
  port: z.int().min(1).max(65_535),
  directory: lineSchema.max(500).default('/'),
  authentication: transferAuthenticationSchema.default('PASSWORD'),
  username: lineSchema.min(1).max(100),
};

/** A connection as it is answered: secrets never leave the server. */
export const fileTransferConnectionSchema = z.object({
  ...connectionSettings,
  id: idSchema,
  passwordSet: z.boolean(),
  privateKeySet: z.boolean(),
  hostKeyFingerprint: z.string().nullable(),
  ownerId: idSchema,
  revision: revisionSchema,
});
export type FileTransferConnection = z.infer<typeof fileTransferConnectionSchema>;

/** Empty secrets keep the stored ones, unless the host changes. */
export const saveFileTransferSchema = z
  .strictObject({
    ...connectionSettings,
    password: secretLineSchema.max(1000).optional(),
    privateKey: secretLinesSchema.max(20_000).optional(),
    revision: revisionSchema.optional(),
  })
  .refine(({ protocol, authentication }) => protocol === 'SFTP' || authentication === 'PASSWORD', {
    path: ['authentication'],
    message: 'FTP signs in with a password',
  });

const body = {
  body: saveFileTransferSchema,
  scope: 'laboratory',
  access: anyOf('WRITE_DIAGNOSTIC'),
} as const;

export const fileTransferCalls = {
  create: call({
    ...body,
    id: 'API-63',
    summary: "Sets the laboratory's file-transfer connection",
    method: 'POST',
    path: '/ftp-connection',
    answer: fileTransferConnectionSchema,
    errors: ['name-taken'],
  }),
  update: call({
    ...body,
    id: 'API-64',
    summary: "Changes the laboratory's file-transfer connection",
    method: 'PUT',
    path: '/ftp-connection',
    answer: fileTransferConnectionSchema,
    errors: ['stale'],
  }),
  get: call({
    id: 'API-65',
    summary: "The laboratory's file-transfer connection, without secrets",
    method: 'GET',
    path: '/ftp-connection',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    answer: fileTransferConnectionSchema.nullable(),
  }),
  delete: call({
    id: 'API-66',
    summary: "Deletes the laboratory's file-transfer connection",
    method: 'DELETE',
    path: '/ftp-connection/:connectionId',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    params: z.strictObject({ connectionId: idSchema }),
  }),
  isConfigured: call({
    id: 'API-67',
    summary: 'Whether file transfer is configured',
    method: 'GET',
    path: '/ftp-connection/configuration/valid',
    access: signedIn,
    scope: 'laboratory',
    answer: z.boolean(),
  }),
  test: call({
    ...body,
    id: 'API-68',
    summary: 'Tries a connection step by step',
    method: 'POST',
    path: '/ftp/test',
    answer: z.object({
      steps: z.array(
        z.object({
          name: z.enum(['connect', 'sign-in', 'directory', 'write', 'delete']),
          ok: z.boolean(),
          message: z.string(),
        }),
      ),
      hostKeyFingerprint: z.string().nullable(),
    }),
    errors: ['timed-out'],
  }),
  sendRun: call({
    id: 'API-69',
    summary: 'Sends the files of an approved run to the file server',
    method: 'POST',
    path: '/ftp/send/run/:runId',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    params: z.strictObject({ runId: idSchema }),
    answer: z.object({ ftpSent: z.boolean() }),
    errors: ['illegal-transition', 'timed-out'],
  }),
};
