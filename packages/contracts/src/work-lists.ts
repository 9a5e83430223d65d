import { z } from 'zod';

import { call, signedIn } from './call.ts';
import { lineSchema } from './text.ts';

/** What a work list can say of a well. */
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

export const workListCalls = {
  columns: call({
    id: 'API-230',
    summary: 'Get the columns of the work lists of the laboratory; null: none are stored',
    method: 'GET',
    path: '/work-list/columns',
    access: signedIn,
    scope: 'laboratory',
    answer: workListColumnsSchema.nullable(),
  }),
  keepColumns: call({
    id: 'API-231',
    summary: 'Store the columns of the work lists of the laboratory',
    method: 'PUT',
    path: '/work-list/columns',
    access: signedIn,
    scope: 'laboratory',
    body: workListColumnsSchema,
    answer: workListColumnsSchema,
  }),
};
