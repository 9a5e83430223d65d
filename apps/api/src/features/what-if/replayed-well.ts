import {
  callExplanationSchema,
  channelNameSchema,
  idSchema,
  positionSchema,
  sampleTypeSchema,
  NO_CALL,
  effectiveChanges,
} from '@curvewell/domain';
import { z } from 'zod';

export const replayedWellSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  name: z.string().nullable(),
  orderId: z.string().nullable(),
  lotId: idSchema.nullable(),
  reactionBufferId: idSchema.nullable(),
  sampleType: sampleTypeSchema,
  /** The expected diagnostic; null: none. */
  expected: z.string().nullable(),
  channel: channelNameSchema,
  kitVersionId: idSchema,
  version: z.string(),
  explanation: callExplanationSchema,
  /** The override in effect; null: none. */
  override: z
    .array(z.object({ diagnostic: z.string().nullable(), isUndo: z.boolean() }))
    .transform((changes) => {
      const [effective] = effectiveChanges(changes).slice(-1);
      return effective === undefined ? null : (effective.diagnostic ?? NO_CALL);
    }),
});
export type ReplayedWell = z.infer<typeof replayedWellSchema>;
