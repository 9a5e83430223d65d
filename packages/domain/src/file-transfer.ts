import { z } from 'zod';

import { resultFormatSchema } from './exports.ts';
import { idSchema, instantSchema, revisionSchema } from './fields.ts';
import { emailSchema } from './users.ts';
import { lineSchema, secretLineSchema, secretLinesSchema } from './text.ts';

export const transferProtocolSchema = z.enum(['FTP', 'SFTP']);
export type TransferProtocol = z.infer<typeof transferProtocolSchema>;
const transferAuthenticationSchema = z.enum(['PASSWORD', 'SSH_KEY']);
export type TransferAuthentication = z.infer<typeof transferAuthenticationSchema>;

interface ProtocolTraits {
  /** The ports assigned to it, the usual one first. */
  readonly ports: readonly [number, ...number[]];
  /** The step in which the server proves who it is. */
  readonly proof: 'certificate' | 'host-key';
  /** Whether encryption is a setting (`tls`); otherwise the protocol encrypts always. */
  readonly hasTlsSetting: boolean;
  readonly authentications: readonly [TransferAuthentication, ...TransferAuthentication[]];
}

/** How the protocols differ. */
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

/** Whether everything goes to the server in the clear. */
export const isUnencrypted = ({ protocol, tls }: Pick<TransferSettings, 'protocol' | 'tls'>): boolean =>
  TRANSFER_PROTOCOLS[protocol].hasTlsSetting && !tls;

/** A name or an address, and nothing that a name cannot hold. */
const hostSchema = lineSchema
  .min(1, 'a host is needed')
  .max(255)
  .regex(/^[\p{L}\p{N}._:-]*$/u, 'the host must be a name or an address, such as files.lab.example');

/** The ports of file servers, and those that anybody may serve: no other service of a network is knocked at. */
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

/** What of an approved run is sent: its original files, its report, its results for other systems. */
export const sentPartSchema = z.enum(['FILES', 'REPORT', ...resultFormatSchema.options]);
export type SentPart = z.infer<typeof sentPartSchema>;

/** Addresses that get a mail when something is wrong. */
export const MAX_NOTICE_ADDRESSES = 5;

const connectionSettings = {
  sendFilesOnApproval: z.boolean().default(false),
  sentParts: z
    .array(sentPartSchema)
    .min(1, 'choose at least one part to send')
    .max(sentPartSchema.options.length)
    .default(['FILES', 'REPORT']),
  protocol: transferProtocolSchema.default('FTP'),
  /** Where the protocol leaves it open: everything goes over TLS (FTPS, explicit). */
  tls: z.boolean().default(true),
  host: hostSchema,
  port: portSchema,
  directory: directorySchema.default('/'),
  authentication: transferAuthenticationSchema.default('PASSWORD'),
  username: lineSchema.min(1, 'a username is needed').max(100),
  /** Who is sent a mail when deliveries wait or stopped, and when that is over. */
  noticeAddresses: z.array(emailSchema).max(MAX_NOTICE_ADDRESSES).default([]),
};

const settingsSchema = z.object(connectionSettings);
export type TransferSettings = z.infer<typeof settingsSchema>;

/** What a connection is set to: everything but its secrets and what is known of its server. */
export function transferSettingsOf(connection: TransferSettings): TransferSettings {
  const names = settingsSchema.keyof().options;
  return Object.fromEntries(names.map((name) => [name, connection[name]])) as TransferSettings; // these are all
}

/** `SHA256:…` of an SSH host key or of a certificate. */
const fingerprintSchema = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

/** A connection as it is answered: secrets never leave the server. */
export const fileTransferConnectionSchema = z.object({
  ...connectionSettings,
  id: idSchema,
  /** With a key: its passphrase. */
  passwordSet: z.boolean(),
  privateKeySet: z.boolean(),
  /** Of the server's SSH host key, or of a certificate that no authority vouches for; null: none is known. */
  hostKeyFingerprint: z.string().nullable(),
  hostKeyKnownAt: instantSchema.nullable(),
  ownerId: idSchema,
  revision: revisionSchema,
});
export type FileTransferConnection = z.infer<typeof fileTransferConnectionSchema>;

type Server = Pick<FileTransferConnection, 'host' | 'port' | 'protocol' | 'tls'>;

/**
 * What makes a server another one: what is kept of it – secrets, key – is not used for the next. A password that was
 * given for TLS does not go out in the clear because somebody switched TLS off.
 */
export function isSameServer(one: Server, other: Server): boolean {
  return (
    one.host.toLowerCase() === other.host.toLowerCase() &&
    one.port === other.port &&
    one.protocol === other.protocol &&
    (!TRANSFER_PROTOCOLS[one.protocol].hasTlsSetting || one.tls === other.tls)
  );
}

/** Secrets that are left out stay as they are, unless they are for another server. */
export const saveFileTransferSchema = z
  .strictObject({
    ...connectionSettings,
    password: secretLineSchema.max(1000).optional(),
    privateKey: secretLinesSchema.max(20_000).optional(),
    /** The key that somebody has seen and accepts; left out: the known one stays. */
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

/** The steps of a test, and of every try to send, in their order. */
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
  /** `to-come`: the test goes on, and has not taken it yet. */
  outcome: z.enum(['done', 'failed', 'not-tried', 'to-come']),
  /** What was found, in a sentence. */
  message: z.string(),
  /** The server's own words. */
  serverMessage: z.string().nullable(),
  /** What to do about it. */
  advice: z.string().nullable(),
  ms: z.number().nullable(),
});
export type TestedStep = z.infer<typeof testedStepSchema>;

/** How the key or certificate that a server shows stands to the one that is known. */
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
