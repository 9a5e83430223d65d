import { z } from 'zod';

import { lineSchema } from './text.ts';

/** What a work list can say about a well. */
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

/** In which columns a laboratory's work lists say it: the words of their heads. */
export const workListColumnsSchema = z.strictObject({
  columns: z.partialRecord(workListFieldSchema, lineSchema.min(1).max(200)),
});
export type WorkListColumns = z.infer<typeof workListColumnsSchema>;
