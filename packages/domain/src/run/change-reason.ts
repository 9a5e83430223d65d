import type { PhaseType, ZoneSettings } from '../kit/assay.ts';
import { hitText, rejectionText } from '../call/call-words.ts';
import { figureTexts } from '../text/figure-text.ts';
import { listText } from '../text/list-text.ts';
import { FLAG_CONSEQUENCES, flagText, stoppingFlags } from '../call/flag-consequences.ts';
import { amplificationIn } from '../settings/amplification.ts';
import { shapeGroupText } from '../call/shape-words.ts';
import type { CallExplanation, Peak, PeakRejection, EvaluatedRule } from '../call/well-call.ts';

/** A call with some settings. */
export interface ReadCall {
  readonly explanation: Pick<
    CallExplanation,
    | 'phases'
    | 'combination'
    | 'triedRules'
    | 'diagnostic'
    | 'flags'
    | 'sampleType'
    | 'shape'
    | 'amplification'
  >;
  readonly phases: readonly { readonly phaseType: PhaseType; readonly zones: readonly ZoneSettings[] }[];
}

/** Maximum distance of the same peak found with other thresholds, °C. */
const SAME_PEAK = 0.3;

/** A peak before and after; null: not found. */
interface PeakPair {
  readonly phase: PhaseType;
  readonly then: Peak | null;
  readonly now: Peak | null;
}

/** Where a peak counts: a zone letter, '' outside all zones, null: it does not count. */
const placeOf = (peak: Peak | null): string | null => (peak?.accepted === true ? (peak.zone ?? '') : null);

/** Pairs the peaks of two calls by phase and temperature. */
export function peakPairs(then: ReadCall['explanation'], now: ReadCall['explanation']): PeakPair[] {
  const phases = [...new Set([...then.phases, ...now.phases].map(({ type }) => type))].sort();
  return phases.flatMap((phase) => {
    const left = [...(then.phases.find(({ type }) => type === phase)?.peaks ?? [])];
    const found = (now.phases.find(({ type }) => type === phase)?.peaks ?? []).map((peak): PeakPair => {
      const nearest = left
        .map((other, index) => ({ other, index, away: Math.abs(other.tm - peak.tm) }))
        .filter(({ away }) => away <= SAME_PEAK)
        .sort((a, b) => a.away - b.away)[0];
      if (nearest !== undefined) left.splice(nearest.index, 1);
      return { phase, then: nearest?.other ?? null, now: peak };
    });
    return [...found, ...left.map((peak): PeakPair => ({ phase, then: peak, now: null }))].sort(
      (a, b) => tmOf(a) - tmOf(b),
    );
  });
}

const tmOf = ({ then, now }: PeakPair): number => (now ?? then)?.tm ?? 0;

export const isMoved = ({ then, now }: PeakPair): boolean => placeOf(then) !== placeOf(now);

/**
 * Why two calls of a well differ, in figures: “B 58.34 and D 58.38 °C: 0.16 and 0.12 °C below, now inside”.
 *
 * @returns the peaks that count differently; if there are none, the cause in rules or readings
 */
export function changeReason(then: ReadCall, now: ReadCall): string {
  const facts = peakPairs(then.explanation, now.explanation)
    .filter(isMoved)
    .map((pair) => peakFact(pair, { then, now }));
  const peaks = [...Map.groupBy(facts, ({ text }) => text)].map(([text, alike]) => factText(text, alike));
  if (peaks.length > 0) return peaks.join('; ');
  return (
    stopReason(then, now) ?? shapeReason(then, now) ?? amplificationReason(then, now) ?? ruleReason(then, now)
  );
}

/** The change of a peak. Facts with the same words are listed together. */
interface Fact {
  /** “B 58.34” */
  readonly peak: string;
  /** Distance to the limit, °C: “0.16”; null: no limit was decisive. */
  readonly distance: string | null;
  readonly text: string;
}

function factText(text: string, facts: readonly Fact[]): string {
  const peaks = `${listText(facts.map(({ peak }) => peak))} °C`;
  const distances = facts.flatMap(({ distance }) => distance ?? []);
  return distances.length === 0
    ? `${peaks}${text}`
    : `${peaks}: ${listText([...new Set(distances)])} °C ${text}`;
}

function peakFact(pair: PeakPair, sides: { readonly then: ReadCall; readonly now: ReadCall }): Fact {
  const { then, now } = pair;
  const before = placeOf(then);
  const after = placeOf(now);
  if (before !== null && after !== null) return zoneFact(pair, { ...sides, before, after });
  const peak = nameOf(now ?? then, after ?? before);
  if (then === null) return { peak, distance: null, text: ': found now' };
  if (now === null) return { peak, distance: null, text: ': no longer found' };
  return { peak, distance: null, text: before === null ? passText(pair, then, sides.now) : failText(now) };
}

/** “B 58.34” */
const nameOf = (peak: Peak | null, zone: string | null, decimals = 2): string =>
  [zone ?? '', (peak?.tm ?? 0).toFixed(decimals)].filter((word) => word !== '').join(' ');

/** Enough decimals to tell a temperature from a limit. */
const decimalsOf = (distance: number): number => [2, 3].find((count) => distance >= 0.5 * 10 ** -count) ?? 4;

interface Moved {
  readonly then: ReadCall;
  readonly now: ReadCall;
  readonly before: string;
  readonly after: string;
}

