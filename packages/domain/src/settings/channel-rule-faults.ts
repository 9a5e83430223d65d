import { inChannelOrder, type ChannelName } from '../kit/assay.ts';
import type { ChannelCondition, ChannelRule } from './channel-rules.ts';
import { meaningOf, type DiagnosticColor } from '../diagnostics/diagnostic-color.ts';

/** Why a channel rule is refused. Numbers of rules begin at 1. */
export type ChannelRuleFault =
  | { readonly kind: 'unknown-diagnostic'; readonly rule: number; readonly condition: ChannelCondition }
  | { readonly kind: 'unknown-channel'; readonly rule: number; readonly channel: ChannelName }
  /** Another rule gives a result of the same name, or code, with other meaning or codes. */
  | { readonly kind: 'other-result'; readonly rule: number; readonly other: number }
  /** A negative result without a condition in each channel of the version. */
  | { readonly kind: 'unasked'; readonly rule: number; readonly channels: readonly ChannelName[] }
  /** A diagnostic of the kit has its name or code, and another meaning. */
  | { readonly kind: 'other-meaning'; readonly rule: number; readonly diagnostic: string };

type Known = Pick<DiagnosticColor, 'diagnostic' | 'diagnosticLabel' | 'lisCode' | 'meaning'>;
interface OfKit {
  readonly diagnostics: readonly Known[];
  readonly channels: readonly ChannelName[];
  /** The channels with settings in the version. */
  readonly read: readonly ChannelName[];
}

export function channelRuleFaults(
  rules: readonly ChannelRule[],
  { diagnostics, channels, read }: OfKit,
): ChannelRuleFault[] {
  const names = new Set(diagnostics.map(({ diagnostic }) => diagnostic.name));
  return rules.flatMap(({ conditions, result }, index): ChannelRuleFault[] => {
    const rule = index + 1;
    const unasked = unaskedChannels({ conditions, result }, read);
    const other = rules.findIndex((one) => isOtherResult(one, { conditions, result }));
    return [
      ...conditions.flatMap((condition): ChannelRuleFault[] => [
        ...(channels.includes(condition.channel)
          ? []
          : [{ kind: 'unknown-channel' as const, rule, channel: condition.channel }]),
        ...(names.has(condition.diagnostic)
          ? []
          : [{ kind: 'unknown-diagnostic' as const, rule, condition }]),
      ]),
      ...(unasked.length === 0 ? [] : [{ kind: 'unasked' as const, rule, channels: unasked }]),
      ...diagnostics
        .filter((one) => isOtherMeaning(one, result))
        .map((one) => ({ kind: 'other-meaning' as const, rule, diagnostic: one.diagnosticLabel })),
      ...(other === -1 || other >= index ? [] : [{ kind: 'other-result' as const, rule, other: other + 1 }]),
    ];
  });
}

/** Whether a LIS could take one result for the other, or one name has two meanings. */
function isOtherResult({ result: a }: ChannelRule, { result: b }: ChannelRule): boolean {
  const isSameName = a.name.toLowerCase() === b.name.toLowerCase();
  const codes = [a.lisCode ?? a.name, b.lisCode ?? b.name].map((code) => code.toLowerCase());
  if (!isSameName) return codes[0] === codes[1];
  return (['name', 'meaning', 'lisCode', 'snomedCt', 'loinc'] as const).some(
    (field) => a[field] !== b[field],
  );
}

/** Whether a user or a LIS could confuse the result with a diagnostic of another meaning. */
function isOtherMeaning(diagnostic: Known, { name, lisCode, meaning }: ChannelRule['result']): boolean {
  const ofKit = [diagnostic.diagnostic.name, diagnostic.diagnosticLabel, diagnostic.lisCode];
  const taken = new Set(ofKit.map((one) => one?.toLowerCase()));
  const isTaken =
    taken.has(name.toLowerCase()) || (lisCode !== undefined && taken.has(lisCode.toLowerCase()));
  return isTaken && meaningOf(diagnostic) !== meaning;
}

/** The channels without a condition in a negative rule, which would ignore a positive result there. */
const unaskedChannels = (
  { conditions, result }: ChannelRule,
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
    case 'unasked':
      return `Rule ${fault.rule} gives a negative result: it must have a condition in ${fault.channels.join(' and ')}.`;
    case 'other-meaning':
      return `Rule ${fault.rule} gives a result with the name or code of “${fault.diagnostic}”, a diagnostic of the kit with another meaning.`;
    case 'other-result':
      return `Rules ${fault.other} and ${fault.rule} give different results with the same name or code.`;
  }
}
