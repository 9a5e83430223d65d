import { amplificationTexts } from './amplification-words.ts';
import type { PhaseType } from '../kit/assay.ts';
import { nearestBorder, type CallBorder } from './call-border.ts';
import { calledText, callSentence, noRuleText, rejectionText } from './call-words.ts';
import { compensationTexts } from './compensation-notes.ts';
import { filledOf, isSample, coversWell } from '../plate/controlled-wells.ts';
import { evaluatedText } from './expression-words.ts';
import type { DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import { degreesText } from '../text/figure-text.ts';
import { flagText, isStopped } from './flag-consequences.ts';
import type { CalledWell, ConstantPhaseInfo } from './interpretation.ts';
import { shownDiagnostic } from './interpretation.ts';
import { inKitWords } from './kit-words.ts';
import type { Run, Well } from '../run/run.ts';
import { templateTexts } from '../settings/melt-templates.ts';
import { isRuleOpen } from './shape-answer.ts';
import { shapeTexts } from './shape-words.ts';
import { shiftTexts } from '../settings/tm-shift.ts';
import type { Peak, EvaluatedRule } from './well-call.ts';

/** A peak with its outcome. */
export interface DescribedPeak {
  readonly phase: PhaseType;
  readonly peak: Peak;
  /** “53.00–57.50 °C, 2.22 °C inside”, from the nearer limit; null: outside all zones. */
  readonly zone: { readonly name: string; readonly label: string; readonly text: string } | null;
  /** Why it does not count; null: it counts. */
  readonly dropped: string | null;
}

export interface DescribedRule {
  /** Row number among the channel's rules, from 1. */
  readonly number: number;
  readonly conditions: string;
  readonly called: string;
  /** Whether this rule made the call. */
  readonly isChosen: boolean;
  /** Whether the shape of the curve, or amplification, leaves open if this rule holds. */
  readonly isOpen: boolean;
}

export interface CallDescription {
  readonly sentence: string;
  /** By phase, ANNEAL first, and by temperature. */
  readonly peaks: readonly DescribedPeak[];
  readonly combination: string;
  /** A flag prevents the call, so no rules are described. */
  readonly isStopped: boolean;
  readonly rules: readonly DescribedRule[];
  /** Why no rule made the call; null: one did, or flags prevented it. */
  readonly noRule: string | null;
  /** The Tm shift and the subtracted cross-talk, one sentence each. */
  readonly shift: readonly string[];
  /** The templates that its products were compared with, one sentence each; empty: not used by the kit. */
  readonly templates: readonly string[];
  /** The comparison of its curve's shape, one sentence each; empty: not compared by the kit. */
  readonly shape: readonly string[];
  /** Whether the channels that rules use have amplified, one sentence each; empty: no rule asks. */
  readonly amplification: readonly string[];
  /** How a control is evaluated; null: a sample. */
  readonly control: string | null;
  readonly border: CallBorder | null;
  readonly flags: readonly string[];
}

/** @param words - of the kit for its diagnostics: see `kitWords` */
export function describeCall(well: CalledWell, words?: ReadonlyMap<string, string>): CallDescription {
  const { constantPhaseInfos } = well;
  const explanation = inKitWords(well.explanation, words);
  const stopped = isStopped(explanation);
  const suggested = well.interpretedWellDiagnostics[0]?.diagnosticColor ?? null;
  // The laboratory's own label, where known. Words of the kit are not looked up again: they may be another's name.
  const called = (diagnostic: string | null): string =>
    words === undefined && suggested !== null && suggested.diagnostic.name === diagnostic
      ? suggested.diagnosticLabel
      : calledText(diagnostic);
  return {
    sentence: callSentence(explanation),
    peaks: explanation.phases
      .toSorted((a, b) => a.type.localeCompare(b.type))
      .flatMap(({ type, peaks }) => {
        const info = constantPhaseInfos.find((phase) => phase.type === type);
        return peaks.toSorted((a, b) => a.tm - b.tm).map((peak) => explainPeak(peak, { type, info }));
      }),
    combination: explanation.combination,
    isStopped: stopped,
    rules: stopped ? [] : explanation.triedRules.map((rule) => explainRule(rule, { explanation, called })),
    noRule:
      stopped || explanation.triedRules.some(({ holds }) => holds) ? null : noRuleText(explanation, called),
    shift: [...shiftTexts(explanation), ...compensationTexts(explanation)],
    templates: templateTexts(explanation),
    shape: shapeTexts(explanation),
    amplification: amplificationTexts(explanation),
    control: controlText(explanation),
    border: nearestBorder({ ...well, explanation }),
    flags: [...new Set(explanation.flags.map(flagText))],
  };
}

/** How a control is evaluated; the sentence of a kit's own diagnostics names what else does not pass. */
function controlText({ sampleType, triedRules }: CalledWell['explanation']): string | null {
  const isOwn = sampleType === 'POSITIVE_TEST' && triedRules.some(({ meaning }) => meaning !== undefined);
  return isOwn ? OWN_POSITIVE : (CONTROL[sampleType] ?? null);
}

const OWN_POSITIVE =
  'A positive control passes when a zone has a peak and its call is a diagnostic that is neither negative nor invalid.';

const CONTROL: Partial<Record<string, string>> = {
  NEGATIVE_TEST: 'A negative control passes when no peak counts and nothing else melts.',
  POSITIVE_TEST:
    'A positive control passes when a zone has a peak and its call is a diagnostic other than Negative.',
};

function explainPeak(
  peak: Peak,
  { type, info }: { readonly type: PhaseType; readonly info: ConstantPhaseInfo | undefined },
): DescribedPeak {
  const zone = info?.constantZoneInfos.find(({ name }) => name === peak.zone);
  return {
    phase: type,
    peak,
    zone:
      zone === undefined
        ? null
        : {
            name: zone.name,
            label: zone.label,
            text: `${zone.minTemp.toFixed(2)}–${degreesText(zone.maxTemp)}, ${degreesText(
              Math.min(peak.tm - zone.minTemp, zone.maxTemp - peak.tm),
            )} inside`,
          },
    dropped: rejectionText(peak),
  };
}

function explainRule(
  evaluated: EvaluatedRule,
  {
    explanation,
    called,
  }: {
    readonly explanation: CalledWell['explanation'];
    readonly called: (diagnostic: string | null) => string;
  },
): DescribedRule {
  const { rule, diagnostic, expressions, holds } = evaluated;
  const conditions = expressions.map((expression) => evaluatedText(expression, explanation));
  return {
    number: rule + 1,
    conditions: conditions.length === 0 ? 'no condition' : conditions.join(' and '),
    called: called(diagnostic),
    isChosen: holds,
    isOpen: isRuleOpen(evaluated, explanation),
  };
}

export interface DescribedControl {
  readonly position: string;
  readonly name: string | null;
  readonly sampleType: CalledWell['sampleType'];
  /** Its result; null: none. */
  readonly result: DiagnosticColor | null;
  /** Whether a user overrode it. */
  readonly isByHand: boolean;
}

/** Whether a well is a control or standard. */
export const isControl = ({ sampleType }: CalledWell): boolean => !isSample(sampleType);

export function controlsFor(
  well: Well,
  { run, interpreted }: { readonly run: Run; readonly interpreted: readonly CalledWell[] },
): readonly DescribedControl[] {
  const wells = run.analyses.find(({ channel }) => channel === well.channel)?.wells ?? {};
  return interpreted.flatMap((candidate) => {
    const control = wells[candidate.position];
    const speaks =
      control?.id === candidate.wellId &&
      control.id !== well.id &&
      isControl(candidate) &&
      coversWell(filledOf(control), filledOf(well));
    if (!speaks) return [];
    const { position, sampleType } = candidate;
    const shown = shownDiagnostic(candidate);
    const isByHand = shown?.stateDiagnostic === 'UPDATED';
    return [{ position, name: control.name, sampleType, result: shown?.diagnosticColor ?? null, isByHand }];
  });
}
