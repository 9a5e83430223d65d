import type { ChannelCondition, UsedChannelRules } from '../settings/channel-rules.ts';
import type { CombinedResult } from './combined-result.ts';
import { positiveWithoutCondition } from './combined-words.ts';
import { isPositive } from './positive-wells.ts';

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
export function combinedPositives(
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
