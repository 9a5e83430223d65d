import { z } from 'zod';

import { idSchema, instantSchema } from '../text/fields.ts';
import { positionSchema, sampleTypeSchema, type Position } from './plate.ts';
import { sentenceSchema } from '../text/text.ts';

/** Why a sample is repeated: it has no result, a failed control holds it, or a user chose it. */
export const repeatReasonSchema = z.enum(['NO_RESULT', 'FAILED_CONTROL', 'CHOSEN']);
export type RepeatReason = z.infer<typeof repeatReasonSchema>;

/** The detail of a reason: “peak below the threshold”, “control D5”. */
export const repeatNoteSchema = sentenceSchema.max(300);

/** The most open entries of a laboratory: several full plates of 384 wells. */
export const MAX_OPEN_REPEATS = 2000;

/** A run, which may be deleted by now. */
const repeatRunSchema = z.object({ id: idSchema.nullable(), businessId: z.int(), position: positionSchema });

/** A sample to repeat: one well of a run. */
export const repeatEntrySchema = z.object({
  id: idSchema,
  name: z.string(),
  orderId: z.string().nullable(),
  sampleType: sampleTypeSchema,
  kit: z.object({ id: idSchema, name: z.string() }),
  reason: repeatReasonSchema,
  note: z.string().nullable(),
  from: repeatRunSchema,
  addedByName: z.string(),
  addedAt: instantSchema,
  /** The run that it was placed on; null: open. */
  placed: repeatRunSchema.extend({ at: instantSchema }).nullable(),
});
export type RepeatEntry = z.infer<typeof repeatEntrySchema>;

/** What identifies a sample and its test. */
interface RepeatedSample {
  readonly name: string;
  readonly orderId: string | null;
  readonly kitId: string;
}

interface ListedSample extends RepeatedSample {
  readonly id: string;
}

interface PlacedSample extends RepeatedSample {
  readonly position: Position;
}

/**
 * Which wells of a plate repeat which entries: the same name and kit, and no different order id. Each well repeats
 * one entry, the first of the list; an entry of an exact order id comes before one without.
 *
 * @returns the position of each repeated entry by its id
 */
export function repeatedOn(
  entries: readonly ListedSample[],
  wells: readonly PlacedSample[],
): Map<string, Position> {
  const found = new Map<string, Position>();
  for (const well of wells) {
    const fitting = entries.filter((entry) => !found.has(entry.id) && isRepeatOf(entry, well));
    const entry = fitting.find(({ orderId }) => orderId === well.orderId) ?? fitting[0];
    if (entry !== undefined) found.set(entry.id, well.position);
  }
  return found;
}

function isRepeatOf(entry: RepeatedSample, well: RepeatedSample): boolean {
  const isOtherOrder = entry.orderId !== null && well.orderId !== null && entry.orderId !== well.orderId;
  return entry.name === well.name && entry.kitId === well.kitId && !isOtherOrder;
}
