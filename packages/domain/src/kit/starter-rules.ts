import type { ChannelName } from './assay.ts';
import { DIAGNOSTIC_FILL } from '../diagnostics/diagnostic-catalogue.ts';
import type { KitDocument } from './kit-document.ts';
import type { ChannelRules } from '../settings/channel-rules.ts';

/** A rule of a starter kit: zones with a peak, and the shape of the curve if the rule names one. */
export interface StarterRule {
  readonly zones: readonly string[];
  readonly diagnostic: KitDocument['kit']['diagnostics'][number];
  /** The diagnostic whose standards the curve is like. */
  readonly like?: string;
}

const NO_PRODUCT = { name: 'NEGATIVE', label: 'No product', color: DIAGNOSTIC_FILL.NEGATIVE };
const ofKit = (label: string, letters: string, color: string) => ({
  name: label,
  label,
  letters,
  color,
  meaning: 'positive' as const,
});
const NONE: StarterRule = { zones: [], diagnostic: NO_PRODUCT };

/** What the combinations of zones mean, in words that name no genotype: only the laboratory knows it. */
export const productRules: Readonly<Record<1 | 2, readonly StarterRule[]>> = {
  1: [NONE, { zones: ['A'], diagnostic: ofKit('Product A', 'A', DIAGNOSTIC_FILL.ABNORMAL) }],
  2: [
    NONE,
    { zones: ['A'], diagnostic: ofKit('Product A only', 'A', DIAGNOSTIC_FILL.HOMOZYGOUS_WILD_TYPE) },
    { zones: ['B'], diagnostic: ofKit('Product B only', 'B', DIAGNOSTIC_FILL.HOMOZYGOUS_MUTATED) },
    { zones: ['A', 'B'], diagnostic: ofKit('Products A and B', 'AB', DIAGNOSTIC_FILL.HETEROZYGOUS) },
  ],
};

const shapeRule = (letter: string, color: string): StarterRule => {
  const diagnostic = ofKit(`Group ${letter}`, letter, color);
  return { zones: ['A'], diagnostic, like: diagnostic.name };
};

/** Two groups by shape. Their standards show which genotype each is. */
export const shapeRules: readonly StarterRule[] = [
  NONE,
  shapeRule('A', DIAGNOSTIC_FILL.HOMOZYGOUS_WILD_TYPE),
  shapeRule('B', DIAGNOSTIC_FILL.HOMOZYGOUS_MUTATED),
];

/** Easy to tell apart first. */
const PANEL_FILLS = Object.entries(DIAGNOSTIC_FILL).flatMap(([name, fill]) =>
  name === 'NEGATIVE' || name.startsWith('TEST_') ? [] : [fill],
);

/**
 * A product for each zone of each channel, numbered over all channels. Two products in one well have no rule, so no
 * call: only the laboratory knows whether they occur together.
 *
 * @param channels - the letters of the zones of each channel
 */
export function panelRules(channels: readonly (readonly string[])[]): StarterRule[][] {
  let number = 0;
  return channels.map((letters) => [
    NONE,
    ...letters.map((letter): StarterRule => {
      number += 1;
      const color = PANEL_FILLS[(number - 1) % PANEL_FILLS.length] ?? DIAGNOSTIC_FILL.ABNORMAL;
      return { zones: [letter], diagnostic: ofKit(`Product ${number}`, `P${number}`, color) };
    }),
  ]);
}

/**
 * The results of a sample over the channels of a panel: a product if all other channels have none, and no
 * product if no channel has one. They are the diagnostics of the kit, so that the sample is sent with the codes that a
 * laboratory gives these. Null: there is only one channel.
 */
export function panelSampleRules(
  channels: readonly { readonly channel: ChannelName; readonly rules: readonly StarterRule[] }[],
): ChannelRules | null {
  if (channels.length < 2) return null;
  const withOnly = (found: ChannelName | null, name: string): ChannelRules[number]['conditions'] =>
    channels.map(({ channel }) => ({ channel, diagnostic: channel === found ? name : NO_PRODUCT.name }));
  return [
    ...channels.flatMap(({ channel, rules }) =>
      rules
        .filter((rule) => rule !== NONE)
        .map(({ diagnostic: { name } }) => ({
          conditions: withOnly(channel, name),
          result: { diagnostic: name },
        })),
    ),
    { conditions: withOnly(null, ''), result: { diagnostic: NO_PRODUCT.name } },
  ];
}
