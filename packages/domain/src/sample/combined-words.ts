import { upperFirst } from '../text/text.ts';
import type { ChannelCondition } from '../settings/channel-rules.ts';
import type { ChannelFault, ChannelResult, CombinedResult } from './combined-result.ts';
import { diagnosticLetters, meaningOf } from '../diagnostics/diagnostic-color.ts';
import { butPositiveText, positiveWells, positiveWellsText, unreportedPositives } from './positive-wells.ts';
import { replicatesText } from '../plate/replicates.ts';
import { NO_CALL_LABEL } from '../call/well-diagnostic.ts';

const NO_COMBINED_RESULT = 'No combined result';
const INCOMPLETE = 'Incomplete';

const FAULT_TEXT: Readonly<Record<ChannelFault, string>> = {
  'several-mixes': 'wells of several lots or reaction buffers',
  'not-set': 'no well of this kit',
  'failed-control': 'a control failed',
  'not-analysed': 'not analysed',
  'no-call': 'no call',
  'no-statement': 'no statement about the sample',
  'results-differ': 'replicates differ',
  'tm-apart': 'the Tm of replicates are too far apart',
  'several-wells': 'several wells without a rule for replicates',
};

export const channelFaultText = (fault: ChannelFault): string => FAULT_TEXT[fault];

/** “X Heterozygous”, “No call” */
const foundText = (found: ChannelResult['found']): string =>
  found === null ? NO_CALL_LABEL : `${diagnosticLetters(found)} ${found.diagnosticLabel}`;

/** The most wells that a sentence names. */
const MOST_NAMED = 6;

const namedText = (positions: readonly string[]): string =>
  replicatesText({ positions: positions.slice(0, MOST_NAMED), count: positions.length });

/** “A1”, “A1, A2 and A3”; empty: none */
export const channelWellsText = ({ wells }: Pick<ChannelResult, 'wells'>): string =>
  namedText(wells.map(({ position }) => position));

/** “X Heterozygous”, “IV Invalid: no statement about the sample”, “no call”, “several wells …” */
function channelResultText({ found, fault }: Pick<ChannelResult, 'found' | 'fault'>): string {
  if (found === null) return fault === null ? '' : FAULT_TEXT[fault];
  return fault === null ? foundText(found) : `${foundText(found)}: ${FAULT_TEXT[fault]}`;
}

/** “X Heterozygous”, “no call, but X Heterozygous in 1 of 2 wells (A1)” */
export function channelCellText(one: ChannelResult): string {
  const but = butPositiveText(one);
  return but === '' ? channelResultText(one) : `${channelResultText(one)}, ${but}`;
}

/**
 * “FAM: X Heterozygous in A1; HEX: no call in A1; ROX: several wells …: N Negative in A1, X Heterozygous in A2; CY5: N
 * Negative in A1 and A2 (not counted: X Heterozygous in A3)”
 */
export const channelsText = (channels: readonly ChannelResult[]): string =>
  channels.map((one) => `${one.channel}: ${channelResultText(one)}${placesText(one)}`).join('; ');

/** Whether a channel without a result has several wells, of which one is positive. */
const isPositiveLost = ({ fault, wells }: ChannelResult): boolean =>
  fault !== null && wells.length > 1 && positiveWells(wells).length > 0;

function placesText(one: ChannelResult): string {
  const { fault, wells, counted } = one;
  if (wells.length === 0) return '';
  if (fault === 'several-wells' || fault === 'several-mixes' || isPositiveLost(one))
    return `: ${eachText(wells)}`;
  const others = counted.length === 0 ? [] : wells.filter(({ position }) => !counted.includes(position));
  if (others.length === 0) return ` in ${channelWellsText(one)}`;
  return ` in ${namedText(counted)} (not counted: ${eachText(others)})`;
}

/** “N Negative in A1 and A2, X Heterozygous in A3”: no result is left out, however many wells there are. */
const eachText = (wells: ChannelResult['wells']): string =>
  [...Map.groupBy(wells, ({ found }) => foundText(found))]
    .map(([result, of]) => `${result} in ${namedText(of.map(({ position }) => position))}`)
    .join(', ');

type Labelled = Pick<CombinedResult, 'result' | 'fault' | 'channels' | 'positives'>;

/**
 * “Carrier”, “Incomplete”, “No combined result, but FAM X Heterozygous in 1 of 2 wells (A1)”, “Carrier, also HEX M
 * Mutated in A1”
 */
export function combinedLabel({ result, fault, ...of }: Labelled): string {
  const label = result?.name ?? (isCombinedIncomplete(fault) ? INCOMPLETE : NO_COMBINED_RESULT);
  const positives = combinedPositivesText(of);
  const isStatement = result !== null && result.meaning !== 'invalid';
  const stated = positives === '' ? '' : `${isStatement ? 'also' : 'but'} ${positives}`;
  return [label, stated, combinedButText({ result, ...of })].filter((part) => part !== '').join(', ');
}

/** “FAM X Heterozygous in 1 of 2 wells (A1), HEX M Mutated in A1”; empty: the result states each positive well */
const combinedPositivesText = ({
  channels,
  positives = [],
}: Pick<Labelled, 'channels' | 'positives'>): string =>
  [...Map.groupBy(positives, ({ channel }) => channel)]
    .map(([channel, of]) => {
      const all = channels.find((one) => one.channel === channel)?.wells.length ?? 0;
      return `${channel} ${positiveWellsText(of, all)}`;
    })
    .join(', ');

/**
 * “but FAM X Heterozygous in 1 of 3 wells (A3)”: positive wells that a positive or negative result does not count;
 * empty: none. Without such a result the label names them.
 */
