import type { QueueOptions } from 'pg-boss';

/** What each kind of work in the background takes to do it. */
export interface JobData {
  readonly delivery: { readonly deliveryId: string; readonly turn: number };
}
export type JobName = keyof JobData;

/**
 * A worker that dies says nothing; after this time without a beat its job is begun again. What fails is noted by
 * the work itself, which decides when it is tried again: the queue begins again only what was cut off.
 */
const CUT_OFF = { heartbeatSeconds: 10, retryLimit: 20, retryDelay: 1 } as const;
/** Done jobs are kept for whoever looks, failed ones for longer than a holiday. */
const KEPT = { deleteAfterSeconds: 14 * 24 * 3600, retentionSeconds: 28 * 24 * 3600 } as const;

export const QUEUES: Readonly<Record<JobName, QueueOptions>> = {
  // A plate of 384 wells takes some seconds for its report, 50 MB over a slow line some minutes.
  delivery: { ...CUT_OFF, ...KEPT, expireInSeconds: 15 * 60 },
};
