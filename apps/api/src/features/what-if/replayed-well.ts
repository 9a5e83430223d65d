import {
  callExplanationSchema,
  channelNameSchema,
  idSchema,
  positionSchema,
  sampleTypeSchema,
} from '@curvewell/contracts';
import { z } from 'zod';

/** A well as it was interpreted. */
export const replayedWellSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  name: z.string().nullable(),
  sampleType: sampleTypeSchema,
  channel: channelNameSchema,
  kitVersionId: idSchema,
  version: z.string(),
  explanation: callExplanationSchema,
  byHand: z.string().nullable(),
});
export type ReplayedWell = z.infer<typeof replayedWellSchema>;
