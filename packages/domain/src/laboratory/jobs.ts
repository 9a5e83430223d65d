import { z } from 'zod';

import { idSchema, instantSchema, namedSchema } from '../text/fields.ts';

export const jobKindSchema = z.enum([
  'archive',
  'delivery',
  'delivery-notice',
  'purge',
  'forget-sessions',
  'audit-heads',
  'audit-head',
  'audit-partition',
  'time-stamp',
  'record-check',
  'run-counts',
  'move-blobs',
  'repack-results',
  'backup',
  'demo-history',
]);
export type JobKind = z.infer<typeof jobKindSchema>;

/** Those that need attention first. */
export const jobStateSchema = z.enum(['failed', 'running', 'waiting', 'done']);
export type JobState = z.infer<typeof jobStateSchema>;

export const jobSchema = z.object({
  id: idSchema,
  kind: jobKindSchema,
  state: jobStateSchema,
  /** The start of the current state. */
  since: instantSchema,
  /** The earliest start of a waiting job. */
  dueAt: instantSchema.nullable(),
  /** Attempts so far. */
  tries: z.int(),
  /** The error of the last attempt. */
  error: z.string().nullable(),
  run: z.object({ id: idSchema, businessId: z.int() }).nullable(),
  laboratory: namedSchema.nullable(),
});
export type Job = z.infer<typeof jobSchema>;

/** A restored database that is not confirmed as the installation; jobs with external effects wait. */
export const largeForBackupFileSchema = z.object({
  gigabytes: z.number(),
  /** The time that a backup file takes. */
  hours: z.number(),
  /** The time after which it is stopped. */
  limitHours: z.number(),
});
export type LargeForBackupFile = z.infer<typeof largeForBackupFileSchema>;

export const restoredCopySchema = z.object({
  restoredAt: instantSchema,
  /** The time of its backup. */
  madeAt: instantSchema,
});
export type RestoredCopy = z.infer<typeof restoredCopySchema>;

/**
 * Entries of exported heads are missing from the database; decisions and deliveries are suspended until that
 * is confirmed.
 */
export const rolledBackSchema = z.object({ foundAt: instantSchema });
export type RolledBack = z.infer<typeof rolledBackSchema>;
