import { TRANSFER_PROTOCOLS, type TransferProtocol, type TransferStep } from '@curvewell/domain';

import { traced } from '../../telemetry/trace-channels.ts';
import { openFtp } from './ftp.ts';
import { resolveServer, type AllowsFileServer } from './server-address.ts';
import { openSftp } from './sftp.ts';
import { TransferFault } from './transfer-fault.ts';
import { DEADLINES, type Deadlines, type ServerAccess, type ServerKey, type Transport } from './transport.ts';

/** How a server's key compares with the known one. */
export type KeyState = 'first-seen' | 'known' | 'changed' | 'trusted';
export interface SeenKey extends ServerKey {
  readonly state: KeyState;
}

/** Called after each step, with a sentence without full stop. */
export type OnStep = (step: TransferStep, message: string) => void;

export interface Opening {
  readonly access: ServerAccess;
  /** Null: no key is known yet. */
  readonly knownKey: string | null;
  readonly allows: AllowsFileServer;
  readonly onStep: OnStep;
  readonly deadlines?: Deadlines;
  /** Called with the key as soon as the server presents it, even if it is then refused. */
  readonly onKey?: (key: SeenKey) => void;
}

const OPEN = { FTP: openFtp, SFTP: openSftp } as const satisfies Record<TransferProtocol, unknown>;

/**
 * Connects and signs in. A key that differs from the known one is refused before any secret is sent.
 *
 * @throws TransferFault that names the step; the connection is closed then
 */
export async function openServer(opening: Opening): Promise<Transport> {
  const { access, knownKey, allows, onStep, onKey, deadlines = DEADLINES } = opening;
  const { host, port, protocol } = access;
  const address = await traced('file server: resolve', () => resolveServer(host, allows));
  onStep('resolve', `${host} is ${address}`);

  const transport = OPEN[protocol](access, { address, deadlines });
  const step = stepsOf(transport);
  const greeting = await step('connect', () => transport.connect());
  onStep('connect', `port ${port} answers as ${greeting.slice(0, LONGEST_GREETING)}`);

  const { proof } = TRANSFER_PROTOCOLS[protocol];
  const key = await step(proof, () => transport.prove());
  if (key !== null) {
    const state = stateOf(key, knownKey);
    onKey?.({ ...key, state });
    if (state === 'changed') {
      transport.close();
      const what = PROOF_WORDS[proof];
      throw new TransferFault(proof, {
        code: 'key-changed',
        message: `The ${what} has changed: ${key.fingerprint}`,
      });
    }
    onStep(proof, keyWords(key, state));
  }

  await step('sign-in', () => transport.signIn());
  onStep('sign-in', `as ${access.username}, by ${access.authentication === 'PASSWORD' ? 'password' : 'key'}`);
  return transport;
}

const LONGEST_GREETING = 80;
const PROOF_WORDS = { 'host-key': 'host key', certificate: 'certificate' } as const;

/** Runs a step and closes the connection when it fails. */
export function stepsOf(transport: Transport) {
  return async <T>(step: TransferStep, work: () => Promise<T>): Promise<T> => {
    try {
      return await traced(`file server: ${step}`, work);
    } catch (cause) {
      transport.close();
      if (cause instanceof TransferFault) throw cause;
      throw new TransferFault(step, { cause });
    }
  };
}

function stateOf({ fingerprint, isTrusted }: ServerKey, known: string | null): KeyState {
  if (isTrusted) return 'trusted';
  if (known === null) return 'first-seen';
  return fingerprint === known ? 'known' : 'changed';
}

function keyWords({ fingerprint, about }: ServerKey, state: KeyState): string {
  if (state === 'trusted') return 'issued by a trusted authority';
  return `${fingerprint} (${about})`;
}
