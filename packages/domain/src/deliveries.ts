import { z } from 'zod';

import { deliveryFaultSchema, deliveryStateSchema } from './delivery-faults.ts';
import { transferStepSchema } from './file-transfer.ts';
import { idSchema, instantSchema } from './fields.ts';

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
