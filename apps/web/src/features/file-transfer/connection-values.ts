import {
  isSameServer,
  saveFileTransferSchema,
  TRANSFER_PROTOCOLS,
  transferSettingsOf,
  type FileTransferConnection,
  type SaveFileTransfer,
  type TransferProtocol,
  type TransferSettings,
} from '@curvewell/domain';
import { z } from 'zod';

import { text } from '../../locale/text.ts';
import type { RecordWords } from '../../shared/forms/record-conflict.ts';

const words = text.fileTransfer;

/** The values of the form as typed. */
export type ConnectionValues = Omit<TransferSettings, 'port'> &
  Pick<FileTransferConnection, 'hostKeyFingerprint'> & {
    readonly port: number | null;
    /** Empty keeps the stored one. */
    readonly password: string;
    readonly privateKey: string;
  };

/** Defaults of a connection that is not saved yet. */
export const NEW_CONNECTION: FileTransferConnection = {
  sentParts: ['FILES', 'REPORT'],
  id: '',
  ownerId: '',
  revision: 0,
  sendFilesOnApproval: false,
  protocol: 'FTP',
  tls: true,
  host: '',
  port: TRANSFER_PROTOCOLS.FTP.ports[0],
  directory: '/',
  authentication: 'PASSWORD',
  username: '',
  noticeAddresses: [],
  passwordSet: false,
  privateKeySet: false,
  hostKeyFingerprint: null,
  hostKeyKnownAt: null,
};

export const connectionValues = (connection: FileTransferConnection): ConnectionValues => ({
  ...transferSettingsOf(connection),
  hostKeyFingerprint: connection.hostKeyFingerprint,
  password: '',
  privateKey: '',
});

/** Sets the protocol, an authentication that it supports, and its usual port if the port is empty. */
export function withProtocol(values: ConnectionValues, protocol: TransferProtocol): ConnectionValues {
  const { ports, authentications } = TRANSFER_PROTOCOLS[protocol];
  return {
    ...values,
    protocol,
    port: values.port ?? ports[0],
    authentication: authentications.includes(values.authentication)
      ? values.authentication
      : authentications[0],
    // The host key belongs to one protocol.
    hostKeyFingerprint: values.protocol === protocol ? values.hostKeyFingerprint : null,
  };
}

/** Sets the server. A different server has a different host key. */
export const withServer = (
  values: ConnectionValues,
  server: Partial<Pick<ConnectionValues, 'host' | 'port'>>,
  saved: FileTransferConnection,
): ConnectionValues => {
  const next = { ...values, ...server };
  const isSame = next.port !== null && isSameServer({ ...next, port: next.port }, saved);
  return { ...next, hostKeyFingerprint: isSame ? saved.hostKeyFingerprint : null };
};

/** Whether the form has enough values for a test. */
export const isComplete = ({ host, port, username }: ConnectionValues): boolean =>
  host.trim() !== '' && port !== null && username.trim() !== '';

/** The required secret that is missing. Stored secrets are valid only for the same server. */
export function missingSecret(
  values: ConnectionValues,
  saved: FileTransferConnection,
): 'password' | 'privateKey' | null {
  const { authentication, password, privateKey, port } = values;
  const isSame =
    port !== null && isSameServer({ ...values, port }, saved) && saved.authentication === authentication;
  if (authentication === 'PASSWORD')
    return password === '' && !(isSame && saved.passwordSet) ? 'password' : null;
  return privateKey === '' && !(isSame && saved.privateKeySet) ? 'privateKey' : null;
}

/** The request body; secrets that were not typed are omitted. */
export function connectionBody({ port, password, privateKey, ...values }: ConnectionValues) {
  return {
    ...values,
    port,
    ...(password !== '' && { password }),
    ...(values.authentication === 'SSH_KEY' && privateKey !== '' && { privateKey }),
  };
}

export const valuesSchema = z
  .custom<ConnectionValues>()
  .transform((values) => connectionBody(values) as z.input<typeof saveFileTransferSchema>) // validated in the next step
  .pipe(saveFileTransferSchema);

export const sentBody = (values: ConnectionValues, revision: number): SaveFileTransfer => ({
  ...saveFileTransferSchema.parse(connectionBody(values)),
  revision,
});

const plain = (value: string | number | null) => (value === null || value === '' ? null : String(value));
const yesNo = (value: boolean) => (value ? words.yes : words.no);
/** Shows whether a secret changed, never the secret. */
const secret = (value: string) => (value === '' ? words.unchanged : words.hidden);

export const CONNECTION_WORDS: RecordWords<ConnectionValues> = {
  sendFilesOnApproval: { label: words.sendOnApproval, show: yesNo },
  sentParts: {
    label: words.sentParts,
    show: (parts) => parts.map((part) => words.parts[part]).join(', '),
  },
  protocol: { label: words.protocol, show: plain },
  tls: { label: words.tls, show: (tls) => (tls ? words.tlsOn : words.tlsOff) },
  host: { label: words.host, show: plain },
  port: { label: words.port, show: plain },
  directory: { label: words.directory, show: plain },
  authentication: { label: words.authentication, show: (way) => words.authentications[way] },
  username: { label: words.username, show: plain },
  password: { label: words.password, show: secret },
  privateKey: { label: words.privateKey, show: secret },
  noticeAddresses: { label: words.noticeAddresses, show: (all) => plain(all.join(', ')) },
  hostKeyFingerprint: { label: words.hostKey, show: plain },
};
