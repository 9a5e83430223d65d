import type { DeliveryLogStep } from '@curvewell/domain';

import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../database/db.ts';

/** The steps of one attempt. */
export interface Log {
  add: (step: DeliveryLogStep, message: string, ok?: boolean) => void;
  /** Stores the steps added since the last call. */
  write: (tx?: Tx) => Promise<void>;
  firstSeenKey: string | null;
}

const LONGEST_MESSAGE = 500;

interface Line {
  readonly deliveryId: string;
  readonly laboratoryId: string;
  readonly turn: number;
  readonly try: number;
}

export function openLog(
  { db, clock }: Dependencies,
  { deliveryId, laboratoryId, turn, try: number }: Line,
): Log {
  let added: { at: Date; step: string; message: string; ok: boolean }[] = [];
  return {
    firstSeenKey: null,
    add: (step, message, ok = true) => {
      added.push({ at: clock.now(), step, message: message.slice(0, LONGEST_MESSAGE), ok });
    },
    write: async (tx) => {
      const lines = added.map((one) => ({ ...one, deliveryId, laboratoryId, turn, try: number }));
      await (tx ?? db).deliveryLog.createMany({ data: lines });
      // In a transaction the steps are kept, because a restart must write them again.
      if (tx === undefined) added = [];
    },
  };
}
