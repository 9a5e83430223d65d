import { z } from 'zod';

import { instantSchema } from '../text/fields.ts';

/** Why a run could not be sent. */
export const deliveryFaultSchema = z.enum([
  'unresolved',
  'unreachable',
  'interrupted',
  'busy',
  'full',
  'wrong-size',
  'inward',
  'key-changed',
  'certificate',
  'no-tls',
  'no-sftp',
  'private-key',
  'password-refused',
  'key-refused',
  'directory-missing',
  'directory-denied',
  'write-denied',
  'rename-denied',
  'no-connection',
  'no-secret',
  'cut-off',
  'record-changed',
  'program',
  'unknown',
]);
export type DeliveryFault = z.infer<typeof deliveryFaultSchema>;

interface FaultPlan {
  /** `itself`: retried automatically. `person`: a person must act first. */
  readonly mends: 'itself' | 'person';
  /** Whether it affects all runs of the laboratory or a single one. */
  readonly of: 'connection' | 'run';
  /** The text in brackets and after a colon. */
  readonly words: string;
}

/** The consequences of each fault. */
export const DELIVERY_FAULTS = {
  unresolved: { mends: 'itself', of: 'connection', words: 'server name not found' },
  unreachable: { mends: 'itself', of: 'connection', words: 'server not reachable' },
  interrupted: { mends: 'itself', of: 'connection', words: 'connection interrupted' },
  busy: { mends: 'itself', of: 'connection', words: 'server busy' },
  full: { mends: 'itself', of: 'connection', words: 'no space on the server' },
  'wrong-size': { mends: 'itself', of: 'connection', words: 'file size on the server is wrong' },
  inward: { mends: 'person', of: 'connection', words: 'server address not allowed' },
  'key-changed': { mends: 'person', of: 'connection', words: 'key or certificate has changed' },
  certificate: { mends: 'person', of: 'connection', words: 'certificate refused' },
  'no-tls': { mends: 'person', of: 'connection', words: 'server offers no encryption' },
  'no-sftp': { mends: 'person', of: 'connection', words: 'not an SFTP server' },
  'private-key': { mends: 'person', of: 'connection', words: 'private key cannot be read' },
  'password-refused': { mends: 'person', of: 'connection', words: 'password refused' },
  'key-refused': { mends: 'person', of: 'connection', words: 'key refused' },
  'directory-missing': { mends: 'person', of: 'connection', words: 'directory not found' },
  'directory-denied': { mends: 'person', of: 'connection', words: 'no permission to open the directory' },
  'write-denied': { mends: 'person', of: 'connection', words: 'no permission to write' },
  'rename-denied': { mends: 'person', of: 'connection', words: 'no permission to rename' },
  'no-connection': { mends: 'person', of: 'run', words: 'no file transfer is configured' },
  'no-secret': { mends: 'person', of: 'connection', words: 'stored password or key cannot be read' },
  'cut-off': { mends: 'itself', of: 'run', words: 'program ended while sending' },
  'record-changed': { mends: 'person', of: 'run', words: 'run differs from what was signed' },
  program: { mends: 'itself', of: 'run', words: 'error in the program' },
  unknown: { mends: 'itself', of: 'connection', words: 'unexpected response from the server' },
} as const satisfies Readonly<Record<DeliveryFault, FaultPlan>>;

/** Faults that affect all runs of a laboratory; they end when one run is sent. */
export const CONNECTION_FAULTS: readonly DeliveryFault[] = deliveryFaultSchema.options.filter(
  (fault) => DELIVERY_FAULTS[fault].of === 'connection',
);

/** `NOT_SENT`: not retried until a user requests it or fixes the connection. */
export const deliveryStateSchema = z.enum(['WAITING', 'SENDING', 'SENT', 'NOT_SENT']);
export type DeliveryState = z.infer<typeof deliveryStateSchema>;

export const runDeliverySchema = z.object({
  state: deliveryStateSchema.exclude(['SENT']),
  /** The earliest time of the next attempt. */
  nextTryAt: instantSchema.nullable(),
  /** Null: no fault so far. */
  fault: deliveryFaultSchema.nullable(),
});
export type RunDelivery = z.infer<typeof runDeliverySchema>;
