import { deliveryLogLineSchema, deliverySchema } from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { pageOf, pageSchema, pageSizeSchema } from './paging.ts';

/** Rows of a page of deliveries. */
const DELIVERY_PAGE_SIZE = 20;

/** `waiting`: includes deliveries in progress. */
export const deliveryFilterSchema = z.enum(['all', 'waiting', 'not-sent']);
export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>;

export const deliveryPageSchema = pageOf(deliverySchema).extend({ waiting: z.int(), notSent: z.int() });

const physician = { access: anyOf('WRITE_DIAGNOSTIC'), scope: 'laboratory' } as const;

export const deliveryCalls = {
  list: call({
    ...physician,
    id: 'API-200',
    summary:
      'List the deliveries of the laboratory, newest first, with the numbers of waiting and unsent runs',
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
    summary: 'Get the log of all attempts to send a run',
    method: 'GET',
    path: '/deliveries/:runId/log',
    answer: z.array(deliveryLogLineSchema),
  }),
  sendRun: call({
    ...physician,
    id: 'API-69',
    summary: 'Send the files of an approved run to the file server',
    method: 'POST',
    path: '/ftp/send/run/:runId',
    /** Null: the first attempt is in progress. */
    answer: z.object({ ftpSent: z.boolean().nullable() }),
    errors: ['illegal-transition'],
  }),
  sendNotSent: call({
    ...physician,
    id: 'API-202',
    summary: 'Send all unsent approved runs',
    method: 'POST',
    path: '/deliveries/send-not-sent',
    answer: z.object({ runs: z.int() }),
    errors: ['illegal-transition'],
  }),
};
