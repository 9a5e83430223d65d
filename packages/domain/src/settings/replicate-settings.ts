import { z } from 'zod';

import { idSchema } from '../text/fields.ts';

/** How the results of replicates become the result of their sample. */
export const replicateRuleSchema = z.enum(['all-agree', 'majority', 'any-positive']);
export type ReplicateRule = z.infer<typeof replicateRuleSchema>;

/** A kit version whose wells with one name are one sample. */
export const replicateSettingsSchema = z.strictObject({
  rule: replicateRuleSchema,
  /** The largest distance between the Tm of two wells behind a result in one zone, °C. */
  tmSpread: z.number().min(0.05).max(5),
  /** Whether one No call of three wells or more is left out. */
  ignoresNoCall: z.boolean(),
});
export type ReplicateSettings = z.infer<typeof replicateSettingsSchema>;

export const DEFAULT_REPLICATES: ReplicateSettings = {
  rule: 'all-agree',
  tmSpread: 0.3,
  ignoresNoCall: false,
};

/** The settings of an interpretation, with the version of the derivation that follows them. */
export const usedReplicatesSchema = z.strictObject({
  ...replicateSettingsSchema.shape,
  derivation: z.literal('curvewell-sample-result/1'),
});
export type UsedReplicates = z.infer<typeof usedReplicatesSchema>;

export const usedReplicates = (settings: ReplicateSettings): UsedReplicates => ({
  ...settings,
  derivation: 'curvewell-sample-result/1',
});

/** The settings of the kit versions of an interpretation; a version without them gives no results of samples. */
export const runReplicatesSchema = z.array(
  z.object({ kitVersionId: idSchema, settings: usedReplicatesSchema }),
);
