import {
  idSchema,
  positionSchema,
  repeatEntrySchema,
  repeatNoteSchema,
  repeatReasonSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

/** The placed entries that the list of the laboratory shows, newest first. */
export const PLACED_REPEATS_SHOWN = 100;

const repeatListSchema = z.object({
  /** Oldest first. */
  open: z.array(repeatEntrySchema),
  /** The last placed ones, newest first; of one run: all. */
  placed: z.array(repeatEntrySchema),
});
export type RepeatList = z.infer<typeof repeatListSchema>;

export const addRepeatsSchema = z.strictObject({
  runId: idSchema,
  wells: z
    .array(
      z.strictObject({
        position: positionSchema,
        reason: repeatReasonSchema,
        note: repeatNoteSchema.nullable().default(null),
      }),
    )
    .min(1)
    .max(384),
});
export type AddRepeats = z.infer<typeof addRepeatsSchema>;

export const repeatListCalls = {
  list: call({
    id: 'IMPEXP-116',
    summary: 'Get the samples that the laboratory repeats: open, and placed on a plate',
    method: 'GET',
    path: '/repeat-list',
    access: signedIn,
    scope: 'laboratory',
    /** A run: only the samples from it, or placed on it. */
    query: z.strictObject({ runId: idSchema.optional() }),
    answer: repeatListSchema,
  }),
  add: call({
    id: 'IMPEXP-117',
    summary: 'Put samples of a run on the repeat list; those that are on it stay as they are',
    method: 'POST',
    path: '/repeat-list',
    costMs: 250,
    access: signedIn,
    scope: 'laboratory',
    body: addRepeatsSchema,
    bodyBytes: 256 * 1024,
    answer: z.object({ added: z.int() }),
  }),
  remove: call({
    id: 'IMPEXP-118',
    summary: 'Remove open entries from the repeat list',
    method: 'POST',
    path: '/repeat-list/remove',
    access: signedIn,
    scope: 'laboratory',
    body: z.strictObject({ ids: z.array(idSchema).min(1).max(1000) }),
    answer: z.object({ removed: z.int() }),
  }),
};
