import { codesText, diagnosticText, type ChannelRule, type DiagnosticMeaning } from '@curvewell/domain';

const MEANING = {
  positive: 'positive',
  negative: 'negative',
  invalid: 'no statement about the sample',
} as const satisfies Record<ChannelRule['result']['meaning'], string>;

interface ResultText {
  readonly name: string;
  readonly meaning: ChannelRule['result']['meaning'];
  readonly lisCode?: string | undefined;
  readonly snomedCt?: string | undefined;
  readonly loinc?: string | undefined;
}
interface RuleText {
  readonly conditions: ChannelRule['conditions'];
  readonly result: ResultText | { readonly diagnostic: string };
}

/** “Carrier (positive, LIS C1)”, “Product 1 (diagnostic of the kit)” */
function resultText(result: RuleText['result'], wordsOf: WordsOf): string {
  if ('diagnostic' in result) return `${wordsOf(result.diagnostic)} (diagnostic of the kit)`;
  const parts = [MEANING[result.meaning], codesText(result)].filter((part) => part !== '');
  return `${result.name} (${parts.join(', ')})`;
}

/** “1: FAM Heterozygous, HEX Negative → Carrier (positive, LIS C1)” */
const ruleText = (
  { conditions, result }: RuleText,
  { index, wordsOf }: { readonly index: number; readonly wordsOf: WordsOf },
): string =>
  `${index + 1}: ${conditions.map(({ channel, diagnostic }) => `${channel} ${wordsOf(diagnostic)}`).join(', ')} → ${resultText(result, wordsOf)}`;

/** The words for the name of a diagnostic. */
type WordsOf = (name: string) => string;

const settingsLines = (rules: readonly RuleText[] | null, wordsOf: WordsOf = diagnosticText): string[] =>
  rules === null ? ['Off'] : rules.map((rule, index) => ruleText(rule, { index, wordsOf }));

export const channelRules = {
  title: 'Combined result across channels',
  byChannels: 'A sample has one result across the channels',
  offText: 'Off: a sample has a result in each channel.',
  onText:
    'The first rule whose conditions are met gives the combined result. If no rule applies, there is none.',
  more: {
    title: 'Incomplete samples, negative results, reports',
    text: 'A sample is incomplete if a channel has no result, or if its channels were read in different wells, lots or buffers. Rules do not change that.\nA channel is positive if it shows a product, including that of the wild type. A rule with a negative result does not apply if a channel has a positive result that the rule does not require.\nReports and other systems receive the combined result once, with its wells.',
  },
  rule: (number: number) => `Rule ${number}`,
  any: 'Any result',
  /** What a diagnostic means decides whether a negative rule can pass over it. */
  withMeaning: (name: string, meaning: DiagnosticMeaning) =>
    meaning === 'positive' ? `${name} (${MEANING.positive})` : name,
  inChannel: (number: number, channel: string) => `Rule ${number}, ${channel}`,
  kindOf: (number: number) => `Rule ${number}, result`,
  kind: 'Result',
  ownResult: 'Own result',
  result: 'Combined result',
  meaning: 'Meaning',
  meanings: MEANING,
  codes: { lisCode: 'Code for the LIS', snomedCt: 'SNOMED CT', loinc: 'LOINC' },
  /** What other systems receive. */
  sent: ({ name, lisCode, ...codes }: Omit<ResultText, 'meaning'>) => {
    if (lisCode) return `Sent with ${codesText({ lisCode, ...codes })}.`;
    const others = codesText(codes);
    const fhir = others === '' ? '' : ` FHIR also has ${others}.`;
    return `No code for the LIS: “${name}” is sent.${fhir}`;
  },
  codeNotes: 'Codes of diagnostics and combined results',
  add: 'Add a rule',
  remove: (number: number) => `Remove rule ${number}`,
  up: (number: number) => `Move rule ${number} up`,
  notes: 'Rules that overlap or never give a result',
  issue: ({
    rule,
    part,
    message,
  }: {
    readonly rule: number | null;
    readonly part: 'conditions' | 'result';
    readonly message: string;
  }) => {
    if (rule === null) return 'Add a channel rule, or switch the rules off.';
    if (message !== '') return `Rule ${rule}: ${message}.`;
    return part === 'conditions'
      ? `Rule ${rule}: choose a diagnostic in at least one channel.`
      : `Rule ${rule}: enter a name for the combined result.`;
  },
  settingsText: (rules: readonly RuleText[] | null, wordsOf?: WordsOf) =>
    settingsLines(rules, wordsOf).join('; '),
  settingsLines,
} as const;