export function combinedButText({ channels, result }: Pick<Labelled, 'channels' | 'result'>): string {
  if (result === null || result.meaning === 'invalid') return '';
  const texts = channels.flatMap((one) => {
    const open = unreportedPositives(one);
    return open.length === 0 ? [] : [`${one.channel} ${positiveWellsText(open, one.wells.length)}`];
  });
  return texts.length === 0 ? '' : `but ${texts.join(', ')}`;
}

/** Whether results of channels are missing, or come from different wells, lots or buffers. */
export const isCombinedIncomplete = (fault: CombinedResult['fault']): boolean =>
  fault === 'incomplete' || fault === 'several-mixes' || fault === 'other-wells';

/** The channels with a positive result without a condition in a rule. */
export const positiveWithoutCondition = <Channel extends Pick<ChannelResult, 'channel' | 'found'>>(
  channels: readonly Channel[],
  conditions: readonly ChannelCondition[],
): Channel[] =>
  channels.filter(
    ({ channel, found }) =>
      found !== null &&
      meaningOf(found) === 'positive' &&
      conditions.every((condition) => condition.channel !== channel),
  );

/** “FAM: N Negative from A1 and A2” */
const countedText = ({ channel, found, counted }: ChannelResult): string =>
  `${channel}: ${foundText(found)} from ${namedText(counted)}`;

type Faulty = Pick<CombinedResult, 'fault' | 'rule' | 'channels' | 'orderId' | 'sameOrder'>;

/** Why there is no result, in words that follow a colon; empty: there is one. */
export function combinedFaultText({ fault, rule, channels, orderId, sameOrder }: Faulty): string {
  switch (fault) {
    case null:
      return '';
    case 'incomplete':
      return channelsText(channels.filter((channel) => channel.fault !== null));
    case 'several-mixes':
      return `${FAULT_TEXT['several-mixes']}: ${channelsText(channels)}`;
    case 'other-wells':
      return `the results of the channels are not from the same wells: ${channels.map(countedText).join('; ')}`;
    case 'no-rule':
      return `no rule of the kit applies to ${channelsText(channels)}`;
    case 'same-order':
      return `order ${orderId ?? ''} has several combined results of this kit, also from ${namedText(sameOrder)}: ${channelsText(channels)}`;
    case 'unasked-positive':
      return `rule ${rule?.number ?? ''} of the kit is negative and has no condition on ${channelsText(positiveWithoutCondition(channels, rule?.conditions ?? []))}`;
  }
}

/** Why there is no result, without wells: “a control failed, no call”; empty: there is one. */
export function combinedFaultLabel({ fault, channels }: Pick<Faulty, 'fault' | 'channels'>): string {
  switch (fault) {
    case null:
      return '';
    case 'incomplete':
      return [...new Set(channels.flatMap((one) => (one.fault === null ? [] : FAULT_TEXT[one.fault])))].join(
        ', ',
      );
    case 'several-mixes':
      return FAULT_TEXT['several-mixes'];
    case 'other-wells':
      return 'the results of the channels are not from the same wells';
    case 'no-rule':
      return 'no rule of the kit applies';
    case 'same-order':
      return 'the order has several combined results of this kit';
    case 'unasked-positive':
      return 'a positive channel has no condition';
  }
}

/** “FAM X Heterozygous, HEX N Negative”, with the words of the kit where the sample has the result. */
function conditionsText(conditions: readonly ChannelCondition[], channels: readonly ChannelResult[]): string {
  return conditions
    .map(({ channel, diagnostic }) => {
      const found = channels.find((one) => one.channel === channel)?.found ?? null;
      return `${channel} ${found?.diagnostic.name === diagnostic ? foundText(found) : diagnostic}`;
    })
    .join(', ');
}

/** One or two sentences: the combined result with its rule and channels, or why there is none. */
export function combinedText(combined: CombinedResult): string {
  const { name, result, rule, channels } = combined;
  const sample = name === null ? 'Sample without a name' : `Sample ${name}`;
  if (result === null || rule === null)
    return `${sample}: ${combinedLabel(combined)}. ${upperFirst(combinedFaultText(combined))}.`;
  const grounds = `rule ${rule.number} of the kit: ${conditionsText(rule.conditions, channels)}`;
  return `${sample}: ${combinedLabel(combined)}, by ${grounds}. ${channelsText(channels)}.`;
}

/** “sample S-1 has no combined result: HEX: no call in A1”; null: it has a positive or negative one. */
function combinedReason(combined: CombinedResult): string | null {
  const sample = combined.name === null ? 'this sample' : `sample ${combined.name}`;
  if (combined.result?.meaning === 'invalid')
    return `${sample}: ${combined.result.name}, no statement about the sample`;
  if (combined.fault === null) return null;
  const positives = combinedPositivesText(combined);
  const but = positives === '' ? '' : `, but ${positives}`;
  return isCombinedIncomplete(combined.fault)
    ? `the combined result of ${sample} is incomplete${but}: ${combinedFaultText(combined)}`
    : `${sample} has no combined result${but}: ${combinedFaultText(combined)}`;
}

/**
 * The reason why a well must be reviewed although it may have a call: its sample has no combined result. Null: it has
 * one, or the fault is that of other channels, or another well of the sample is to be reviewed.
 */
export function openCombinedReason(combined: CombinedResult | undefined, wellId: string): string | null {
  const reason = combined === undefined ? null : combinedReason(combined);
  if (combined === undefined || reason === null) return null;
  const { channels, fault } = combined;
  // If no faulty channel has a well, list the wells of the other channels.
  const faulty = channels.filter(
    (one) => fault === 'incomplete' && one.fault !== null && one.wells.length > 0,
  );
  const listed = (faulty.length > 0 ? faulty : channels).flatMap(({ wells }) => wells);
  return listed.some((well) => well.wellId === wellId) ? reason : null;
}
