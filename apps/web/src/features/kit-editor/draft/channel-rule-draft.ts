import {
  channelRulesSchema,
  type ChannelRule,
  type ChannelRules,
  type ChannelRuleSettings,
  type DiagnosticColor,
  rulesWithResults,
} from '@curvewell/domain';

/** A channel rule; empty texts are not set. */
export interface ChannelRuleDraft {
  readonly conditions: ChannelRule['conditions'];
  readonly result: OwnResultDraft | { readonly diagnostic: string };
}
export type OwnResultDraft = Pick<ChannelRule['result'], 'name' | 'meaning'> &
  Readonly<Record<ResultCode, string>>;
export type ResultCode = 'lisCode' | 'snomedCt' | 'loinc';

export const channelRuleDraft = ({ conditions, result }: ChannelRuleSettings): ChannelRuleDraft => ({
  conditions,
  result:
    'diagnostic' in result
      ? result
      : {
          name: result.name,
          meaning: result.meaning,
          lisCode: result.lisCode ?? '',
          snomedCt: result.snomedCt ?? '',
          loinc: result.loinc ?? '',
        },
});

/** Null where a rule is not complete, which is an issue of the draft. */
export const draftChannelRules = (rules: readonly ChannelRuleDraft[] | null): ChannelRules | null =>
  rules === null ? null : (parsedChannelRules(rules).data ?? null);

/** The rules without empty texts, or what is wrong with them. */
export const parsedChannelRules = (rules: readonly ChannelRuleDraft[]) =>
  channelRulesSchema.safeParse(
    rules.map(({ conditions, result }) => ({
      conditions,
      result: 'diagnostic' in result ? result : ownResult(result),
    })),
  );

const ownResult = ({ name, meaning, ...codes }: OwnResultDraft) => ({
  name: name.trim(),
  meaning,
  ...Object.fromEntries(Object.entries(codes).filter(([, code]) => code !== '')),
});

/** The rules for an evaluation; null while one is not complete, or gives a diagnostic that the kit lacks. */
export function evaluatedChannelRules(
  rules: readonly ChannelRuleDraft[] | null,
  diagnostics: readonly DiagnosticColor[],
): ChannelRule[] | null {
  const complete = draftChannelRules(rules);
  return complete && rulesWithResults(complete, diagnostics);
}
