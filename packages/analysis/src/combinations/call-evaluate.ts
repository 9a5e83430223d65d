import type {
  CallExplanation,
  ExpressionSettings,
  Operator,
  Peak,
  PhaseSettings,
  TriedRule,
} from '@curvewell/contracts';

import type { RuleConfiguration } from '../configuration.ts';
import { combinationLabel } from './zone-combinations.ts';

/** Names of diagnostics that have a meaning to the analysis itself. */
export const NEGATIVE = 'NEGATIVE';
export const TEST_OK = 'TEST_OK';
export const TEST_KO = 'TEST_KO';

/** The part of an explanation that a call follows from. */
export type CallGrounds = Pick<CallExplanation, 'phases' | 'sampleType' | 'flags'>;

/** A call as it follows from peaks and rules. */
export type Call = Pick<CallExplanation, 'zonesHit' | 'combination' | 'triedRules' | 'diagnostic' | 'score'>;

const HOLDS: Record<Operator, (first: number, second: number) => boolean> = {
  LT: (first, second) => first < second,
  LTE: (first, second) => first <= second,
  GT: (first, second) => first > second,
  GTE: (first, second) => first >= second,
};

/** Height of a zone's highest accepted peak, RFU/°C; 0 for a zone that is not hit. */
const zoneHeight = (accepted: readonly Peak[], zone: string): number =>
  accepted.reduce(
    (highest, peak) => (peak.zone === zone && peak.height > highest ? peak.height : highest),
    0,
  );

/** A rule that is to be tried, or tried again. */
interface Candidate extends Pick<TriedRule, 'rule' | 'diagnostic'> {
  readonly expressions: readonly ExpressionSettings[];
}

function ruleTry(accepted: readonly Peak[], { rule, diagnostic, ...candidate }: Candidate): TriedRule {
  const expressions = candidate.expressions.map(({ firstOperand, operator, secondOperand }) => {
    const firstValue = zoneHeight(accepted, firstOperand);
    const secondValue = zoneHeight(accepted, secondOperand);
    const holds = HOLDS[operator](firstValue, secondValue);
    return { firstOperand, operator, secondOperand, firstValue, secondValue, holds };
  });
  return { rule, diagnostic, expressions, holds: expressions.every(({ holds }) => holds) };
}

/** Whether something melts that no peak explains: nobody can tell what the well holds. */
const isUnresolved = ({ flags }: CallGrounds): boolean =>
  flags.some(({ code }) => code === 'unresolved-melt');

/** What the peaks of a control mean; other samples show their call. An unresolved well has none. */
function diagnosticOf(grounds: CallGrounds, accepted: readonly Peak[], byRule: string | null): string | null {
  const called = isUnresolved(grounds) ? null : byRule;
  switch (grounds.sampleType) {
    case 'NEGATIVE_TEST':
      return accepted.length === 0 && !isUnresolved(grounds) ? TEST_OK : TEST_KO;
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
 * counts by its height. An unresolved well has none.
 */
function scoreOf(grounds: CallGrounds, accepted: readonly Peak[]): number {
  if (isUnresolved(grounds)) return 0;
  let least = Infinity;
  for (const { zone, quality } of accepted) if (zone !== null) least = Math.min(least, quality);
  if (least < Infinity) return least;
  let nearest = 0;
  for (const { peaks, settings } of grounds.phases) {
    for (const peak of peaks) if (!peak.accepted) nearest = Math.max(nearest, nearness(peak, settings));
  }
  return Math.max(0, 1 - nearest);
}

/** @param candidatesOf - the rules of a combination, in the order in which they are tried */
function callMake(grounds: CallGrounds, candidatesOf: (combination: string) => readonly Candidate[]): Call {
  const accepted = grounds.phases.flatMap(({ peaks }) => peaks.filter((peak) => peak.accepted));
  const zonesHit = [...new Set(accepted.flatMap(({ zone }) => (zone === null ? [] : [zone])))].sort();
  const combination = combinationLabel(zonesHit);
  const tried = candidatesOf(combination).map((rule) => ruleTry(accepted, rule));
  const chosen = tried.findIndex(({ holds }) => holds);
  return {
    zonesHit,
    combination,
    triedRules: chosen < 0 ? tried : tried.slice(0, chosen + 1),
    diagnostic: diagnosticOf(grounds, accepted, tried[chosen]?.diagnostic ?? null),
    score: scoreOf(grounds, accepted),
  };
}

/**
 * The call that follows from a well's peaks: the zones hit, their combination, and the first of the combination's
 * rules whose expressions all hold. No rule: no diagnostic, never a guess.
 */
export const callDecide = (grounds: CallGrounds, rules: readonly RuleConfiguration[]): Call =>
  callMake(grounds, (combination) =>
    rules.flatMap((rule, index) =>
      combinationLabel(rule.zones) === combination
        ? [{ rule: index, diagnostic: rule.diagnostic, expressions: rule.expressions }]
        : [],
    ),
  );

/** Evaluates an explanation again, from its peaks and the rules it tried: the same call, or it explains nothing. */
export const callEvaluate = (explanation: CallExplanation): Call =>
  callMake(explanation, () => explanation.triedRules);
