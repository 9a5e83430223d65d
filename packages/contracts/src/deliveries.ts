import { deliveryLogLineSchema, deliverySchema, idSchema } from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { pageOf, pageSchema, pageSizeSchema } from './paging.ts';

/** Rows of a page of deliveries. */
export const DELIVERY_PAGE_SIZE = 20;

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
