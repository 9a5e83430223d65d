import { inChannelOrder } from '../kit/assay.ts';
import { isSample } from '../plate/controlled-wells.ts';
import { foldedName } from '../plate/plate-doubts.ts';
import type { ChannelCondition, ChannelRule, UsedChannelRules } from '../settings/channel-rules.ts';
import {
  channelContext,
  type ChannelContext,
  channelResult,
  type SampleGroup,
  sampleGroups,
} from './channel-results.ts';
import type { ChannelResult, CombinedResult } from './combined-result.ts';
import { positiveWithoutCondition } from './combined-words.ts';
import { isPositive } from './positive-wells.ts';
import type { ReplicateWell } from './replicate-results.ts';
import type { SampleResult } from './sample-result.ts';

type Positives = NonNullable<CombinedResult['positives']>;
type Derived = Pick<CombinedResult, 'channels' | 'result' | 'rule'>;

const isCondition = (
  conditions: readonly ChannelCondition[],
  { channel, found }: Positives[number],
): boolean => conditions.some((one) => one.channel === channel && one.diagnostic === found.diagnostic.name);

/**
 * The positive wells that the result of a sample does not state: all of them without a positive or negative result, and
 * beside a positive result those of channels without a condition in its rule. The diagnostic of an internal control says
 * nothing about the sample: every negative rule asks for it. Derivation 2 left out what any negative rule asks for, also
 * a diagnostic of an analyte, and named none beside a result.
 */
function combinedPositives(
  { channels, result, rule }: Derived,
  { rules, derivation }: UsedChannelRules,
): Positives {
  if (derivation === 'curvewell-combined-result/1') return [];
  const isOld = derivation === 'curvewell-combined-result/2';
  const isStatement = result !== null && result.meaning !== 'invalid';
  if (isStatement && (isOld || result.meaning === 'negative')) return [];
  const negative = rules
    .filter((one) => one.result.meaning === 'negative')
    .map(({ conditions }) => conditions);
  const isExpected = (well: Positives[number]): boolean =>
    isOld
      ? negative.some((conditions) => isCondition(conditions, well))
      : negative.length > 0 && negative.every((conditions) => isCondition(conditions, well));
  const open = isStatement ? positiveWithoutCondition(channels, rule?.conditions ?? []) : channels;
  return open.flatMap(({ channel, wells, found: ofChannel }) =>
    wells.flatMap(({ position, found }) => {
      if (!isPositive(found)) return [];
      // Wells with another result than their channel are named by `combinedButText`.
      if (isStatement && found.diagnostic.name !== ofChannel?.diagnostic.name) return [];
      const well = { channel, position, found };
      return isExpected(well) ? [] : [well];
    }),
  );
}

/**
 * The combined results of the samples of a run, one for each sample and kit version with channel rules.
 * Controls and standards have none.
 *
 * @param samples - the results of replicates
 * @param rulesOf - of a kit version; undefined: it gives no combined results
 */
export function combinedResults(
  wells: readonly ReplicateWell[],
  samples: readonly SampleResult[],
  rulesOf: (kitVersionId: string) => UsedChannelRules | undefined,
): CombinedResult[] {
  const context = channelContext(wells, samples);
  const all = sampleGroups(wells)
    .filter(({ sampleType }) => isSample(sampleType))
    .flatMap((group) =>
      [...Map.groupBy(group.wells, ({ kitVersionId }) => kitVersionId)].flatMap(([kitVersionId, ofKit]) => {
        const used = rulesOf(kitVersionId);
        if (used === undefined) return [];
        return [
          { kit: ofKit[0]?.kit ?? '', one: combined(kitVersionId, { group, wells: ofKit, used, context }) },
        ];
      }),
    );
  return oneForOrder(all).map((one) => {
    const used = rulesOf(one.kitVersionId);
    const positives = used === undefined ? [] : combinedPositives(one, used);
    return positives.length === 0 ? one : { ...one, positives };
  });
}