/** A peak that counts in both calls, in different zones. */
function zoneFact({ phase, ...pair }: PeakPair, { then, now, before, after }: Moved): Fact {
  const { tm } = pair.now ?? { tm: 0 };
  if (before !== '' && after !== '')
    return { peak: nameOf(pair.now, null), distance: null, text: `: in ${before}, now in ${after}` };
  const isIn = after !== '';
  const letter = isIn ? after : before;
  const zone = zoneOf(isIn ? then : now, phase, letter);
  if (zone === undefined) {
    const text = isIn ? ': in no zone, now inside' : ': inside, now in no zone';
    return { peak: nameOf(pair.now, letter), distance: null, text };
  }
  const isBelow = tm < zone.minTemp;
  const away = isBelow ? zone.minTemp - tm : tm - zone.maxTemp;
  const decimals = decimalsOf(away);
  const side = isBelow ? 'below' : 'above';
  return {
    peak: nameOf(pair.now, letter, decimals),
    distance: away.toFixed(decimals),
    text: isIn ? `${side}, now inside` : `${side}, inside before`,
  };
}

const zoneOf = ({ phases }: ReadCall, phase: PhaseType, letter: string | null): ZoneSettings | undefined =>
  phases.find(({ phaseType }) => phaseType === phase)?.zones.find(({ name }) => name === letter);

const UNIT: Partial<Record<PeakRejection, string>> = {
  'height-below-threshold': ' RFU/°C',
  'zone-height-below-threshold': ' RFU/°C',
};
const FIGURE: Partial<Record<PeakRejection, 'height' | 'quality' | 'significance'>> = {
  'height-below-threshold': 'height',
  'zone-height-below-threshold': 'height',
  'quality-below-threshold': 'quality',
  'zone-quality-below-threshold': 'quality',
  'significance-below-threshold': 'significance',
};

/** The value that a peak failed by, with its name; null: not a threshold. */
function failedFigure({ reason, measured, limit }: Peak) {
  const figure = reason === null ? undefined : FIGURE[reason];
  if (reason === null || figure === undefined || measured === null || limit === null) return null;
  const word = figure === 'height' ? '' : `${figure} `;
  return { figure, limit, text: (value: string) => `, ${word}${value}${UNIT[reason] ?? ''}: ` };
}

/** “, 57 RFU/°C: now below 60”; other reasons have their own text. */
function failText(rejected: Peak): string {
  const failed = failedFigure(rejected);
  if (failed === null) return `: now ${rejectionText(rejected) ?? 'nowhere'}`;
  const [value, bound] = figureTexts(rejected.measured ?? 0, failed.limit);
  return `${failed.text(value)}now below ${bound}`;
}

/** “, 57 RFU/°C: below 60, now above 55” */
function passText({ phase, now }: PeakPair, rejected: Peak, { explanation, phases }: ReadCall): string {
  const failed = failedFigure(rejected);
  if (failed === null || now === null) return `: ${rejectionText(rejected) ?? 'nowhere'}, now counts`;
  const settings = explanation.phases.find(({ type }) => type === phase)?.settings;
  const zone = phases
    .find(({ phaseType }) => phaseType === phase)
    ?.zones.find(({ name }) => name === now.zone);
  const limits = {
    height: Math.max(settings?.minThreshold ?? 0, zone?.minThreshold ?? 0),
    quality: Math.max(settings?.minQuality ?? 0, zone?.minQuality ?? 0),
    significance: settings?.slopeThreshold ?? 0,
  };
  const [value, bound] = figureTexts(now[failed.figure], failed.limit);
  const [, other] = figureTexts(now[failed.figure], limits[failed.figure]);
  return `${failed.text(value)}below ${bound}, now above ${other}`;
}

/** A flag prevents the call on one side only. */
function stopReason({ explanation: then }: ReadCall, { explanation: now }: ReadCall): string | null {
  const [before, after] = [stoppingFlags(then), stoppingFlags(now)];
  if (before.length > 0 === after.length > 0) return null;
  if (after[0] !== undefined) return `no call now: ${flagText(after[0])}`;
  const was = [...new Set(before.map(({ code }) => FLAG_CONSEQUENCES[code].short))].join(', ');
  return `no call then (${was}), which no longer applies`;
}

/** The curve compares otherwise with the references: “shape like Heterozygous, now unlike any reference”. */
function shapeReason({ explanation: then }: ReadCall, { explanation: now }: ReadCall): string | null {
  const groupOf = ({ shape }: typeof then) => (shape ? shapeGroupText(shape) : 'not compared');
  const [before, after] = [groupOf(then), groupOf(now)];
  return before === after ? null : `shape ${before}, now ${after}`;
}

/** A channel has amplified on one side only: “FAM amplified, now not known if amplified”. */
function amplificationReason({ explanation: then }: ReadCall, { explanation: now }: ReadCall): string | null {
  const words = {
    amplified: 'amplified',
    'not-amplified': 'not amplified',
    'not-known': 'not known if amplified',
  };
  const changed = (now.amplification ?? []).flatMap(({ channel, outcome }) => {
    const former = amplificationIn(then.amplification, channel);
    return former === undefined || former.outcome === outcome
      ? []
      : [`${channel} ${words[former.outcome]}, now ${words[outcome]}`];
  });
  return changed.length === 0 ? null : changed.join('; ');
}

/** The same peaks give another diagnostic. */
function ruleReason({ explanation: then }: ReadCall, { explanation: now }: ReadCall): string {
  const [before, after] = [chosen(then.triedRules), chosen(now.triedRules)];
  return `${hitText(now)}: ${before}, now ${after === before ? 'with another result' : after}`;
}

function chosen(rules: readonly EvaluatedRule[]): string {
  const rule = rules.find(({ holds }) => holds);
  return rule === undefined ? 'no row' : `row ${rule.rule + 1}`;
}
