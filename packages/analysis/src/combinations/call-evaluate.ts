import type {
  CallExplanation,
  ExpressionSettings,
  Operator,
  Peak,
  PhaseSettings,
  EvaluatedRule,
} from '@curvewell/domain';

import type { RuleConfiguration } from '../configuration.ts';
import { callPolicyOf, type CallPolicy } from '../versions/call-policy.ts';
import { operandValue } from './operands.ts';
import { combinationLabel } from './zone-combinations.ts';

/** Names of diagnostics that have a meaning to the analysis itself. */
export const NEGATIVE = 'NEGATIVE';
export const TEST_OK = 'TEST_OK';
export const TEST_KO = 'TEST_KO';

/** The part of an explanation that a call follows from. */
export type CallGrounds = Pick<CallExplanation, 'phases' | 'sampleType' | 'flags'>;

/** What decides on a channel's wells. */
export interface DecidedBy {
  readonly rules: readonly RuleConfiguration[];
  /** What a peak in no zone is called where no zone holds one; null: no call. */
  readonly outsideDiagnostic: string | null;
  readonly policy: CallPolicy;
}

/** A call as it follows from peaks and rules. */
export type Call = Pick<
  CallExplanation,
  'zonesHit' | 'combination' | 'triedRules' | 'diagnostic' | 'outsideDiagnostic' | 'score'
>;

const HOLDS: Record<Operator, (first: number, second: number) => boolean> = {
  LT: (first, second) => first < second,
  LTE: (first, second) => first <= second,
  GT: (first, second) => first > second,
  GTE: (first, second) => first >= second,
};

/** A rule that is to be tried, or tried again. */
interface Candidate extends Pick<EvaluatedRule, 'rule' | 'diagnostic'> {
  readonly expressions: readonly ExpressionSettings[];
}

function ruleTry(accepted: readonly Peak[], { rule, diagnostic, ...candidate }: Candidate): EvaluatedRule {
  const expressions = candidate.expressions.map(({ firstOperand, operator, secondOperand }) => {
    const firstValue = operandValue(accepted, firstOperand);
    const secondValue = operandValue(accepted, secondOperand);
    // Nothing is known of a peak that is missing.
    const holds = firstValue !== null && secondValue !== null && HOLDS[operator](firstValue, secondValue);
    return { firstOperand, operator, secondOperand, firstValue, secondValue, holds };
  });
  return { rule, diagnostic, expressions, holds: expressions.every(({ holds }) => holds) };
}

interface Decided {
  readonly accepted: readonly Peak[];
  /** By a rule, or for a peak in no zone; null: no call. */
  readonly called: string | null;
  readonly isStopped: boolean;
}

/** What the peaks of a control mean; other samples show their call. */
function diagnosticOf(
  sampleType: CallGrounds['sampleType'],
  { accepted, called, isStopped: stopped }: Decided,
): string | null {
  switch (sampleType) {
    case 'NEGATIVE_TEST':
      return accepted.length === 0 && !stopped ? TEST_OK : TEST_KO;
    case 'POSITIVE_TEST':
      return called !== null && called !== NEGATIVE ? TEST_OK : TEST_KO;
    case 'BLOOD':
    case 'DNA':
    case 'STANDARD':
      return called;
  }
}

/** How near a rejected candidate came to counting, 1: at the limit; by significance or height, whichever is further. */
const nearness = ({ significance, height }: Peak, { slopeThreshold, minThreshold }: PhaseSettings): number =>
  Math.min(
    slopeThreshold > 0 ? significance / slopeThreshold : 1,
    minThreshold > 0 ? height / minThreshold : 1,
  );

/**
 * 0 to 1. With peaks: the least quality of those in zones. Without: how far the nearest candidate stayed from
 * being a peak, 1 − its significance as a part of the threshold; a candidate that is significant but too low
 * counts by its height.
 */
function scoreOf({ phases }: CallGrounds, accepted: readonly Peak[]): number {
  let least = Infinity;
  for (const { zone, quality } of accepted) if (zone !== null) least = Math.min(least, quality);
  if (least < Infinity) return least;
  let nearest = 0;
  for (const { peaks, settings } of phases) {
    for (const peak of peaks) if (!peak.accepted) nearest = Math.max(nearest, nearness(peak, settings));
  }
  return Math.max(0, 1 - nearest);
}

interface Deciding extends Omit<DecidedBy, 'rules'> {
  /** The rules of a combination, in the order in which they are tried. */
  readonly candidatesOf: (combination: string) => readonly Candidate[];
}

function callMake(
  grounds: CallGrounds,
  { candidatesOf, outsideDiagnostic, policy: { stops } }: Deciding,
): Call {
  const { flags, sampleType } = grounds;
  const accepted = grounds.phases.flatMap(({ peaks }) => peaks.filter((peak) => peak.accepted));
  const zonesHit = [...new Set(accepted.flatMap(({ zone }) => (zone === null ? [] : [zone])))].sort();
  const combination = combinationLabel(zonesHit);
  const isStopped = flags.some(({ code }) => stops.has(code));
  const isOutside = flags.some(({ code }) => code === 'outside-peak');
  const tried = isOutside ? [] : candidatesOf(combination).map((rule) => ruleTry(accepted, rule));
  const chosen = tried.findIndex(({ holds }) => holds);
  // What a control must show is a zone's.
  const outside = isOutside && sampleType !== 'POSITIVE_TEST' ? outsideDiagnostic : null;
  const called = isStopped ? null : (outside ?? tried[chosen]?.diagnostic ?? null);
  return {
    zonesHit,
    combination,
    triedRules: chosen < 0 ? tried : tried.slice(0, chosen + 1),
    diagnostic: diagnosticOf(sampleType, { accepted, called, isStopped }),
    ...(outside !== null && { outsideDiagnostic: outside }),
    score: isStopped ? 0 : scoreOf(grounds, accepted),
  };
}

/**
 * The call that follows from a well's peaks: the zones hit, their combination, and the first of the combination's
 * rules whose expressions all hold. No rule, or a flag that stops it: no call, never a guess.
 */
export const callDecide = (grounds: CallGrounds, { rules, ...by }: DecidedBy): Call =>
  callMake(grounds, {
    ...by,
    candidatesOf: (combination) =>
      rules.flatMap((rule, index) =>
        combinationLabel(rule.zones) === combination
          ? [{ rule: index, diagnostic: rule.diagnostic, expressions: rule.expressions }]
          : [],
      ),
  });

/** Evaluates an explanation again, from its peaks and the rules it tried: the same call, or it explains nothing. */
export const callEvaluate = (explanation: CallExplanation): Call =>
  callMake(explanation, {
    candidatesOf: () => explanation.triedRules,
    outsideDiagnostic: explanation.outsideDiagnostic ?? null,
    policy: callPolicyOf(explanation.algorithmVersion),
  });
