import { channel } from 'node:diagnostics_channel';

import { originNow } from './origin.ts';

/** Publishes the processor time charged to requests, ms, for benchmarks. */
const used = channel('curvewell.used');

/**
 * Charges processor time, ms, to the current request: that of threads and processes, and of work whose
 * duration only it knows. Background work is charged to nobody.
 */
export function recordUse(processorMs: number): void {
  used.publish(processorMs);
  originNow()?.payer?.pay(processorMs);
}
