import { z } from 'zod';

import { channelNameSchema } from '../kit/assay.ts';
import {
  channelConditionSchema,
  combinedDerivationSchema,
  combinedValueSchema,
} from '../settings/channel-rules.ts';
import { diagnosticColorSchema } from '../diagnostics/diagnostic-color.ts';
import { idSchema } from '../text/fields.ts';
import { positionSchema, sampleTypeSchema } from '../plate/plate.ts';
import { sampleFaultSchema } from './sample-result.ts';

/** Why a sample has no result in one channel, most serious first. */
export const channelFaultSchema = z.enum([
  /** Wells of several lots or reaction buffers. */
  'several-mixes',
  /** No well of the kit version is set in the channel. */
  'not-set',
  ...sampleFaultSchema.options,
  /** Several wells, and the kit version has no rule for replicates. */
  'several-wells',
]);
export type ChannelFault = z.infer<typeof channelFaultSchema>;

/** The wells of a sample in one channel, and their result. */
export const channelResultSchema = z.strictObject({
  channel: channelNameSchema,
  /** In the order of the plate. */
  wells: z.array(
    z.strictObject({ wellId: idSchema, position: positionSchema, found: diagnosticColorSchema.nullable() }),
  ),
  /** The wells behind the result; empty: there is none. */
  counted: z.array(positionSchema),
  /** The diagnostic of the one well, or the result of the replicates; null: none. */
  found: diagnosticColorSchema.nullable(),
  /** Null: the channel has a positive or negative result. */
  fault: channelFaultSchema.nullable(),
  /** Whether a user overrode a well. */
  isByHand: z.boolean(),
});
export type ChannelResult = z.infer<typeof channelResultSchema>;

export const combinedFaultSchema = z.enum([
  /** A channel has no result. */
  'incomplete',
  /** Wells of several lots or reaction buffers. */
  'several-mixes',
  /** The results of the channels come from different wells: an internal control validates only its own tube. */
  'other-wells',
  /** Each channel has a result, and no rule holds. */
  'no-rule',
  /** A negative rule holds, and a channel without a condition has a positive result. */
  'unasked-positive',
  /** The order has several combined results of the kit. */
  'same-order',
]);

/** A sample of a kit version with channel rules, and its combined result. */
export const combinedResultSchema = z.strictObject({
  /** Null: a well without a name. */
  name: z.string().nullable(),
  orderId: z.string().nullable(),
  sampleType: sampleTypeSchema,
  kitVersionId: idSchema,
  derivation: combinedDerivationSchema,
  channels: z.array(channelResultSchema).min(1),
  /** The rule that holds, from 1, also if it gives no result; null: none. */
  rule: z.strictObject({ number: z.int().min(1), conditions: z.array(channelConditionSchema) }).nullable(),
  result: combinedValueSchema.nullable(),
  fault: combinedFaultSchema.nullable(),
  /** The first positions of the other combined results of the order with this kit. */
  sameOrder: z.array(positionSchema),
  /** Wells with a positive result that the result of the sample does not state (`combinedPositives`); omitted: none. */
  positives: z
    .array(
      z.strictObject({
        channel: channelNameSchema,
        position: positionSchema,
        found: diagnosticColorSchema,
      }),
    )
    .min(1)
    .optional(),
});
export type CombinedResult = z.infer<typeof combinedResultSchema>;
