import type { JobKind, SignedHead } from '@curvewell/domain';
import type { Queue } from 'pg-boss';

import { BACKUP_LIMIT_HOURS } from '../backup/backup-size.ts';

/** The subject of a mail to a laboratory. */
export type NoticeEvent = 'waiting' | 'stopped' | 'resolved';

export interface JobData extends Record<JobKind, object> {
  readonly archive: {
    readonly runId: string;
    /** Compared with the run's, which may have been requested again since. */
    readonly requestId: string;
    readonly markAsToDelete: boolean;
    readonly requestedById: string;
    readonly requestedByName: string;
  };
  readonly delivery: { readonly deliveryId: string; readonly turn: number };
  readonly 'delivery-notice': {
    readonly laboratoryId: string;
    readonly event: NoticeEvent;
    /** When the trouble began, to detect a newer one. ISO 8601. */
    readonly since: string;
  };
  /** Omitted: all chains. */
  readonly 'audit-heads': { readonly laboratoryId?: string };
  readonly 'time-stamp': { readonly decisionId: string } | { readonly signed: SignedHead };
  readonly 'audit-head': { readonly laboratoryId: string; readonly signed: SignedHead };
}

/**
 * A job without heartbeat for this time is restarted. Handlers give up permanently long before these retries
 * run out.
 */
const CUT_OFF = { heartbeatSeconds: 10, retryLimit: 20, retryDelay: 1 } as const;
/**
 * For jobs that are retried after failures, with backoff; the longest delay is short enough for crashed jobs,
 * too.
 */
const TRIED_AGAIN = { ...CUT_OFF, retryDelay: 3, retryBackoff: true, retryDelayMax: 8 } as const;
/** Completed jobs are kept for inspection, failed ones for longer than a holiday. */
const KEPT = { deleteAfterSeconds: 14 * 24 * 3600, retentionSeconds: 28 * 24 * 3600 } as const;
/** A file server may be down for hours; the next day brings another head. */
const PATIENT = { retryLimit: 8, retryDelay: 60, retryBackoff: true, retryDelayMax: 2 * 3600 } as const;
/** A time stamp authority may be down for days, and a late time stamp is still useful. */
const FOR_DAYS = { ...PATIENT, retryLimit: 100 } as const;
const QUICK = { expireInSeconds: 60 } as const;
const LONG = { expireInSeconds: 3600 } as const;

export interface QueuePlan extends Omit<Queue, 'name'> {
  /** Schedule as a cron expression, UTC. */
  readonly cron?: string;
  /** Not every worker can run it; it is scheduled once a worker that can has started. */
  readonly isOptional?: true;
}

export const QUEUES: Readonly<Record<JobKind, QueuePlan>> = {
  archive: { ...TRIED_AGAIN, ...KEPT, ...QUICK },
  // A report for 384 wells takes some seconds; 50 MB over a slow line take some minutes.
  delivery: { ...CUT_OFF, ...KEPT, expireInSeconds: 15 * 60 },
  'delivery-notice': { ...CUT_OFF, ...PATIENT, ...KEPT, expireInSeconds: 120 },
  // Due dates of the archive end at midnight UTC.
  purge: { ...TRIED_AGAIN, ...KEPT, ...LONG, cron: '5 0 * * *' },
  'forget-sessions': { ...TRIED_AGAIN, ...KEPT, ...QUICK, cron: '15 0 * * *' },
  'audit-heads': { ...TRIED_AGAIN, ...KEPT, ...QUICK, cron: '10 * * * *' },
  'audit-partition': { ...TRIED_AGAIN, ...KEPT, ...LONG, policy: 'exclusive', cron: '45 0 * * *' },
  'audit-head': { ...CUT_OFF, ...PATIENT, ...KEPT, expireInSeconds: 10 * 60 },
  'time-stamp': { ...CUT_OFF, ...FOR_DAYS, ...KEPT, ...QUICK },
  'record-check': { ...TRIED_AGAIN, ...KEPT, ...LONG, cron: '30 1 * * *' },
  'run-counts': { ...TRIED_AGAIN, ...KEPT, ...LONG, cron: '40 * * * *' },
  'move-blobs': { ...TRIED_AGAIN, ...KEPT, ...LONG, policy: 'exclusive', cron: '20 * * * *' },
  'repack-results': { ...TRIED_AGAIN, ...KEPT, ...LONG, policy: 'exclusive', cron: '50 * * * *' },
  // One that waits or runs is enough.
  backup: {
    ...TRIED_AGAIN,
    ...KEPT,
    // Its own limit, and time to remove older files.
    expireInSeconds: (BACKUP_LIMIT_HOURS + 0.5) * 3600,
    policy: 'exclusive',
    cron: '0 2 * * *',
    isOptional: true,
  },
  'demo-history': { ...TRIED_AGAIN, ...KEPT, ...LONG, policy: 'exclusive' },
};
