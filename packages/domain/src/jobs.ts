import { z } from 'zod';

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
  'run-counts',
  'backup',
  'demo-history',
]);
export type JobKind = z.infer<typeof jobKindSchema>;

/** Those that need somebody first. */
export const jobStateSchema = z.enum(['failed', 'running', 'waiting', 'done']);
export type JobState = z.infer<typeof jobStateSchema>;

export const jobSchema = z.object({
  id: idSchema,
  kind: jobKindSchema,
  state: jobStateSchema,
  /** When it came into this state. */
  since: instantSchema,
  /** While it waits: not before. */
  dueAt: instantSchema.nullable(),
  /** StartedDelivery so far. */
  tries: z.int(),
  /** How its last attempt ended, if not well. */
  error: z.string().nullable(),
  run: z.object({ id: idSchema, businessId: z.int() }).nullable(),
  laboratory: namedSchema.nullable(),
});
export type Job = z.infer<typeof jobSchema>;

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
