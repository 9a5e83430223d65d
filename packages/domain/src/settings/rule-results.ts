import {
  meaningOf,
  sentBuiltIn,
  type DiagnosticColor,
  type DiagnosticName,
} from '../diagnostics/diagnostic-color.ts';
import {
  combinedValueSchema,
  type ChannelRule,
  type ChannelRuleSettings,
  type CombinedValue,
} from './channel-rules.ts';

type RuleResult = ChannelRuleSettings['result'];

/** What a combined result takes from a diagnostic of the kit. */
export type ResultDiagnostic = Pick<
  DiagnosticColor,
  'diagnostic' | 'diagnosticLabel' | 'lisCode' | 'snomedCt' | 'loinc' | 'meaning'
>;

/** A diagnostic of a kit document. */
export const sentResultDiagnostic = ({
  name,
  label,
  ...parts
}: Pick<ResultDiagnostic, 'lisCode' | 'snomedCt' | 'loinc' | 'meaning'> & {
  readonly name: DiagnosticName;
  readonly label: string;
}): ResultDiagnostic => ({ ...parts, diagnostic: { name, label: name }, diagnosticLabel: label });

/** The name of the diagnostic that a rule gives as its result; null: the result is the rule's own. */
export const resultDiagnostic = (result: RuleResult): DiagnosticName | null =>
  'diagnostic' in result ? result.diagnostic : null;

/** The diagnostic as the result of a sample. Null: it is a result of controls, which have no combined one. */
function asResult({
  diagnosticLabel: name,
  lisCode,
  snomedCt,
  loinc,
  ...of
}: ResultDiagnostic): CombinedValue | null {
  const meaning = meaningOf(of);
  if (meaning === 'control') return null;
  return {
    name,
    meaning,
    ...(lisCode !== undefined && { lisCode }),
    ...(snomedCt !== undefined && { snomedCt }),
    ...(loinc !== undefined && { loinc }),
  };
}

/** The result that a rule gives. Null: the kit lacks the diagnostic, or it is a result of controls. */
export function ruleResult(
  result: RuleResult,
  diagnostics: readonly ResultDiagnostic[],
): CombinedValue | null {
  if (!('diagnostic' in result)) return result;
  const found = diagnostics.find(({ diagnostic }) => diagnostic.name === result.diagnostic);
  return found === undefined ? null : asResult(found);
}

/** The rules with their results as an interpretation uses them. Null: the kit lacks the diagnostic of one. */
export function rulesWithResults(
  rules: readonly ChannelRuleSettings[],
  diagnostics: readonly ResultDiagnostic[],
): ChannelRule[] | null {
  const found = rules.flatMap(({ conditions, result: of }) => {
    const result = ruleResult(of, diagnostics);
    return result === null ? [] : [{ conditions, result }];
  });
  return found.length < rules.length ? null : found;
}

/** Why a diagnostic cannot be the result of a sample, in words that follow a colon; null: it can. */
export function resultMisfit(diagnostic: ResultDiagnostic): string | null {
  const result = asResult(diagnostic);
  if (result === null) return 'it is a result of controls';
  // Its wells are sent with a code that a combined result cannot have.
  const builtIn = diagnostic.lisCode === undefined ? sentBuiltIn(diagnostic) : undefined;
  if (builtIn !== undefined)
    return `it is sent as the built-in ${builtIn}; give it a code for the LIS, or words of the kit`;
  return combinedValueSchema.safeParse(result).error?.issues[0]?.message ?? null;
}
