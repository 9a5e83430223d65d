import { z } from 'zod';

import { storedLineSchema } from '../text/text.ts';

export const workListFieldSchema = z.enum([
  'position',
  'row',
  'column',
  'sequence',
  'name',
  'sampleType',
  'orderId',
]);
export type WorkListField = z.infer<typeof workListFieldSchema>;

/** The laboratory's column headers for these fields. */
export const workListColumnsSchema = z.strictObject({
  columns: z.partialRecord(workListFieldSchema, storedLineSchema.min(1).max(200)),
});
export type WorkListColumns = z.infer<typeof workListColumnsSchema>;
