import { z } from 'zod';

import { channelNameSchema, MAX_CHANNELS } from '../kit/assay.ts';
import { builtInDiagnostic, diagnosticMeaningSchema } from '../diagnostics/diagnostic-catalogue.ts';
import { lisCodeSchema, loincSchema, snomedCtSchema } from '../diagnostics/diagnostic-codes.ts';
import { diagnosticNameSchema } from '../diagnostics/diagnostic-color.ts';
import { idSchema } from '../text/fields.ts';

/** Texts for a missing result. */
const TAKEN = ['no_call', 'no call', 'no result', 'no combined result', 'incomplete'];
const isFree = (text: string): boolean =>
  builtInDiagnostic(text) === undefined && !TAKEN.includes(text.toLowerCase());
const TAKEN_TEXT = 'this is the name of a built-in diagnostic, or stands for a missing result';

/** The result of a sample over the channels of a kit. It has no colour: no well shows it. */
export const combinedValueSchema = z.strictObject({
  name: diagnosticNameSchema.refine(isFree, TAKEN_TEXT),
  /** Controls have no combined result. */
  meaning: diagnosticMeaningSchema.exclude(['control']),
  /** The code for the LIS; omitted: the name is sent. */
  lisCode: lisCodeSchema.refine(isFree, TAKEN_TEXT).optional(),
  snomedCt: snomedCtSchema.optional(),
  loinc: loincSchema.optional(),
});
export type CombinedValue = z.infer<typeof combinedValueSchema>;

/** A channel has a diagnostic of the kit, by its name. */
export const channelConditionSchema = z.strictObject({
  channel: channelNameSchema,
  diagnostic: diagnosticNameSchema,
});
export type ChannelCondition = z.infer<typeof channelConditionSchema>;

/** A result that a sample has when all conditions hold. A channel without a condition may have any result. */
const channelRuleSchema = z.strictObject({
  conditions: z
    .array(channelConditionSchema)
    .min(1)
    .max(MAX_CHANNELS)
    .refine(
      (conditions) => new Set(conditions.map(({ channel }) => channel)).size === conditions.length,
      'a rule may have only one condition for each channel',
    ),
  result: combinedValueSchema,
});
export type ChannelRule = z.infer<typeof channelRuleSchema>;

/** A diagnostic of the kit as the result of a sample, with its words, meaning and codes. */
const diagnosticResultSchema = z.strictObject({ diagnostic: diagnosticNameSchema });

/** A channel rule in the settings of a kit version. Its result is its own, or a diagnostic of the kit (`ruleResult`). */
const channelRuleSettingsSchema = channelRuleSchema.extend({
  result: z.union([combinedValueSchema, diagnosticResultSchema]),
});
export type ChannelRuleSettings = z.infer<typeof channelRuleSettingsSchema>;

const MAX_CHANNEL_RULES = 100;

/** The channel rules of a kit version, in order: the first that holds gives the result. */
export const channelRulesSchema = z.array(channelRuleSettingsSchema).min(1).max(MAX_CHANNEL_RULES);
export type ChannelRules = z.infer<typeof channelRulesSchema>;

/**
 * The second also names the positive wells behind no combined result. The third leaves out only what every negative rule
 * asks for, and names further positive channels beside a positive result. Results of the others keep their bytes.
 */
export const combinedDerivationSchema = z.enum([
  'curvewell-combined-result/1',
  'curvewell-combined-result/2',
  'curvewell-combined-result/3',
]);

/**
 * The rules of an interpretation, with the version of the derivation that follows them. A result that is a diagnostic
 * has the words, meaning and codes that this had then.
 */
export const usedChannelRulesSchema = z.strictObject({
  rules: z.array(channelRuleSchema).min(1).max(MAX_CHANNEL_RULES),
  derivation: combinedDerivationSchema,
});
export type UsedChannelRules = z.infer<typeof usedChannelRulesSchema>;

export const usedChannelRules = (rules: readonly ChannelRule[]): UsedChannelRules => ({
  rules: [...rules],
  derivation: 'curvewell-combined-result/3',
});

/** The rules of the kit versions of an interpretation; a version without them gives no combined results. */
export const runChannelRulesSchema = z.array(
  z.object({ kitVersionId: idSchema, settings: usedChannelRulesSchema }),
);
