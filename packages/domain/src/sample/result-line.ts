import { channelFaultText, combinedFaultLabel, combinedLabel } from './combined-words.ts';
import type { CombinedResult } from './combined-result.ts';
import type { SampleResult } from './sample-result.ts';
import { hasSampleResult, sampleResultLabel } from './sample-words.ts';

interface Results {
  readonly combined: readonly CombinedResult[];
  readonly samples: readonly SampleResult[];
  readonly kitOf: (kitVersionId: string) => string;
}

/**
 * “LCT-13910 v2: Carrier · 2 wells”, “LCT-13910 v2, FAM: No result, but X Heterozygous in 1 of 2 wells (A1) (a control
 * failed) · 2 wells”. Results of several orders or names have theirs before them. Null: the sample has no result over
 * wells or channels.
 */
export function resultLine({ combined, samples, kitOf }: Results): string | null {
  const kits = new Set(combined.map(({ kitVersionId }) => kitVersionId));
  const lines = [
    ...combined.map((one) => ({ of: one, channel: null, ...combinedWords(one) })),
    // A combined result contains those of its channels.
    ...samples
      .filter((one) => hasSampleResult(one) && !kits.has(one.kitVersionId))
      .map((one) => ({ of: one, channel: one.channel, ...sampleWords(one) })),
  ];
  const isOneName = new Set(lines.map(({ of }) => of.name)).size < 2;
  const isOneOrder = new Set(lines.map(({ of }) => of.orderId)).size < 2;
  const texts = lines.map(({ of: { name, orderId, kitVersionId }, channel, label, positions }) => {
    const head = [
      ...(isOneName ? [] : [name]),
      ...(isOneOrder ? [] : [orderId === null ? 'no order' : `order ${orderId}`]),
      kitOf(kitVersionId),
      channel,
    ];
    const count = new Set(positions).size;
    return `${head.filter(Boolean).join(', ')}: ${label} · ${count === 1 ? '1 well' : `${count} wells`}`;
  });
  return texts.length === 0 ? null : texts.join('; ');
}

const combinedWords = (one: CombinedResult) => ({
  label: withReason(combinedLabel(one), combinedFaultLabel(one)),
  positions: one.channels.flatMap(({ wells }) => wells.map(({ position }) => position)),
});

const sampleWords = (one: SampleResult) => ({
  label: withReason(sampleResultLabel(one), one.fault === null ? '' : channelFaultText(one.fault)),
  positions: one.wells.map(({ position }) => position),
});

const withReason = (label: string, reason: string): string =>
  reason === '' ? label : `${label} (${reason})`;
