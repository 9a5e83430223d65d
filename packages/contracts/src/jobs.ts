import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { reasonSchema } from './laboratory-rules.ts';
import { idSchema, instantSchema, namedSchema } from './fields.ts';

/** What is done in the background. */
export const jobKindSchema = z.enum([
  'archive',
  'delivery',
  'delivery-notice',
  'purge',
  'forget-sessions',
  'audit-heads',
  'audit-head',
  'time-stamp',
  'record-check',
  'backup',
  'demo-history',
]);
export type JobKind = z.infer<typeof jobKindSchema>;

/** Those that need somebody first. */
export const jobStateSchema = z.enum(['failed', 'running', 'waiting', 'done']);
export type JobState = z.infer<typeof jobStateSchema>;

/** Jobs of each state that are listed at most, the newest ones. */
export const JOBS_LISTED = 50;
/** Done “lately”. */
export const JOBS_DONE_HOURS = 24;

export const jobSchema = z.object({
  id: idSchema,
  kind: jobKindSchema,
  state: jobStateSchema,
  /** When it came into this state. */
  since: instantSchema,
  /** While it waits: not before. */
  dueAt: instantSchema.nullable(),
  /** Begun so far. */
  tries: z.int(),
  /** How its last try ended, if not well. */
  error: z.string().nullable(),
  run: z.object({ id: idSchema, businessId: z.int() }).nullable(),
  laboratory: namedSchema.nullable(),
});
export type Job = z.infer<typeof jobSchema>;

export const jobCountsSchema = z.object({
  kind: jobKindSchema,
  ...{ failed: z.int(), running: z.int(), waiting: z.int(), done: z.int() },
  /** Comes by itself at this time (UTC), `HH:MM`; null: when somebody asks. */
  dailyAt: z.string().nullable(),
  isHourly: z.boolean(),
});
export type JobCounts = z.infer<typeof jobCountsSchema>;

/** A restored database that nobody has confirmed as the installation: what reaches beyond it waits. */
export const restoredCopySchema = z.object({
  restoredAt: instantSchema,
  /** When its backup was made. */
  madeAt: instantSchema,
});
export type RestoredCopy = z.infer<typeof restoredCopySchema>;

/** Heads of the audit trail lie outside that are not in the database: nothing is decided and sent until that is confirmed. */
export const rolledBackSchema = z.object({ foundAt: instantSchema });
export type RolledBack = z.infer<typeof rolledBackSchema>;

export const jobPageSchema = z.object({
  counts: z.array(jobCountsSchema),
  jobs: z.array(jobSchema),
  restoredCopy: restoredCopySchema.nullable(),
});

const superAdministrator = { access: anyOf('SUPER_ADMIN'), scope: 'global' } as const;

export const jobCalls = {
  list: call({
    ...superAdministrator,
    id: 'API-270',
    summary:
      'The work in the background of all laboratories: failed, running, waiting, and done in the last day',
    method: 'GET',
    path: '/jobs',
    answer: jobPageSchema,
  }),
  again: call({
    ...superAdministrator,
    id: 'API-271',
    summary: 'Begins a job again that has failed',
    method: 'POST',
    path: '/jobs/:kind/:jobId/again',
    params: z.strictObject({ kind: jobKindSchema, jobId: idSchema }),
    errors: ['illegal-transition'],
  }),
  confirmRolledBack: call({
    ...superAdministrator,
    id: 'TRUST-386',
    summary: 'Confirms that the database was set back on purpose: runs are decided and sent again',
    method: 'POST',
    path: '/jobs/confirm-rolled-back',
    body: z.strictObject({ reason: reasonSchema }),
    errors: ['illegal-transition'],
  }),
};