interface OfKit {
  readonly kit: string;
  readonly one: CombinedResult;
}

/**
 * An order has one combined result of a kit, or none: several could contradict each other. Orders that differ only in
 * case or spaces may be one.
 */
function oneForOrder(all: readonly OfKit[]): CombinedResult[] {
  const ofOrders = Map.groupBy(all, ({ kit, one: { orderId } }) =>
    orderId === null ? null : JSON.stringify([foldedName(orderId), kit]),
  );
  const firstOf = ({ one: { channels } }: OfKit) => channels.flatMap(({ wells }) => wells)[0]?.position ?? [];
  const replaced = new Map(
    [...ofOrders].flatMap(([order, group]) =>
      order === null || group.length === 1
        ? []
        : group.map(
            (of) =>
              [
                of,
                {
                  ...of.one,
                  ...without('same-order'),
                  sameOrder: group.filter((other) => other !== of).flatMap(firstOf),
                },
              ] as const,
          ),
    ),
  );
  return all.map((of) => replaced.get(of) ?? of.one);
}

interface Of {
  readonly group: SampleGroup;
  readonly wells: readonly ReplicateWell[];
  readonly used: UsedChannelRules;
  readonly context: ChannelContext;
}

function combined(kitVersionId: string, { group, wells, used, context }: Of): CombinedResult {
  const { rules, derivation } = used;
  const needed = rules.flatMap(({ conditions }) => conditions.map(({ channel }) => channel));
  const channels = inChannelOrder([...needed, ...wells.map(({ channel }) => channel)]).map((channel) =>
    channelResult(
      channel,
      wells.filter((well) => well.channel === channel),
      context,
    ),
  );
  const { name, orderId, sampleType } = group;
  return {
    name,
    orderId,
    sampleType,
    kitVersionId,
    derivation,
    channels,
    sameOrder: [],
    ...outcome({ channels, rules, isOfOneMix: new Set(wells.map(mixOf)).size === 1 }),
  };
}

const mixOf = ({ lotId, reactionBufferId }: ReplicateWell): string =>
  JSON.stringify([lotId, reactionBufferId]);

type Outcome = Pick<CombinedResult, 'rule' | 'result' | 'fault'>;
const without = (fault: NonNullable<CombinedResult['fault']>): Outcome => ({
  rule: null,
  result: null,
  fault,
});

interface OutcomeOf {
  readonly channels: readonly ChannelResult[];
  readonly rules: readonly ChannelRule[];
  /** Whether all wells are of one lot and reaction buffer. */
  readonly isOfOneMix: boolean;
}

/**
 * The first rule that holds. A channel without a result leaves the sample without one, whether or not a rule has a condition on
 * it, and so do channels that were read in different wells: an internal control validates its own tube only. An
 * invalid result, or that of a control, cannot make the sample positive or negative.
 */
function outcome({ channels, rules, isOfOneMix }: OutcomeOf): Outcome {
  const faults = channels.flatMap(({ fault }) => fault ?? []);
  if (faults.some((fault) => fault !== 'no-statement')) return without('incomplete');
  const foundIn = new Map(channels.map(({ channel, found }) => [channel, found?.diagnostic.name]));
  const index = rules.findIndex(({ conditions }) =>
    conditions.every(({ channel, diagnostic }) => foundIn.get(channel) === diagnostic),
  );
  const rule = rules[index];
  if (faults.length > 0 && rule?.result.meaning !== 'invalid') return without('incomplete');
  if (!isOfOneMix) return without('several-mixes');
  if (new Set(channels.map(({ counted }) => counted.join(' '))).size > 1) return without('other-wells');
  if (rule === undefined) return without('no-rule');
  const { conditions, result } = rule;
  const held = { number: index + 1, conditions };
  if (result.meaning === 'negative' && positiveWithoutCondition(channels, conditions).length > 0)
    return { rule: held, result: null, fault: 'unasked-positive' };
  return { rule: held, result, fault: null };
}
