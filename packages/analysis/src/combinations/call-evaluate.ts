import type {
  CallExplanation,
  DiagnosticMeaning,
  ExpressionSettings,
  Operator,
  Peak,
  PhaseSettings,
  EvaluatedRule,
} from '@curvewell/domain';

import type { RuleConfiguration } from '../configuration.ts';
import { amplificationEvaluate, amplificationChannel } from '../amplification/well-amplification.ts';
import { shapeEvaluate } from '../curve-shape/shape-operand.ts';
import { firstOpen } from './first-open.ts';
import { callPolicyOf, type CallPolicy } from '../versions/call-policy.ts';
import { operandValue } from './operands.ts';
import { combinationLabel } from './zone-combinations.ts';

/** Diagnostics with a meaning for the analysis. */
export const NEGATIVE = 'NEGATIVE';
export const TEST_OK = 'TEST_OK';
export const TEST_KO = 'TEST_KO';

/** Meanings of a kit's own diagnostics with which a positive control fails. */
const NOT_FOUND: readonly (DiagnosticMeaning | undefined)[] = ['negative', 'invalid'];

/** The parts of an explanation that determine a call. */
export type CallGrounds = Pick<
  CallExplanation,
  'phases' | 'sampleType' | 'flags' | 'shape' | 'amplification'
>;

/** The settings that determine a channel's calls. */
export interface DecidedBy {
  readonly rules: readonly RuleConfiguration[];
  /** The diagnostic for a peak outside all zones when no zone has a peak; null: no call. */
  readonly outsideDiagnostic: string | null;
  readonly policy: CallPolicy;
}

/** The call that follows from peaks and rules. */
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

/** A rule to evaluate. */
interface Candidate extends Pick<EvaluatedRule, 'rule' | 'diagnostic' | 'meaning'> {
  readonly expressions: readonly ExpressionSettings[];
}

/** What the conditions of a rule are about. */
interface Tried {
  readonly accepted: readonly Peak[];
  readonly shape: CallGrounds['shape'];
  readonly amplification: CallGrounds['amplification'];
}

function ruleTry(
  { accepted, shape, amplification }: Tried,
  { rule, diagnostic, meaning, ...candidate }: Candidate,
): EvaluatedRule {
  const expressions = candidate.expressions.map(({ firstOperand, operator, secondOperand }) => {
    const asked = amplificationChannel({ firstOperand });
    if (asked !== null)
      return {
        firstOperand,
        operator,
        secondOperand,
        ...amplificationEvaluate(amplification, { operator }, asked),
      };
    if (operator === 'IS' || operator === 'IS_NOT')
      return {
        firstOperand,
        operator,
        secondOperand,
        ...shapeEvaluate(shape ?? null, { operator, secondOperand }),
      };
    const firstValue = operandValue(accepted, firstOperand);
    const secondValue = operandValue(accepted, secondOperand);
    // A condition on a missing peak does not hold.
    const holds = firstValue !== null && secondValue !== null && HOLDS[operator](firstValue, secondValue);
    return { firstOperand, operator, secondOperand, firstValue, secondValue, holds };
  });
  return {
    rule,
    diagnostic,
    ...(meaning !== undefined && { meaning }),
    expressions,
    holds: expressions.every(({ holds }) => holds),
  };
}

interface Decided {
  readonly accepted: readonly Peak[];
  /** From a rule, or for a peak outside all zones; null: no call. */
  readonly called: string | null;
  /** Whether a zone has a product, and the call says that one was found. */
  readonly isFound: boolean;
  readonly isStopped: boolean;
}

/** The meaning of a control's peaks; samples keep their call. */
function diagnosticOf(
  sampleType: CallGrounds['sampleType'],
  { accepted, called, isFound, isStopped: stopped }: Decided,
): string | null {
  switch (sampleType) {
    case 'NEGATIVE_TEST':
      return accepted.length === 0 && !stopped ? TEST_OK : TEST_KO;
    case 'POSITIVE_TEST':
      return isFound ? TEST_OK : TEST_KO;
    case 'BLOOD':
    case 'DNA':
    case 'STANDARD':
      return called;
  }
}

