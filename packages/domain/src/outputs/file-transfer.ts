import { z } from 'zod';

import { resultFormatSchema } from './exports.ts';
import { idSchema, instantSchema, revisionSchema } from '../text/fields.ts';
import { emailSchema } from '../laboratory/users.ts';
import { lineSchema, secretLineSchema, secretLinesSchema } from '../text/text.ts';

export const transferProtocolSchema = z.enum(['FTP', 'SFTP']);
export type TransferProtocol = z.infer<typeof transferProtocolSchema>;
const transferAuthenticationSchema = z.enum(['PASSWORD', 'SSH_KEY']);
export type TransferAuthentication = z.infer<typeof transferAuthenticationSchema>;

interface ProtocolTraits {
  /** The assigned ports, default first. */
  readonly ports: readonly [number, ...number[]];
  /** The step in which the server proves its identity. */
  readonly proof: 'certificate' | 'host-key';
  /** Whether encryption is optional (`tls`); other protocols always encrypt. */
  readonly hasTlsSetting: boolean;
  readonly authentications: readonly [TransferAuthentication, ...TransferAuthentication[]];
}

/** The differences between protocols. */
export const TRANSFER_PROTOCOLS: Readonly<Record<TransferProtocol, ProtocolTraits>> = {
  FTP: { ports: [21, 990], proof: 'certificate', hasTlsSetting: true, authentications: ['PASSWORD'] },
  SFTP: {
    ports: [22],
    proof: 'host-key',
    hasTlsSetting: false,
    authentications: ['PASSWORD', 'SSH_KEY'],
  },
};
const ASSIGNED_PORTS = Object.values(TRANSFER_PROTOCOLS).flatMap(({ ports }) => ports);

export const isUnencrypted = ({ protocol, tls }: Pick<TransferSettings, 'protocol' | 'tls'>): boolean =>
  TRANSFER_PROTOCOLS[protocol].hasTlsSetting && !tls;

const hostSchema = lineSchema
  .min(1, 'a host is needed')
  .max(255)
  .regex(/^[\p{L}\p{N}._:-]*$/u, 'the host must be a name or an address, such as files.lab.example');

/**
 * The ports of file servers, and unprivileged ports, so that other services of a network cannot be probed.
 */
const portSchema = z
  .int()
  .min(1)
  .max(65_535)
  .refine((port) => ASSIGNED_PORTS.includes(port) || port > 1023, {
    error: `the port must be ${ASSIGNED_PORTS.toSorted((a, b) => a - b).join(', ')} or above 1023`,
  });

const directorySchema = lineSchema
  .max(500)
  .regex(/^\//, 'a directory must begin with /')
  .refine((path) => !path.split(/[/\\]/).includes('..'), 'a directory must not contain ..');

/** The parts of an approved run that can be sent: original files, report, and results for other systems. */
export const sentPartSchema = z.enum(['FILES', 'REPORT', ...resultFormatSchema.options]);
export type SentPart = z.infer<typeof sentPartSchema>;

export const MAX_NOTICE_ADDRESSES = 5;

const connectionSettings = {
  sendFilesOnApproval: z.boolean().default(false),
  sentParts: z
    .array(sentPartSchema)
    .min(1, 'choose at least one part to send')
    .max(sentPartSchema.options.length)
    .default(['FILES', 'REPORT']),
  protocol: transferProtocolSchema.default('FTP'),
  /** Where the protocol leaves it open: use TLS (explicit FTPS). */
  tls: z.boolean().default(true),
  host: hostSchema,
  port: portSchema,
  directory: directorySchema.default('/'),
  authentication: transferAuthenticationSchema.default('PASSWORD'),
  username: lineSchema.min(1, 'a username is needed').max(100),
  /** Recipients of mails about waiting or stopped deliveries, and about their end. */
  noticeAddresses: z.array(emailSchema).max(MAX_NOTICE_ADDRESSES).default([]),
};

const settingsSchema = z.object(connectionSettings);
export type TransferSettings = z.infer<typeof settingsSchema>;

/** The settings of a connection, without secrets and the server's key. */
export function transferSettingsOf(connection: TransferSettings): TransferSettings {
  const names = settingsSchema.keyof().options;
  return Object.fromEntries(names.map((name) => [name, connection[name]])) as TransferSettings; // these are all
}

/** `SHA256:…` of an SSH host key or a certificate. */
const fingerprintSchema = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

/** A connection in API responses, without secrets. */
export const fileTransferConnectionSchema = z.object({
  ...connectionSettings,
  id: idSchema,
  /** With key authentication: the passphrase of the key. */
  passwordSet: z.boolean(),
  privateKeySet: z.boolean(),
  /** The server's SSH host key, or a certificate without trusted authority; null: none is known. */
  hostKeyFingerprint: z.string().nullable(),
  hostKeyKnownAt: instantSchema.nullable(),
  ownerId: idSchema,
  revision: revisionSchema,
});
export type FileTransferConnection = z.infer<typeof fileTransferConnectionSchema>;

type Server = Pick<FileTransferConnection, 'host' | 'port' | 'protocol' | 'tls'>;

/**
 * Whether two connections use the same server. The stored secrets and key of another server must not be
 * reused. Disabling TLS also counts as another server, so that a password entered for TLS is not sent
 * unencrypted.
 */
export function isSameServer(one: Server, other: Server): boolean {
  return (
    one.host.toLowerCase() === other.host.toLowerCase() &&
    one.port === other.port &&
    one.protocol === other.protocol &&
    (!TRANSFER_PROTOCOLS[one.protocol].hasTlsSetting || one.tls === other.tls)
  );
}

/** Omitted secrets are unchanged, unless the server changes. */
export const saveFileTransferSchema = z
  .strictObject({
    ...connectionSettings,
    password: secretLineSchema.max(1000).optional(),
    privateKey: secretLinesSchema.max(20_000).optional(),
    /** The key that the user has accepted; omitted: the known key stays. */
    hostKeyFingerprint: fingerprintSchema.nullable().optional(),
    revision: revisionSchema.optional(),
  })
  .refine(
    ({ protocol, authentication }) => TRANSFER_PROTOCOLS[protocol].authentications.includes(authentication),
    {
      path: ['authentication'],
      message: 'the protocol does not support this authentication; FTP requires a password',
    },
  );
export type SaveFileTransfer = z.output<typeof saveFileTransferSchema>;

/** The steps of a test and of every delivery attempt, in order. */
export const transferStepSchema = z.enum([
  'resolve',
  'connect',
  'host-key',
  'certificate',
  'sign-in',
  'directory',
  'write',
  'rename',
  'clean-up',
]);
export type TransferStep = z.infer<typeof transferStepSchema>;

export const testedStepSchema = z.object({
  step: transferStepSchema,
  /** `to-come`: the running test has not reached it yet. */
  outcome: z.enum(['done', 'failed', 'not-tried', 'to-come']),
  /** The finding as a sentence. */
  message: z.string(),
  serverMessage: z.string().nullable(),
  /** What the user can do. */
  advice: z.string().nullable(),
  ms: z.number().nullable(),
});
export type TestedStep = z.infer<typeof testedStepSchema>;

export const serverKeyStateSchema = z.enum(['first-seen', 'known', 'changed', 'trusted']);

export const connectionTestSchema = z.object({
  at: instantSchema,
  ms: z.number(),
  works: z.boolean(),
  steps: z.array(testedStepSchema),
  hostKeyFingerprint: z.string().nullable(),
  hostKeyState: serverKeyStateSchema.nullable(),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
