import { amplificationChannels, combinationLabel } from '../kit/assay.ts';
import { nearestBorder, type BorderFlag, type CallBorder } from './call-border.ts';
import { rejectionText } from './call-words.ts';
import { diagnosticLetters, type DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import { degreesText, figureText, figureTexts } from '../text/figure-text.ts';
import {
  FLAG_CONSEQUENCES,
  flagText,
  isStopped,
  stoppingFlags,
  type FlagConsequence,
  type FlagMark,
} from './flag-consequences.ts';
import type { LaboratoryRules } from '../laboratory/laboratory-rules.ts';
import { shownDiagnostic, type CalledWell } from './interpretation.ts';
import type { Well } from '../run/run.ts';
import type { CallExplanation, CallFlagCode, Peak } from './well-call.ts';

export interface DoubtfulWell {
  readonly well: Pick<Well, 'expectedDiagnostic' | 'comments'>;
  readonly called: Pick<CalledWell, 'interpretedWellDiagnostics' | 'explanation'>;
  /** Of the run; older comments do not concern its results. */
  readonly interpretedAt: string | null;
}

/**
 * Why a user must review a well: “no call: peak B 58, threshold 60”, “expected M, found X”. Null: its result
 * stands, or an override or comment has settled it.
 */
export function unresolvedReason({ well, called, interpretedAt }: DoubtfulWell): string | null {
  const shown = shownDiagnostic(called);
  if (shown?.stateDiagnostic === 'UPDATED' || isCommentedSince(well.comments, interpretedAt)) return null;
  const found = shown?.diagnosticColor ?? null;
  if (found?.diagnostic.name === 'TEST_KO') return failureCause(called.explanation);
  if (found === null) return `no call: ${callCause(called.explanation)}`;
  const expected = well.expectedDiagnostic;
  if (expected === null) return unusableReason(called.explanation, found);
  if (isAsExpected(well, found)) return null;
  return `expected ${diagnosticLetters(expected)}, found ${diagnosticLetters(found)}`;
}

/**
 * Why a result of the rules says nothing about a sample: “IV Invalid: no statement about the sample”; null: it
 * does, or the well is a standard or control.
 */
export function unusableReason(
  { sampleType }: Pick<CallExplanation, 'sampleType'>,
  found: DiagnosticColor,
): string | null {
  if (sampleType !== 'BLOOD' && sampleType !== 'DNA') return null;
  const { meaning } = found;
  const result = `${diagnosticLetters(found)} ${found.diagnosticLabel}`;
  if (meaning === 'invalid') return `${result}: no statement about the sample`;
  return meaning === 'control' ? `${result}: the result of a control` : null;
}

/** Whether a result is the expected one; true when none is expected. */
export function isAsExpected(
  { expectedDiagnostic }: Pick<Well, 'expectedDiagnostic'>,
  found: DiagnosticColor | null,
): boolean {
  const expected = expectedDiagnostic?.diagnostic.name;
  const name = found?.diagnostic.name;
  return expected === undefined || name === expected || name === 'TEST_OK';
}

/** Whether there is a comment from after an instant; older ones do not concern the results. */
export const isCommentedSince = (comments: Well['comments'], instant: string | null): boolean =>
  comments.some(({ creationDateTime }) => instant === null || creationDateTime > instant);

/** The percentage at which the distance to a limit is one step. */
const PERCENT_OF_ONE_STEP = 10;

export interface Nearness {
  /** One sentence. */
  readonly text: string;
  /** 0 is on the limit. */
  readonly distance: number;
  /** The flag of the analysis that says the same; null: none does. */
  readonly flag: BorderFlag | null;
}

interface NearTo {
  readonly nearBorderPercent: number;
  /** The nearest limit, if already known. */
  readonly border?: CallBorder | null;
}

/**
 * The limit that a call is close to: within the laboratory's percentage, or else one that the analysis flags
 * as borderline.
 */
export function nearness(
  called: Parameters<typeof nearestBorder>[0],
  { nearBorderPercent, border = nearestBorder(called) }: NearTo,
): Nearness | null {
  if (border !== null && border.distance <= nearBorderPercent / PERCENT_OF_ONE_STEP) return border;
  const flag = called.explanation.flags.find(({ code }) => FLAG_CONSEQUENCES[code].section === 'nearBorder');
  return flag === undefined ? null : { text: flagText(flag), distance: 1, flag };
}

type MarkedCall = Parameters<typeof nearestBorder>[0] & Pick<CalledWell, 'interpretedWellDiagnostics'>;

/**
 * The most serious mark of a well's flags. An overridden well has none, because the override settles doubts
 * about the algorithm's call.
 */
export function wellMark(called: MarkedCall, near: NearTo): FlagMark | null {
  const shown = shownDiagnostic(called);
  if ((shown?.diagnosticColor ?? null) === null) return 'no-call';
  if (shown?.stateDiagnostic === 'UPDATED') return null;
  if (called.explanation.flags.some(({ code }) => isMarkedDoubt(FLAG_CONSEQUENCES[code]))) return 'doubt';
  return nearness(called, near) === null ? null : 'near';
}

/** A well with a call never has the mark of No call. */
const isMarkedDoubt = ({ mark }: FlagConsequence): boolean => mark === 'doubt' || mark === 'no-call';

/**
 * Whether a flag makes the curve of a called well doubtful. Includes wells that algorithm 1.0.0 called
 * without sufficient grounds.
 */
export function isCurveDoubt(code: CallFlagCode): boolean {
  const { section } = FLAG_CONSEQUENCES[code];
  return section === 'curves' || section === 'unresolved';
}

/** Whether an override needs a reason: by the laboratory's rule, and always when flags prevented the call. */
export const needsReason = (
  explanation: CallExplanation,
  { overrideNeedsReason }: Pick<LaboratoryRules, 'overrideNeedsReason'>,
): boolean => overrideNeedsReason || isStopped(explanation);

/** Why a control failed: “peak B 71, threshold 60”. */
export function failureCause(explanation: CallExplanation): string {
  const stop = stopText(explanation);
  if (stop !== null) return stop;
  const counted = peaksOf(explanation).filter(({ peak }) => peak.accepted);
  const highest = counted.sort((a, b) => b.peak.height - a.peak.height)[0];
  return explanation.sampleType === 'NEGATIVE_TEST' && highest !== undefined
    ? peakText(highest)
    : callCause(explanation);
}

/** Why there is no call, one sentence each. */
export function noCallReasons(explanation: CallExplanation): readonly string[] {
  const stops = new Set(stoppingFlags(explanation).map(flagText));
  return stops.size > 0 ? [...stops] : [asSentence(callCause(explanation))];
}

const asSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** The same in short form: “zone not read (2), melt in no zone”. */
export function noCallShort(explanation: CallExplanation): string {
  const counts = new Map<string, number>();
  for (const { code } of stoppingFlags(explanation)) {
    const { short } = FLAG_CONSEQUENCES[code];
    counts.set(short, (counts.get(short) ?? 0) + 1);
  }
  if (counts.size === 0) return callCause(explanation);
  return [...counts].map(([short, count]) => (count === 1 ? short : `${short} (${count})`)).join(', ');
}

/** What prevented the call of a well, the most obvious cause first. */
export function callCause(explanation: CallExplanation): string {
  const stop = stopText(explanation);
  return stop ?? [...notAmplified(explanation), peaksCause(explanation)].join(', ');
}

function peaksCause(explanation: CallExplanation): string {
  const { flags, zonesHit } = explanation;
  if (zonesHit.length > 0) return `${combinationLabel(zonesHit)} has no diagnostic`;
  const dropped = peaksOf(explanation).filter(({ peak }) => !peak.accepted && peak.zone !== null);
  const highest = dropped.sort((a, b) => b.peak.height - a.peak.height)[0];
  if (highest !== undefined) return peakText(highest);
  const spike = flags.find(({ code }) => code === 'spike');
  if (spike !== undefined) return `spike at ${(spike.temperature ?? 0).toFixed(1)} °C`;
  const [phase] = explanation.phases;
  return phase === undefined ? 'no reading' : `no peak above ${figureText(phase.settings.minThreshold)}`;
}

/**
 * The channels that rows of the rules require to have amplified and that have not: “HEX not amplified”. Without its Cq,
 * so that such wells share a line of the check.
 */
function notAmplified({ triedRules, amplification = [] }: CallExplanation): string[] {
  const lacking = amplification.filter(({ outcome }) => outcome === 'not-amplified');
  if (lacking.length === 0) return [];
  const missed = amplificationChannels(
    triedRules.map(({ expressions }) => ({ expressions: expressions.filter(({ holds }) => !holds) })),
  );
  return lacking
    .filter(({ channel }) => missed.includes(channel))
    .map(({ channel }) => `${channel} not amplified`);
}

/** The flags that prevented the call, one sentence each; null: none. */
function stopText(explanation: CallExplanation): string | null {
  const stops = new Set(stoppingFlags(explanation).map(flagText));
  return stops.size === 0 ? null : [...stops].join(' ');
}

interface PhasePeak {
  readonly peak: Peak;
  /** The minimum height in its phase. */
  readonly threshold: number;
}

const peaksOf = ({ phases }: CallExplanation): PhasePeak[] =>
  phases.flatMap(({ peaks, settings }) => peaks.map((peak) => ({ peak, threshold: settings.minThreshold })));

/** “peak B 58, threshold 60”, by its height unless another test dropped it. */
function peakText({ peak, threshold }: PhasePeak): string {
  const name = peak.zone === null ? `peak at ${degreesText(peak.tm)}` : `peak ${peak.zone}`;
  const isByHeight =
    peak.reason === null ||
    peak.reason === 'height-below-threshold' ||
    peak.reason === 'zone-height-below-threshold';
  if (!isByHeight) return `${name}, ${rejectionText(peak) ?? ''}`;
  const [measured, limit] = figureTexts(peak.height, peak.limit ?? threshold);
  return `${name} ${measured}, threshold ${limit}`;
}
