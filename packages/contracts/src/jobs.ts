import {
  idSchema,
  jobKindSchema,
  jobSchema,
  largeForBackupFileSchema,
  namedSchema,
  reasonSchema,
  restoredCopySchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';

/** The maximum number of jobs listed for each state, newest first. */
export const JOBS_LISTED = 50;
/** The maximum number of laboratories to filter by. */
export const JOB_LABORATORIES = 500;
/** The period of “lately”. */
export const JOBS_DONE_HOURS = 24;

export const jobCountsSchema = z.object({
  kind: jobKindSchema,
  failed: z.int(),
  running: z.int(),
  waiting: z.int(),
  done: z.int(),
  /** Scheduled daily at this time (UTC), `HH:MM`; null: on request. */
  dailyAt: z.string().nullable(),
  isHourly: z.boolean(),
});
export type JobCounts = z.infer<typeof jobCountsSchema>;

const jobFilterSchema = z.strictObject({ kind: jobKindSchema.optional(), laboratoryId: idSchema.optional() });
export type JobFilter = z.infer<typeof jobFilterSchema>;

export const jobPageSchema = z.object({
  /** Of all jobs. */
  counts: z.array(jobCountsSchema),
  /** Those that the filter finds. */
  jobs: z.array(jobSchema),
  /** The number that the filter finds in each state, also those that are not listed. */
  found: z.object({ failed: z.int(), running: z.int(), waiting: z.int(), done: z.int() }),
  /** Those with jobs, by name. */
  laboratories: z.array(namedSchema),
  restoredCopy: restoredCopySchema.nullable(),
  /** Null: small enough, or no backup files are made. */
  largeForBackupFile: largeForBackupFileSchema.nullable(),
});
export type JobPage = z.infer<typeof jobPageSchema>;

const superAdministrator = { access: anyOf('SUPER_ADMIN'), scope: 'global' } as const;

export const jobCalls = {
  list: call({
    ...superAdministrator,
    id: 'API-270',
    summary:
      'List the background jobs of all laboratories, of one kind or laboratory: failed, running, waiting, and done in the last day',
    method: 'GET',
    path: '/jobs',
    query: jobFilterSchema,
    answer: jobPageSchema,
  }),
  restart: call({
    ...superAdministrator,
    id: 'API-271',
    summary: 'Restart a failed job',
    method: 'POST',
    path: '/jobs/:kind/:jobId/restart',
    params: { kind: jobKindSchema },
    errors: ['illegal-transition'],
  }),
  confirmRolledBack: call({
    ...superAdministrator,
    id: 'TRUST-386',
    summary:
      'Confirm that the database was rolled back on purpose, so that runs can be decided and sent again',
    method: 'POST',
    path: '/jobs/confirm-rolled-back',
    body: z.strictObject({ reason: reasonSchema }),
    errors: ['illegal-transition'],
  }),
};