/**
 * How close a rejected candidate came to counting, with 1 at the limit: the smaller of its significance and
 * height ratios.
 */
const nearness = ({ significance, height }: Peak, { slopeThreshold, minThreshold }: PhaseSettings): number =>
  Math.min(
    slopeThreshold > 0 ? significance / slopeThreshold : 1,
    minThreshold > 0 ? height / minThreshold : 1,
  );

/**
 * 0 to 1. With peaks: the lowest quality of the peaks in zones. Without: 1 − the nearest candidate's
 * significance as a fraction of the threshold; a significant candidate that is too low counts by its height.
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
  /** The rules of a combination in order of evaluation. */
  readonly candidatesOf: (combination: string) => readonly Candidate[];
}

function callMake(
  grounds: CallGrounds,
  { candidatesOf, outsideDiagnostic, policy: { stops, needsGrounds } }: Deciding,
): Call {
  const { flags, sampleType } = grounds;
  const accepted = grounds.phases.flatMap(({ peaks }) => peaks.filter((peak) => peak.accepted));
  const zonesHit = [...new Set(accepted.flatMap(({ zone }) => (zone === null ? [] : [zone])))].sort();
  const combination = combinationLabel(zonesHit);
  const isStopped = flags.some(({ code }) => stops.has(code));
  const isOutside = flags.some(({ code }) => code === 'outside-peak');
  const tried = isOutside
    ? []
    : candidatesOf(combination).map((rule) =>
        ruleTry({ accepted, shape: grounds.shape, amplification: grounds.amplification }, rule),
      );
  const holding = tried.findIndex(({ holds }) => holds);
  // A rule after one that the shape, or amplification, leaves open would call a well by what is not known: no call.
  const open = firstOpen(grounds, tried, holding);
  const chosen = open < 0 ? holding : -1;
  // A positive control must show a zone's product.
  const outside = isOutside && sampleType !== 'POSITIVE_TEST' ? outsideDiagnostic : null;
  const called = isStopped ? null : (outside ?? tried[chosen]?.diagnostic ?? null);
  // A kit may call a well without a peak “Healthy”: that is also the call of a tube in which nothing amplified.
  const hasProduct = zonesHit.length > 0 || !needsGrounds;
  const isFound =
    hasProduct && called !== null && called !== NEGATIVE && !NOT_FOUND.includes(tried[chosen]?.meaning);
  return {
    zonesHit,
    combination,
    triedRules: holding < 0 ? tried : tried.slice(0, (open < 0 ? chosen : open) + 1),
    diagnostic: diagnosticOf(sampleType, { accepted, called, isFound, isStopped }),
    ...(outside !== null && { outsideDiagnostic: outside }),
    score: isStopped ? 0 : scoreOf(grounds, accepted),
  };
}

/**
 * The call that follows from a well's peaks: the zones hit, their combination, and the first of its rules
 * whose conditions all hold. Without such a rule, or with a flag that prevents it: no call, never a guess.
 */
export const callDecide = (grounds: CallGrounds, { rules, ...by }: DecidedBy): Call =>
  callMake(grounds, {
    ...by,
    candidatesOf: (combination) =>
      rules.flatMap((rule, index) =>
        combinationLabel(rule.zones) === combination ? [{ ...rule, rule: index }] : [],
      ),
  });

/** Evaluates an explanation again from its peaks and rules; a valid explanation gives the same call. */
export const callEvaluate = (explanation: CallExplanation): Call =>
  callMake(explanation, {
    candidatesOf: () => explanation.triedRules,
    outsideDiagnostic: explanation.outsideDiagnostic ?? null,
    policy: callPolicyOf(explanation.algorithmVersion),
  });
