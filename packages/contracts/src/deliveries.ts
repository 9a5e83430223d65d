import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { deliveryFaultSchema, deliveryStateSchema } from './delivery-faults.ts';
import { transferStepSchema } from './file-transfer.ts';
import { idSchema, instantSchema } from './fields.ts';
import { pageOf, pageSchema, pageSizeSchema } from './paging.ts';

/** Rows of a page of deliveries. */
export const DELIVERY_PAGE_SIZE = 20;

export const deliveredFileSchema = z.object({ name: z.string(), size: z.int(), sha256: z.string() });
export type DeliveredFile = z.infer<typeof deliveredFileSchema>;

/** An approved run on its way to the file server of its laboratory. */
export const deliverySchema = z.object({
  id: idSchema,
  runId: idSchema,
  businessId: z.int(),
  /** The run is in the archive. */
  isArchived: z.boolean(),
  approvedAt: instantSchema.nullable(),
  requestedAt: instantSchema,
  requestedByName: z.string(),
  state: deliveryStateSchema,
  /** Since it was last asked for. */
  tries: z.int(),
  nextTryAt: instantSchema.nullable(),
  /** While it is sent: the file in hand, from 1. */
  sendingFile: z.int(),
  /** Empty until it was tried. */
  files: z.array(deliveredFileSchema),
  happened: z.string().nullable(),
  fault: deliveryFaultSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryLogLineSchema = z.object({
  at: instantSchema,
  try: z.int(),
  step: transferStepSchema.or(z.enum(['begin', 'files', 'end'])),
  ok: z.boolean(),
  message: z.string(),
});
export type DeliveryLogLine = z.infer<typeof deliveryLogLineSchema>;
export type DeliveryLogStep = DeliveryLogLine['step'];

/** `waiting`: also what is being sent. */
export const deliveryFilterSchema = z.enum(['all', 'waiting', 'not-sent']);
export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>;

export const deliveryPageSchema = pageOf(deliverySchema).extend({ waiting: z.int(), notSent: z.int() });

const runParams = z.strictObject({ runId: idSchema });
const physician = { access: anyOf('WRITE_DIAGNOSTIC'), scope: 'laboratory' } as const;

export const deliveryCalls = {
  list: call({
    ...physician,
    id: 'API-200',
    summary: "One page of the laboratory's deliveries, newest first, and how many wait or were not sent",
    method: 'GET',
    path: '/deliveries',
    query: z.strictObject({
      filter: deliveryFilterSchema.default('all'),
      page: pageSchema,
      size: pageSizeSchema.default(DELIVERY_PAGE_SIZE),
    }),
    answer: deliveryPageSchema,
  }),
  log: call({
    ...physician,
    id: 'API-201',
    summary: 'Every step of every try to send a run',
    method: 'GET',
    path: '/deliveries/:runId/log',
    params: runParams,
    answer: z.array(deliveryLogLineSchema),
  }),
  sendRun: call({
    ...physician,
    id: 'API-69',
    summary: 'Sends the files of an approved run to the file server',
    method: 'POST',
    path: '/ftp/send/run/:runId',
    params: runParams,
    /** Null: the first try is not over yet. */
    answer: z.object({ ftpSent: z.boolean().nullable() }),
    errors: ['illegal-transition'],
  }),
  sendNotSent: call({
    ...physician,
    id: 'API-202',
    summary: 'Sends all approved runs that were not sent',
    method: 'POST',
    path: '/deliveries/send-not-sent',
    answer: z.object({ runs: z.int() }),
    errors: ['illegal-transition'],
  }),
};
