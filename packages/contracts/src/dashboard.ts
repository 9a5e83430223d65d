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

/** So many lines of each section are listed. */
export const DASHBOARD_LINES = 3;
/** Days for which a control that is out of range is listed. */
export const CONTROL_DAYS = 7;
/** Days before a lot expires. */
export const LOT_DAYS = 30;
/** Days before an archive is erased. */
export const ERASURE_DAYS = 7;

const run = { runId: idSchema, businessId: z.int() };
/** Null: it could not be read. */
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
  phase: phaseTypeSchema,
  /** Null: in none. */
  zone: zoneNameSchema.nullable(),
  /** Null: a peak in a negative control. */
  rule: westgardRuleSchema.nullable(),
});
export type OutOfRange = z.infer<typeof outOfRangeSchema>;

/** What waits for somebody on the dashboard. */
export const dashboardSchema = z.object({
  /** When the person last did something here, before today. */
  lastSeen: instantSchema.nullable(),
  /** `approve` to whom that is a right, else `interpret`. */
  waitsFor: z.enum(['approve', 'interpret']),
  waiting: section(z.object({ ...run, wells: z.int(), since: instantSchema, isTrial: z.boolean() })),
  controls: section(outOfRangeSchema),
  /** Approved runs that should be at the file server and are not. */
  deliveries: z
    .object({
      count: z.int(),
      lines: z
        .array(z.object({ ...run, since: instantSchema, delivery: runDeliverySchema.nullable() }))
        .max(DASHBOARD_LINES),
      /** Of those that wait or stopped, since when the oldest is to be sent; null: there are none. */
      oldestSince: instantSchema.nullable(),
      /** What keeps them from it, and when the next is tried; null: nothing that is known. */
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
  /** What is made ready in the background; null: nothing. */
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
    /** When today began where the person is. */
    query: z.strictObject({ today: instantSchema }),
    answer: dashboardSchema,
  }),
};
