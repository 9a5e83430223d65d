import type { ProblemCode } from '@curvewell/contracts';
import type { DeliveryFault, DeliveryLogStep } from '@curvewell/domain';

import { AppError } from '../../errors.ts';
import type { FileTransferConnection } from '../../generated/prisma/client.ts';
import { diagnose, TransferFault } from '../file-transfer/index.ts';

/** A failure that the file server did not cause. */
export class DeliveryProblem extends Error {
  readonly fault: DeliveryFault;

  constructor(fault: DeliveryFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface Failure {
  readonly fault: DeliveryFault;
  readonly step: DeliveryLogStep;
  readonly message: string;
  /** What a user can do; null: the message says it. */
  readonly advice: string | null;
}

const FAULT_OF: Readonly<Partial<Record<ProblemCode, DeliveryFault>>> = {
  'not-configured': 'no-secret',
  'record-changed': 'record-changed',
};

export function failureOf(error: unknown, connection: FileTransferConnection | null): Failure {
  if (error instanceof TransferFault && connection !== null) {
    const { step, message, serverMessage } = error;
    const words =
      serverMessage === null || serverMessage === message ? message : `${message}: “${serverMessage}”`;
    return { ...diagnose(error, connection), step, message: words };
  }
  if (error instanceof DeliveryProblem)
    return { fault: error.fault, step: 'begin', message: error.message, advice: null };
  if (error instanceof AppError) {
    const fault = FAULT_OF[error.code] ?? 'program';
    return { fault, step: 'begin', message: error.message, advice: null };
  }
  return {
    fault: 'program',
    step: 'end',
    advice: null,
    message:
      'An error occurred in Curvewell, not on the server. For the cause, see the log of this installation.',
  };
}
