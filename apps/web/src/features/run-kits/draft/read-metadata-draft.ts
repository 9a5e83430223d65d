import { idSchema } from '@curvewell/domain';
import { z } from 'zod';

import { readDraft, type DraftPlace } from '../../../shared/forms/draft-storage.ts';

const metadataSchema = z.object({
  analyserId: idSchema.nullable(),
  plateId: z.string(),
  rows: z.array(
    z.object({
      key: z.int(),
      kitId: idSchema.nullable(),
      versionId: idSchema.nullable(),
      bufferId: idSchema.nullable(),
      lotIds: z.array(idSchema).nullable(),
    }),
  ),
});
/** Includes the base, to detect another user's save. */
const keptSchema = z.object({ at: z.string(), base: metadataSchema, mine: metadataSchema });
export type StoredMetadataDraft = z.infer<typeof keptSchema>;

export const metadataDraftPlace = (runId: string, userId: string): DraftPlace => ({
  what: 'run',
  userId,
  runId,
});

/** The stored draft of step 1; null if there is none. */
export function readMetadataDraft(runId: string, userId: string): StoredMetadataDraft | null {
  return keptSchema.safeParse(readDraft(metadataDraftPlace(runId, userId))).data ?? null;
}
