import type { CallExplanation, Operator, TriedRule } from '@curvewell/contracts';

import type { RuleConfiguration } from '../configuration.ts';
import { combinationLabel } from './zone-combinations.ts';

/** Names of diagnostics that have a meaning to the analysis itself. */
export const NEGATIVE = 'NEGATIVE';
export const TEST_OK = 'TEST_OK';
export const TEST_KO = 'TEST_KO';

/** The part of an explanation that a call follows from. */
export type CallGrounds = Pick<CallExplanation, 'phases' | 'sampleType'>;

/** A call as it follows from peaks and rules. */
export type Call = Pick<CallExplanation, 'zonesHit' | 'combination' | 'triedRules' | 'diagnostic' | 'score'>;

const HOLDS: Record<Operator, (first: number, second: number) => boolean> = {
  LT: (first, second) => first < second,
  LTE: (first, second) => first <= second,
  GT: (first, second) => first > second,
  GTE: (first, second) => first >= second,
};

const acceptedPeaks = ({ phases }: CallGrounds) =>
  phases.flatMap(({ peaks }) => peaks.filter(({ accepted }) => accepted));

/** Height of a zone's highest accepted peak, RFU/°C; 0 for a zone that is not hit. */
const zoneHeight = (grounds: CallGrounds, zone: string): number =>
  acceptedPeaks(grounds).reduce(
    (highest, peak) => (peak.zone === zone && peak.height > highest ? peak.height : highest),
    0,
  );

function ruleTry(
  grounds: CallGrounds,
  rule: Pick<TriedRule, 'rule' | 'diagnostic' | 'expressions'>,
): TriedRule {
  const expressions = rule.expressions.map(({ firstOperand, operator, secondOperand }) => {
    const firstValue = zoneHeight(grounds, firstOperand);
    const secondValue = zoneHeight(grounds, secondOperand);
    const holds = HOLDS[operator](firstValue, secondValue);
    return { firstOperand, operator, secondOperand, firstValue, secondValue, holds };
  });
  return { ...rule, expressions, holds: expressions.every(({ holds }) => holds) };
}

/** What the peaks of a control mean; other samples show their call. */
function diagnosticOf(grounds: CallGrounds, called: string | null): string | null {
  switch (grounds.sampleType) {
    case 'NEGATIVE_TEST':
      return acceptedPeaks(grounds).length === 0 ? TEST_OK : TEST_KO;
    case 'POSITIVE_TEST':
      return called !== null && called !== NEGATIVE ? TEST_OK : TEST_KO;
    case 'BLOOD':
    case 'DNA':
    case 'STANDARD':
      return called;
  }
}

/**
 * 0 to 1. With peaks: the least quality of those in zones. Without: how far the nearest candidate stayed from
 * being a peak, 1 − its significance as a part of the threshold; a candidate that is significant but too low
 * counts by its height.
 */
function scoreOf(grounds: CallGrounds): number {
  const calling = acceptedPeaks(grounds).filter(({ zone }) => zone !== null);
  if (calling.length > 0) return Math.min(...calling.map(({ quality }) => quality));
  const nearness = grounds.phases.flatMap(({ peaks, settings }) =>
    peaks
      .filter(({ accepted }) => !accepted)
      .map(({ significance, height }) =>
        Math.min(
          settings.slopeThreshold > 0 ? significance / settings.slopeThreshold : 1,
          settings.minThreshold > 0 ? height / settings.minThreshold : 1,
        ),
      ),
  );
  return Math.max(0, 1 - Math.max(0, ...nearness));
}

function callMake(grounds: CallGrounds, candidates: readonly TriedRule[]): Call {
  const zonesHit = [
    ...new Set(acceptedPeaks(grounds).flatMap(({ zone }) => (zone === null ? [] : [zone]))),
  ].sort();
  const tried = candidates.map((rule) => ruleTry(grounds, rule));
  const chosen = tried.findIndex(({ holds }) => holds);
  const triedRules = chosen < 0 ? tried : tried.slice(0, chosen + 1);
  return {
    zonesHit,
    combination: combinationLabel(zonesHit),
    triedRules,
    diagnostic: diagnosticOf(grounds, tried[chosen]?.diagnostic ?? null),
    score: scoreOf(grounds),
  };
}

/**
 * The call that follows from a well's peaks: the zones hit, their combination, and the first of the combination's
 * rules whose expressions all hold. No rule: no diagnostic, never a guess.
 */
export function callDecide(grounds: CallGrounds, rules: readonly RuleConfiguration[]): Call {
  const { combination } = callMake(grounds, []);
  const candidates = rules.flatMap((rule, index) =>
    combinationLabel(rule.zones) === combination
      ? [
          {
            rule: index,
            diagnostic: rule.diagnostic,
            expressions: rule.expressions.map((settings) => ({
              ...settings,
              firstValue: 0,
              secondValue: 0,
              holds: false,
            })),
            holds: false,
          },
        ]
      : [],
  );
  return callMake(grounds, candidates);
}

/** Evaluates an explanation again, from its peaks and the rules it tried: the same call, or it explains nothing. */
export function callEvaluate(explanation: CallExplanation): Call {
  return callMake(explanation, explanation.triedRules);
}
