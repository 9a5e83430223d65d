import {
  channelNameSchema,
  daySchema,
  deliveryFaultSchema,
  diagnosticNameSchema,
  idSchema,
  instantSchema,
  phaseTypeSchema,
  positionSchema,
  runDeliverySchema,
  sampleTypeSchema,
  westgardRuleSchema,
  zoneNameSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

/** The maximum number of lines in a section. */
export const DASHBOARD_LINES = 3;
/** Days for which a control that failed or is out of range is listed. */
export const CONTROL_DAYS = 7;
/** Days before a lot expires. */
export const LOT_DAYS = 30;
/** Days before an archived run is deleted. */
export const ERASURE_DAYS = 7;

const run = { runId: idSchema, businessId: z.int() };
/** Null: failed to load. */
const section = <Line extends z.ZodType>(line: Line) =>
  z.object({ count: z.int(), lines: z.array(line).max(DASHBOARD_LINES) }).nullable();

const outOfRangeSchema = z.object({
  ...run,
  readingId: idSchema,
  kitId: idSchema,
  reactionBufferId: idSchema,
  analyserId: idSchema,
  channel: channelNameSchema,
  position: positionSchema,
  readAt: instantSchema,
  sampleType: sampleTypeSchema,
  expected: diagnosticNameSchema.optional(),
  /** Of the rule, or of a peak in a negative control; null: neither. */
  phase: phaseTypeSchema.nullable(),
  /** Null: outside all zones. */
  zone: zoneNameSchema.nullable(),
  /** Null: the control failed, or the standard does not have the expected result. */
  rule: westgardRuleSchema.nullable(),
  /** The suggested diagnostic; null: none. */
  call: diagnosticNameSchema.nullable(),
});
export type OutOfRange = z.infer<typeof outOfRangeSchema>;

/** The tasks that wait for a user. */
export const dashboardSchema = z.object({
  /** The last activity of the user before today. */
  lastSeen: instantSchema.nullable(),
  /** `approve` for users who may approve, else `interpret`. */
  waitsFor: z.enum(['approve', 'interpret']),
  waiting: section(z.object({ ...run, wells: z.int(), since: instantSchema, isTrial: z.boolean() })),
  controls: section(outOfRangeSchema),
  /** Approved runs that should have been sent and are not. */
  deliveries: z
    .object({
      count: z.int(),
      lines: z
        .array(z.object({ ...run, since: instantSchema, delivery: runDeliverySchema.nullable() }))
        .max(DASHBOARD_LINES),
      /** When the oldest waiting or stopped delivery was requested; null: none. */
      oldestSince: instantSchema.nullable(),
      /** The fault of the connection, and the time of the next attempt; null: no known fault. */
      trouble: z.object({ fault: deliveryFaultSchema, nextTryAt: instantSchema.nullable() }).nullable(),
    })
    .nullable(),
  lots: section(
    z.object({
      lotId: idSchema,
      name: z.string(),
      kit: z.string(),
      kitId: idSchema,
      kitVersionId: idSchema,
      expirationDate: daySchema,
    }),
  ),
  archives: section(z.object({ ...run, deletionDate: daySchema })),
  /** Progress of background preparation; null: none. */
  preparing: z.object({ done: z.int(), total: z.int() }).nullable(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

export const dashboardCalls = {
  read: call({
    id: 'API-190',
    summary: 'Get the dashboard: runs, controls out of range, deliveries, lots, archived runs',
    method: 'GET',
    path: '/dashboard',
    costMs: 30,
    access: signedIn,
    scope: 'laboratory',
    /** The start of today in the user's time zone. */
    query: z.strictObject({ today: instantSchema }),
    answer: dashboardSchema,
  }),
};
