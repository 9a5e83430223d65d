import { inChannelOrder, type ChannelName } from '../kit/assay.ts';
import type { ChannelCondition, ChannelRule, ChannelRuleSettings } from './channel-rules.ts';
import { meaningOf } from '../diagnostics/diagnostic-color.ts';
import { resultDiagnostic, resultMisfit, ruleResult, type ResultDiagnostic } from './rule-results.ts';

/** Why a channel rule is refused. Numbers of rules begin at 1. */
export type ChannelRuleFault =
  | { readonly kind: 'unknown-diagnostic'; readonly rule: number; readonly condition: ChannelCondition }
  | { readonly kind: 'unknown-channel'; readonly rule: number; readonly channel: ChannelName }
  /** Its result is a diagnostic that the kit lacks. */
  | { readonly kind: 'unknown-result'; readonly rule: number; readonly diagnostic: string }
  /** Its result is a diagnostic that cannot be the result of a sample. */
  | {
      readonly kind: 'unfit-result';
      readonly rule: number;
      readonly diagnostic: string;
      readonly why: string;
    }
  /** Another rule gives a result of the same name, or code, with other meaning or codes. */
  | { readonly kind: 'other-result'; readonly rule: number; readonly other: number }
  /** A negative result without a condition in each channel of the version. */
  | { readonly kind: 'unasked'; readonly rule: number; readonly channels: readonly ChannelName[] }
  /** A diagnostic of the kit has its name or code, and another meaning. */
  | { readonly kind: 'other-meaning'; readonly rule: number; readonly diagnostic: string };

interface OfKit {
  readonly diagnostics: readonly ResultDiagnostic[];
  readonly channels: readonly ChannelName[];
  /** The channels with settings in the version. */
  readonly read: readonly ChannelName[];
}

export function channelRuleFaults(
  rules: readonly ChannelRuleSettings[],
  { diagnostics, channels, read }: OfKit,
): ChannelRuleFault[] {
  const names = new Set(diagnostics.map(({ diagnostic }) => diagnostic.name));
  const results = rules.map(({ result }) => givenBy(result, diagnostics));
  return rules.flatMap(({ conditions, result: of }, index): ChannelRuleFault[] => {
    const rule = index + 1;
    const result = results[index] ?? null;
    return [
      ...conditions.flatMap((condition): ChannelRuleFault[] => [
        ...(channels.includes(condition.channel)
          ? []
          : [{ kind: 'unknown-channel' as const, rule, channel: condition.channel }]),
        ...(names.has(condition.diagnostic)
          ? []
          : [{ kind: 'unknown-diagnostic' as const, rule, condition }]),
      ]),
      ...diagnosticFaults(of, { rule, diagnostics }),
      ...(result === null ? [] : resultFaults({ conditions, result }, { rule, diagnostics, read, results })),
    ];
  });
}

type Given = ChannelRule['result'] & { readonly isDiagnostic: boolean };

function givenBy(of: ChannelRuleSettings['result'], diagnostics: readonly ResultDiagnostic[]): Given | null {
  const result = ruleResult(of, diagnostics);
  return result && { ...result, isDiagnostic: resultDiagnostic(of) !== null };
}

/** Why a rule cannot give a diagnostic as its result. */
function diagnosticFaults(
  result: ChannelRuleSettings['result'],
  { rule, diagnostics }: { readonly rule: number; readonly diagnostics: readonly ResultDiagnostic[] },
): ChannelRuleFault[] {
  const name = resultDiagnostic(result);
  if (name === null) return [];
  const found = diagnostics.find(({ diagnostic }) => diagnostic.name === name);
  if (found === undefined) return [{ kind: 'unknown-result', rule, diagnostic: name }];
  const why = resultMisfit(found);
  return why === null ? [] : [{ kind: 'unfit-result', rule, diagnostic: found.diagnosticLabel, why }];
}

interface Beside extends Pick<OfKit, 'diagnostics' | 'read'> {
  readonly rule: number;
  /** Of all rules, in their order. */
  readonly results: readonly (Given | null)[];
}

function resultFaults(
  { conditions, result }: { readonly conditions: readonly ChannelCondition[]; readonly result: Given },
  { rule, diagnostics, read, results }: Beside,
): ChannelRuleFault[] {
  const unasked = unaskedChannels({ conditions, result }, read);
  const other = results.findIndex((one) => one !== null && isOtherResult(one, result)) + 1;
  return [
    ...(unasked.length === 0 ? [] : [{ kind: 'unasked' as const, rule, channels: unasked }]),
    ...diagnostics
      .filter((one) => isOtherMeaning(one, result))
      .map((one) => ({ kind: 'other-meaning' as const, rule, diagnostic: one.diagnosticLabel })),
    ...(other === 0 || other >= rule ? [] : [{ kind: 'other-result' as const, rule, other }]),
  ];
}

/** Whether a LIS could take one result for the other, or one name has two meanings. */
function isOtherResult(a: Given, b: Given): boolean {
  const isSameName = a.name.toLowerCase() === b.name.toLowerCase();
  const codes = [a.lisCode ?? a.name, b.lisCode ?? b.name].map((code) => code.toLowerCase());
  if (!isSameName) return codes[0] === codes[1];
  return (['name', 'meaning', 'lisCode', 'snomedCt', 'loinc', 'isDiagnostic'] as const).some(
    (field) => a[field] !== b[field],
  );
}

/** Whether a user or a LIS could confuse the result with a diagnostic of another meaning. */
function isOtherMeaning(
  diagnostic: ResultDiagnostic,
  { name, lisCode, meaning }: ChannelRule['result'],
): boolean {
  const ofKit = [diagnostic.diagnostic.name, diagnostic.diagnosticLabel, diagnostic.lisCode];
  const taken = new Set(ofKit.map((one) => one?.toLowerCase()));
  const isTaken =
    taken.has(name.toLowerCase()) || (lisCode !== undefined && taken.has(lisCode.toLowerCase()));
  return isTaken && meaningOf(diagnostic) !== meaning;
}

/** The channels without a condition in a negative rule, which would ignore a positive result there. */
const unaskedChannels = (
  { conditions, result }: { readonly conditions: readonly ChannelCondition[]; readonly result: Given },
  channels: readonly ChannelName[],
): ChannelName[] =>
  result.meaning === 'negative'
    ? inChannelOrder(channels).filter((channel) => conditions.every((one) => one.channel !== channel))
    : [];

/** A sentence for the editor and for errors. */
export function channelRuleFaultText(fault: ChannelRuleFault): string {
  switch (fault.kind) {
    case 'unknown-channel':
      return `Rule ${fault.rule}: the kit has no settings for ${fault.channel}.`;
    case 'unknown-diagnostic':
      return `Rule ${fault.rule}: ${fault.condition.diagnostic} is not a diagnostic of the kit.`;
    case 'unknown-result':
      return `Rule ${fault.rule}: its result ${fault.diagnostic} is not a diagnostic of the kit.`;
    case 'unfit-result':
      return `Rule ${fault.rule}: “${fault.diagnostic}” cannot be a combined result: ${fault.why}.`;
    case 'unasked':
      return `Rule ${fault.rule} gives a negative result: it must have a condition in ${fault.channels.join(' and ')}.`;
    case 'other-meaning':
      return `Rule ${fault.rule} gives a result with the name or code of “${fault.diagnostic}”, a diagnostic of the kit with another meaning.`;
    case 'other-result':
      return `Rules ${fault.other} and ${fault.rule} give different results with the same name or code.`;
  }
}
