import { z } from 'zod';

import { deliveryFaultSchema, deliveryStateSchema } from './delivery-faults.ts';
import { transferStepSchema } from './file-transfer.ts';
import { idSchema, instantSchema } from '../text/fields.ts';

export const deliveredFileSchema = z.object({ name: z.string(), size: z.int(), sha256: z.string() });
export type DeliveredFile = z.infer<typeof deliveredFileSchema>;

/** The delivery of an approved run to the laboratory's file server. */
export const deliverySchema = z.object({
  id: idSchema,
  runId: idSchema,
  businessId: z.int(),
  /** Whether the run is archived. */
  isArchived: z.boolean(),
  approvedAt: instantSchema.nullable(),
  requestedAt: instantSchema,
  requestedByName: z.string(),
  state: deliveryStateSchema,
  /** Attempts since the last request. */
  tries: z.int(),
  nextTryAt: instantSchema.nullable(),
  /** During an attempt: the number of the current file, from 1. */
  sendingFile: z.int(),
  /** Empty before the first attempt. */
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
