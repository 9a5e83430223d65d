import { inChannelOrder } from './assay.ts';
import {
  channelContext,
  channelResult,
  sampleGroups,
  type ChannelContext,
  type SampleGroup,
} from './channel-results.ts';
import type { ChannelRule, UsedChannelRules } from './channel-rules.ts';
import type { ChannelResult, CombinedResult } from './combined-result.ts';
import { unaskedPositive } from './combined-words.ts';
import { isSample } from './controlled-wells.ts';
import type { ReplicateWell } from './replicate-results.ts';
import type { SampleResult } from './sample-result.ts';

/**
 * The combined results of the samples of a run, one for each sample and kit version with rules over its channels.
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
  return sampleGroups(wells)
    .filter(({ sampleType }) => isSample(sampleType))
    .flatMap((group) =>
      [...Map.groupBy(group.wells, ({ kitVersionId }) => kitVersionId)].flatMap(([kitVersionId, ofKit]) => {
        const used = rulesOf(kitVersionId);
        return used === undefined ? [] : [combined(kitVersionId, { group, wells: ofKit, used, context })];
      }),
    );
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
    ...{ name, orderId, sampleType, kitVersionId, derivation, channels },
    ...outcome({ channels, rules, isOfOneMix: new Set(wells.map(mixOf)).size === 1 }),
  };
}

const mixOf = ({ lotId, reactionBufferId }: ReplicateWell): string => `${lotId} ${reactionBufferId}`;

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
 * The first rule that holds. A channel without a result leaves the sample without one, whether or not a rule asks for
 * it, and so do channels that were read in different wells: an internal control validates its own tube only. A result
 * that is no statement about the sample cannot make the sample positive or negative.
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
  if (result.meaning === 'negative' && unaskedPositive(channels, conditions).length > 0)
    return { rule: held, result: null, fault: 'unasked-positive' };
  return { rule: held, result, fault: null };
}
