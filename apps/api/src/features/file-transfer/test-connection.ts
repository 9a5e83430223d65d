import { randomBytes } from 'node:crypto';

import { isUnencrypted, TRANSFER_PROTOCOLS, type ConnectionTest, type TestedStep } from '@curvewell/domain';

import { diagnose } from './advice.ts';
import { openServer, type Opening, type SeenKey } from './open-server.ts';
import { TransferFault } from './transfer-fault.ts';
import type { ServerAccess, Transport } from './transport.ts';

type Step = TestedStep['step'];

interface Trial extends Omit<Opening, 'onStep' | 'onKey'> {
  readonly directory: string;
  readonly now: Date;
  /** Receives the current state at the start and after each step. */
  readonly onProgress: (test: ConnectionTest) => void;
}

const CONTENT = Buffer.from('Curvewell tests whether it can send files here. You can delete this file\n');

/** The steps of a test in order. Without TLS a server cannot prove its identity, so that step is omitted. */
function stepNames(access: Pick<ServerAccess, 'protocol' | 'tls'>): readonly Step[] {
  const proof: readonly Step[] = isUnencrypted(access) ? [] : [TRANSFER_PROTOCOLS[access.protocol].proof];
  return ['resolve', 'connect', ...proof, 'sign-in', 'directory', 'write', 'clean-up'];
}

/** Runs every step of a delivery with a test file, up to the first failure. */
export async function testConnection({
  directory,
  now,
  onProgress,
  ...trial
}: Trial): Promise<ConnectionTest> {
  const { access } = trial;
  const began = performance.now();
  let last = began;
  let key: SeenKey | null = null;
  const steps = new Map<Step, TestedStep>();
  const named = stepNames(access);
  const resultWith = (untaken: 'to-come' | 'not-tried'): ConnectionTest => {
    return {
      at: now.toISOString(),
      ms: Math.round(performance.now() - began),
      works: named.every((step) => steps.get(step)?.outcome === 'done'),
      steps: named.map((step) => steps.get(step) ?? notTaken(step, untaken)),
      hostKeyFingerprint: key === null || key.state === 'trusted' ? null : key.fingerprint,
      hostKeyState: key?.state ?? null,
    };
  };
  const note = (step: Step, found: Pick<TestedStep, 'outcome' | 'message'> & Partial<TestedStep>) => {
    const at = performance.now();
    steps.set(step, { serverMessage: null, advice: null, step, ms: Math.round(at - last), ...found });
    last = at;
    onProgress(resultWith('to-come'));
  };
  const fail = (step: Step, fault: TransferFault) =>
    note(step, {
      outcome: 'failed',
      message: fault.message,
      serverMessage: fault.serverMessage === fault.message ? null : fault.serverMessage,
      advice: diagnose(fault, { ...access, directory }).advice,
    });

  onProgress(resultWith('to-come'));
  try {
    const transport = await openServer({
      ...trial,
      onStep: (step, message) => note(step, { outcome: 'done', message }),
      onKey: (shown) => {
        key = shown;
      },
    });
    try {
      await tryFiles({ transport, directory, note, fail });
    } finally {
      transport.close();
    }
  } catch (error) {
    if (!(error instanceof TransferFault)) throw error;
    fail(error.step, error);
  }

  return resultWith('not-tried');
}

const notTaken = (step: Step, outcome: 'to-come' | 'not-tried'): TestedStep => ({
  step,
  outcome,
  message: outcome === 'to-come' ? '' : 'not tried',
  serverMessage: null,
  advice: null,
  ms: null,
});

interface Files {
  readonly transport: Transport;
  readonly directory: string;
  readonly note: (step: Step, found: Pick<TestedStep, 'outcome' | 'message'>) => void;
  readonly fail: (step: Step, fault: TransferFault) => void;
}

async function tryFiles({ transport, directory, note, fail }: Files): Promise<void> {
  const entries = await transport.list(directory).catch((cause: unknown) => {
    throw new TransferFault('directory', { cause });
  });
  note('directory', {
    outcome: 'done',
    message: `${directory} exists, ${entries === 1 ? '1 entry' : `${entries} entries`}`,
  });

  const name = `curvewell-test-${randomBytes(4).toString('hex')}`;
  const path = `${directory.replace(/\/+$/, '')}/${name}`;
  const temporary = `${path}.tmp`;
  let left = temporary;
  try {
    await transport.write(temporary, CONTENT).catch((cause: unknown) => {
      throw new TransferFault('write', { cause });
    });
    const size = await transport.size(temporary).catch((cause: unknown) => {
      throw new TransferFault('write', {
        cause,
        message: `${name}.tmp was written, but the server does not report its size`,
      });
    });
    if (size !== CONTENT.length) {
      const message = `${name}.tmp was written, but has ${size} bytes, expected ${CONTENT.length}`;
      throw new TransferFault('write', { code: 'size', message });
    }
    await transport.rename(temporary, `${path}.txt`).catch((cause: unknown) => {
      const message = `${name}.tmp was written, ${size} bytes, but not renamed`;
      throw new TransferFault('rename', { cause, message });
    });
    left = `${path}.txt`;
    note('write', { outcome: 'done', message: `${name}.tmp, ${size} bytes, renamed to ${name}.txt` });
  } catch (error) {
    if (!(error instanceof TransferFault)) throw error;
    fail('write', error);
  }
  try {
    await transport.remove(left);
    note('clean-up', { outcome: 'done', message: 'the test file was deleted' });
  } catch (cause) {
    // Nothing was written, so there is nothing to remove.
    if (left === temporary) return;
    fail('clean-up', new TransferFault('clean-up', { cause, message: `${name}.txt was not deleted` }));
  }
}
