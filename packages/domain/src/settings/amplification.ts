import { z } from 'zod';

import {
  amplificationChannel,
  channelNameSchema,
  amplificationChannels,
  MAX_CHANNELS,
  type ChannelName,
  type ExpressionSettings,
} from '../kit/assay.ts';

/** The latest cycle at which a channel of a kit has amplified. A Cq depends on the method of the software that states it. */
export const channelAmplificationSchema = z.strictObject({
  channel: channelNameSchema,
  latestCycle: z.number().min(10).max(60),
});
export type ChannelAmplification = z.infer<typeof channelAmplificationSchema>;

/** At most one for each channel. */
export const amplificationSettingsSchema = z.array(channelAmplificationSchema).min(1).max(MAX_CHANNELS);
export type AmplificationSettings = z.infer<typeof amplificationSettingsSchema>;

/**
 * The second method also judges a curve without a rise beside those of the plate; the third also refuses a rise that
 * more than doubles.
 */
export const amplificationMethodSchema = z.enum(['curvewell-amplification/2', 'curvewell-amplification/3']);
export type AmplificationMethod = z.infer<typeof amplificationMethodSchema>;
const AMPLIFICATION_METHOD: AmplificationMethod = 'curvewell-amplification/3';

/** As an interpretation uses it. Without a method: the first, of interpretations from before the second. */
export const usedAmplificationSchema = z
  .array(
    z.strictObject({
      ...channelAmplificationSchema.shape,
      method: amplificationMethodSchema.optional(),
    }),
  )
  .min(1)
  .max(MAX_CHANNELS);
export type UsedAmplification = z.infer<typeof usedAmplificationSchema>;

/** Of a channel whose latest cycle a user sets for the first time. */
export const DEFAULT_LATEST_CYCLE = 35;

/** Why a curve gives no Cq: see `find-cq.ts` of the analysis. */
export const cqFaultSchema = z.enum([
  'too-few-cycles',
  'missing-cycles',
  'not-finite',
  'constant',
  'unclear',
  'not-exponential',
  'rising-at-start',
  'rising-at-end',
  'at-ceiling',
  'too-noisy',
]);
export type CqFault = z.infer<typeof cqFaultSchema>;

/**
 * Why it is not known if a channel has amplified. `ends-early`: the curve does not rise, but ends before the latest cycle.
 * `sources-differ`: the file and its curve contradict each other.
 * `cross-talk`: it amplifies, but may read the amplification of another channel.
 */
export const amplificationFaultSchema = z.enum([
  'no-data',
  ...cqFaultSchema.options,
  'ends-early',
  'sources-differ',
  'cross-talk',
]);
export type AmplificationFault = z.infer<typeof amplificationFaultSchema>;

/** Whether a channel of a well has amplified, and why. */
export const wellAmplificationSchema = z.strictObject({
  channel: channelNameSchema,
  outcome: z.enum(['amplified', 'not-amplified', 'not-known']),
  /** Null: the outcome is known. */
  fault: amplificationFaultSchema.nullable(),
  /** Cycles; null: there is none, or it is not known. */
  cq: z.number().nullable(),
  /** Where the Cq, or that there is none, comes from: stated in the file, or computed from the curve; null: not known. */
  source: z.enum(['file', 'curve']).nullable(),
  /** The setting of the kit version. */
  latestCycle: z.number(),
});
export type WellAmplification = z.infer<typeof wellAmplificationSchema>;

/** The settings of the channels that rules use; undefined: they use none. */
export function amplificationOfRules(
  settings: AmplificationSettings | null,
  rules: Parameters<typeof amplificationChannels>[0],
): UsedAmplification | undefined {
  const asked = amplificationChannels(rules);
  const used = (settings ?? []).filter(({ channel }) => asked.includes(channel));
  return used.length === 0 ? undefined : used.map((one) => ({ ...one, method: AMPLIFICATION_METHOD }));
}

interface AmplificationRule {
  readonly expressions: readonly Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>[];
}

/** The settings that a rule needs and that are missing, one sentence each. */
export const amplificationRuleFaults = (
  rule: AmplificationRule,
  settings: readonly Pick<ChannelAmplification, 'channel'>[] | null,
): string[] =>
  amplificationChannels([rule])
    .filter((channel) => settings?.some((one) => one.channel === channel) !== true)
    .map(
      (channel) =>
        `A rule uses the amplification of ${channel}, which requires the latest cycle of ${channel}.`,
    );

/** Contradictions in the settings of a kit version, and between them and its rules. */
export function amplificationIssues({
  amplification,
  rules,
}: {
  readonly amplification: AmplificationSettings | null;
  readonly rules: readonly (AmplificationRule & { readonly path: readonly (string | number)[] })[];
}): { readonly path: readonly (string | number)[]; readonly message: string }[] {
  const settings = amplification ?? [];
  return [
    ...settings.flatMap(({ channel }, index) =>
      settings.findIndex((one) => one.channel === channel) < index
        ? [{ path: ['amplification', index, 'channel'], message: `The channel ${channel} occurs twice.` }]
        : [],
    ),
    ...rules.flatMap(({ path, ...rule }) =>
      amplificationRuleFaults(rule, settings).map((message) => ({ path, message })),
    ),
  ];
}

/** The amplification of a channel; undefined: no rule uses it. */
export const amplificationIn = (
  amplification: readonly WellAmplification[] | undefined,
  channel: ChannelName,
): WellAmplification | undefined => amplification?.find((one) => one.channel === channel);

/** Whether it is not known if the channel of a condition has amplified, so that later rules make no call. */
export function isAmplificationOpen(
  expression: Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>,
  amplification: readonly WellAmplification[] | undefined,
): boolean {
  const channel = amplificationChannel(expression);
  if (channel === null) return false;
  return (amplificationIn(amplification, channel)?.outcome ?? 'not-known') === 'not-known';
}
