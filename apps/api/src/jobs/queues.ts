import type { JobKind, SignedHead } from '@curvewell/domain';
import type { Queue } from 'pg-boss';

/** What a mail reports to a laboratory. */
export type NoticeEvent = 'waiting' | 'stopped' | 'resolved';

/** What each kind of work in the background takes to do it. */
export interface JobData extends Record<JobKind, object> {
  readonly archive: {
    readonly runId: string;
    /** Compared with the run's: somebody may have asked again since. */
    readonly requestId: string;
    readonly markAsToDelete: boolean;
    readonly requestedById: string;
    readonly requestedByName: string;
  };
  readonly delivery: { readonly deliveryId: string; readonly turn: number };
  readonly 'delivery-notice': {
    readonly laboratoryId: string;
    readonly event: NoticeEvent;
    /** When the trouble began: there may be another one by now. ISO 8601. */
    readonly since: string;
  };
  /** If omitted: all chains. */
  readonly 'audit-heads': { readonly laboratoryId?: string };
  readonly 'time-stamp': { readonly decisionId: string } | { readonly signed: SignedHead };
  readonly 'audit-head': { readonly laboratoryId: string; readonly signed: SignedHead };
}

/**
 * A worker that dies sends no beat; after this time without one its job is restarted. What fails for good is
 * given up by the work itself, long before the queue would.
 */
const CUT_OFF = { heartbeatSeconds: 10, retryLimit: 20, retryDelay: 1 } as const;
/** The same for work that is retried after it has failed: with growing pauses, the longest short enough for what was cut off. */
const TRIED_AGAIN = { ...CUT_OFF, retryDelay: 3, retryBackoff: true, retryDelayMax: 8 } as const;
/** Done jobs are kept for anyone who looks, failed ones for longer than a holiday. */
const KEPT = { deleteAfterSeconds: 14 * 24 * 3600, retentionSeconds: 28 * 24 * 3600 } as const;
/** A file server may be away for hours; the next day brings another head. */
const PATIENT = { retryLimit: 8, retryDelay: 60, retryBackoff: true, retryDelayMax: 2 * 3600 } as const;
/** An authority may be away for days: a time stamp is worth having later, too. */
const FOR_DAYS = { ...PATIENT, retryLimit: 100 } as const;
const QUICK = { expireInSeconds: 60 } as const;
const LONG = { expireInSeconds: 3600 } as const;
const A_NIGHT = { expireInSeconds: 6 * 3600 } as const;

export interface QueuePlan extends Omit<Queue, 'name'> {
  /** When it is requested by itself: a cron expression, UTC. */
  readonly cron?: string;
  /** Not everybody can do it: it comes by itself once a worker that can has been there. */
  readonly isOptional?: true;
}

export const QUEUES: Readonly<Record<JobKind, QueuePlan>> = {
  archive: { ...TRIED_AGAIN, ...KEPT, ...QUICK },
  // A plate of 384 wells takes some seconds for its report, 50 MB over a slow line some minutes.
  delivery: { ...CUT_OFF, ...KEPT, expireInSeconds: 15 * 60 },
  'delivery-notice': { ...CUT_OFF, ...PATIENT, ...KEPT, expireInSeconds: 120 },
  // A day of the archive ends at midnight UTC.
  purge: { ...TRIED_AGAIN, ...KEPT, ...LONG, cron: '5 0 * * *' },
  'forget-sessions': { ...TRIED_AGAIN, ...KEPT, ...QUICK, cron: '15 0 * * *' },
  'audit-heads': { ...TRIED_AGAIN, ...KEPT, ...QUICK, cron: '10 * * * *' },
  'audit-head': { ...CUT_OFF, ...PATIENT, ...KEPT, expireInSeconds: 10 * 60 },
  'time-stamp': { ...CUT_OFF, ...FOR_DAYS, ...KEPT, ...QUICK },
  'record-check': { ...TRIED_AGAIN, ...KEPT, ...LONG, cron: '30 1 * * *' },
  'run-counts': { ...TRIED_AGAIN, ...KEPT, ...LONG, cron: '40 * * * *' },
  // One that waits or runs is enough.
  backup: {
    ...TRIED_AGAIN,
    ...KEPT,
    ...A_NIGHT,
    policy: 'exclusive',
    cron: '0 2 * * *',
    isOptional: true,
  },
  'demo-history': { ...TRIED_AGAIN, ...KEPT, ...LONG, policy: 'exclusive' },
};
