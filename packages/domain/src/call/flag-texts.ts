import type { ChannelName } from '../kit/assay.ts';
import { degreesText } from '../text/figure-text.ts';
import { listText } from '../text/list-text.ts';
import { flagText } from './flag-consequences.ts';
import type { CallFlag } from './well-call.ts';

/** One sentence for each flag of a well in a channel, and one for all its peaks that may be cross-talk. */
export function flagTexts(flags: readonly CallFlag[], channel: ChannelName): string[] {
  const copied = flags.filter(isCopied);
  const texts = flags.map((flag) =>
    copied.length > 1 && isCopied(flag) ? copiedTogetherText(copied, channel) : flagText(flag),
  );
  return [...new Set(texts)];
}

type CopiedFlag = CallFlag & { readonly source: NonNullable<CallFlag['source']> };

const isCopied = (flag: CallFlag): flag is CopiedFlag =>
  flag.code === 'copied-melt' && flag.source !== undefined;

/**
 * “The peaks at 55.26 °C (MELT) and 55.30 °C (ANNEAL) are 19 % as high as those of B7 at the same temperatures: they
 * may be cross-talk.”
 */
function copiedTogetherText(flags: readonly CopiedFlag[], channel: ChannelName): string {
  const places = flags.map(({ temperature, phase }) => `${degreesText(temperature ?? 0)} (${phase})`);
  const parts = flags.map(({ measured }) => String(Math.round(100 * (measured ?? 0))));
  const sources = flags.map(({ source }) =>
    source.channel === channel ? source.position : `${source.position} in ${source.channel}`,
  );
  return `The peaks at ${listText(places)} are ${once(parts)} % as high as those of ${once(sources)} at the same temperatures: they may be cross-talk.`;
}

/** One text if all are equal, otherwise all in order. */
const once = (texts: readonly string[]): string =>
  listText(new Set(texts).size === 1 ? texts.slice(0, 1) : texts);
