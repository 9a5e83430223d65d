import { channel } from 'node:diagnostics_channel';

import { originNow } from './origin.ts';

/** Publishes the processor time charged to requests, in ms, for measurements. */
const used = channel('curvewell.used');

/**
 * Charges processor time, in ms, to the request for which it is used: that of threads and processes, and that of work
 * whose length only the work itself knows. Background work is charged to nobody.
 */
export function recordUse(processorMs: number): void {
  used.publish(processorMs);
  originNow()?.payer?.pay(processorMs);
}
