import { combinationLabel } from './assay.ts';
import { nearestBorder, type CallBorder } from './call-border.ts';
import { degreesText, figureText, figureTexts, isUnresolvedCall, rejectionText } from './call-words.ts';
import { DIAGNOSTIC_CODE, type DiagnosticColor } from './diagnostic-color.ts';
import { shownDiagnostic, type CalledWell } from './interpretation.ts';
import { DEFAULT_LABORATORY_RULES } from './laboratory-rules.ts';
import type { Well } from './run.ts';
import type { CallExplanation, CallFlag, Peak } from './well-call.ts';

/** A well as it was set, and as it was called. */
export interface DoubtfulWell {
  readonly well: Pick<Well, 'expectedDiagnostic' | 'comments'>;
  readonly called: Pick<CalledWell, 'interpretedWellDiagnostics' | 'explanation'>;
  /** Of the run: comments from before say nothing of its results. */
  readonly interpretedAt: string | null;
}

/**
 * Why somebody must look at a well: “no result: peak B 58, limit 60”, “expected M, found X”. Null when its result
 * stands, or a person has settled it by another result or a comment.
 */
export function unresolvedReason({ well, called, interpretedAt }: DoubtfulWell): string | null {
  const shown = shownDiagnostic(called);
  if (shown?.stateDiagnostic === 'UPDATED' || isCommentedSince(well.comments, interpretedAt)) return null;
  const found = shown?.diagnosticColor ?? null;
  if (found?.diagnostic.name === 'TEST_KO') return failureCause(called.explanation);
  if (found === null) return `no result: ${callCause(called.explanation)}`;
  return isAsExpected(well, found) ? null : expectedText(well, found);
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

function expectedText({ expectedDiagnostic }: Pick<Well, 'expectedDiagnostic'>, found: DiagnosticColor) {
  const code = (color: DiagnosticColor | null) => color && DIAGNOSTIC_CODE[color.diagnostic.name];
  return `expected ${code(expectedDiagnostic) ?? ''}, found ${code(found) ?? ''}`;
}

const isCommentedSince = (comments: Well['comments'], instant: string | null): boolean =>
  comments.some(({ creationDateTime }) => instant === null || creationDateTime > instant);

/** Percent of a limit at which the distance to a border is 1. */
const PERCENT_OF_ONE_STEP = 10;

/** The border that a call came near to, if it came as near as the laboratory counts. */
export function nearBorder(
  called: Parameters<typeof nearestBorder>[0],
  percent = DEFAULT_LABORATORY_RULES.nearBorderPercent,
): CallBorder | null {
  const border = nearestBorder(called);
  return border !== null && isNear(border, percent) ? border : null;
}

/** Whether a border counts as near, in percent of its limit. */
export const isNear = ({ distance }: CallBorder, percent: number): boolean =>
  distance <= percent / PERCENT_OF_ONE_STEP;

/** Why a control failed: “peak B 71, limit 60”. */
export function failureCause(explanation: CallExplanation): string {
  if (isUnresolvedCall(explanation)) return meltText(explanation);
  const counted = peaksOf(explanation).filter(({ peak }) => peak.accepted);
  const highest = counted.sort((a, b) => b.peak.height - a.peak.height)[0];
  return explanation.sampleType === 'NEGATIVE_TEST' && highest !== undefined
    ? peakText(highest)
    : callCause(explanation);
}

/** What kept a well from being called, the plainest cause first. */
function callCause(explanation: CallExplanation): string {
  const { flags, zonesHit } = explanation;
  if (isUnresolvedCall(explanation)) return meltText(explanation);
  const tooFew = flags.find(({ code }) => code === 'too-few-readings');
  if (tooFew !== undefined)
    return `${figureText(tooFew.measured ?? 0)} readings, at least ${figureText(tooFew.limit ?? 0)} needed`;
  if (zonesHit.length > 0) return `${combinationLabel(zonesHit)} has no diagnostic`;
  const dropped = peaksOf(explanation).filter(({ peak }) => !peak.accepted && peak.zone !== null);
  const highest = dropped.sort((a, b) => b.peak.height - a.peak.height)[0];
  if (highest !== undefined) return peakText(highest);
  const spike = flags.find(({ code }) => code === 'spike');
  if (spike !== undefined) return `spike at ${(spike.temperature ?? 0).toFixed(1)} °C`;
  const [phase] = explanation.phases;
  return phase === undefined ? 'no reading' : `no peak above ${figureText(phase.settings.minThreshold)}`;
}

function meltText({ flags }: CallExplanation): string {
  const melt: CallFlag | undefined = flags.find(({ code }) => code === 'unresolved-melt');
  return `something melts at ${degreesText(melt?.temperature ?? 0)} that no peak explains`;
}

interface PhasePeak {
  readonly peak: Peak;
  /** The least height in its phase. */
  readonly threshold: number;
}

const peaksOf = ({ phases }: CallExplanation): PhasePeak[] =>
  phases.flatMap(({ peaks, settings }) => peaks.map((peak) => ({ peak, threshold: settings.minThreshold })));

/** “peak B 58, limit 60”, by its height unless another test dropped it. */
function peakText({ peak, threshold }: PhasePeak): string {
  const name = peak.zone === null ? `peak at ${degreesText(peak.tm)}` : `peak ${peak.zone}`;
  const isByHeight =
    peak.reason === null ||
    peak.reason === 'height-below-threshold' ||
    peak.reason === 'zone-height-below-threshold';
  if (!isByHeight) return `${name}, ${rejectionText(peak) ?? ''}`;
  const [measured, limit] = figureTexts(peak.height, peak.limit ?? threshold);
  return `${name} ${measured}, limit ${limit}`;
}
