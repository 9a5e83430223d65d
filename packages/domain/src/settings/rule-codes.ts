import { sentCode } from '../diagnostics/diagnostic-color.ts';
import type { ChannelRuleSettings, CombinedValue } from './channel-rules.ts';
import { resultDiagnostic, ruleResult, type ResultDiagnostic } from './rule-results.ts';

type Codes = Pick<CombinedValue, 'lisCode' | 'snomedCt' | 'loinc'>;
const NAMES = { lisCode: 'LIS', snomedCt: 'SNOMED CT', loinc: 'LOINC' } as const satisfies Record<
  keyof Codes,
  string
>;

/** “LIS P1, LOINC 1-8”; empty: none */
export const codesText = (codes: { readonly [Code in keyof Codes]?: string | undefined }): string =>
  (['lisCode', 'snomedCt', 'loinc'] as const)
    .flatMap((code) =>
      codes[code] === undefined || codes[code] === '' ? [] : `${NAMES[code]} ${codes[code]}`,
    )
    .join(', ');

/** The combined results without a code for the LIS, which are sent by name. */
export const resultsWithoutCode = (
  rules: readonly ChannelRuleSettings[],
  diagnostics: readonly ResultDiagnostic[],
): string[] => [
  ...new Set(
    rules.flatMap(({ result }) => {
      const sent = ruleResult(result, diagnostics);
      return sent === null || sent.lisCode !== undefined ? [] : sent.name;
    }),
  ),
];

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Sentences about the codes of results that a rule states itself. A name shared with a diagnostic does not make it the
 * same result, so its codes are sent only if the rule gives the diagnostic.
 */
export const ruleCodeNotes = (
  rules: readonly ChannelRuleSettings[],
  diagnostics: readonly ResultDiagnostic[],
): string[] =>
  rules.flatMap(({ result: of }, index) => {
    const result = ruleResult(of, diagnostics);
    return result === null || resultDiagnostic(of) !== null
      ? []
      : diagnostics.flatMap((one) => codeNote(result, { rule: index + 1, one }));
  });

function codeNote(
  result: CombinedValue,
  { rule, one }: { readonly rule: number; readonly one: ResultDiagnostic },
): string[] {
  const { diagnostic, diagnosticLabel: words } = one;
  if (![diagnostic.name, words].some((name) => isSame(name, result.name)))
    return result.lisCode !== undefined && isSame(result.lisCode, sentCode(one))
      ? [`Rule ${rule} sends “${result.name}” with the code of the diagnostic “${words}”: ${result.lisCode}.`]
      : [];
  const others = codesText({
    lisCode: result.lisCode === one.lisCode ? undefined : one.lisCode,
    snomedCt: result.snomedCt === one.snomedCt ? undefined : one.snomedCt,
    loinc: result.loinc === one.loinc ? undefined : one.loinc,
  });
  return others === ''
    ? []
    : [
        `Rule ${rule} sends “${result.name}” without the codes of the diagnostic “${words}”: ${others}. If they are one result, choose the diagnostic.`,
      ];
}
