import { inChannelOrder, type ChannelName } from '../kit/assay.ts';
import type { ChannelCondition, ChannelRule } from './channel-rules.ts';
import { meaningOf, type DiagnosticColor } from '../diagnostics/diagnostic-color.ts';

/** Rules that are allowed but rarely intended. */
export type ChannelRuleNote =
  /** Earlier rules always hold when this one does. */
  | { readonly kind: 'unreachable'; readonly rule: number; readonly others: readonly number[] }
  /** Both can hold, with different results; the earlier one counts. */
  | { readonly kind: 'overlap'; readonly rule: number; readonly other: number }
  /** It has a condition on an invalid diagnostic or that of a control, so it gives no result unless its own is invalid. */
  | { readonly kind: 'no-statement'; readonly rule: number; readonly condition: ChannelCondition };

type Known = Pick<DiagnosticColor, 'diagnostic' | 'meaning'>;
interface OfKit {
  readonly diagnostics: readonly Known[];
}

/** Rules that never give their result, and rules that hold together. */
export function channelRuleNotes(rules: readonly ChannelRule[], { diagnostics }: OfKit): ChannelRuleNote[] {
  const unreachable = new Map(
    rules.flatMap((_, index) => {
      const others = hiddenBy(rules, { index, diagnostics });
      return others === null ? [] : [[index, others] as const];
    }),
  );
  return rules.flatMap(({ conditions, result }, index): ChannelRuleNote[] => {
    const rule = index + 1;
    const others = unreachable.get(index);
    if (others !== undefined) return [{ kind: 'unreachable', rule, others: others.map((one) => one + 1) }];
    const invalid = conditions.filter(({ diagnostic }) => isNoStatement(diagnostic, diagnostics));
    return [
      ...(result.meaning === 'invalid'
        ? []
        : invalid.map((condition) => ({ kind: 'no-statement' as const, rule, condition }))),
      ...rules
        .slice(0, index)
        .flatMap((before, at): ChannelRuleNote[] =>
          !unreachable.has(at) &&
          before.result.name !== result.name &&
          canBothHold(before.conditions, conditions)
            ? [{ kind: 'overlap', rule, other: at + 1 }]
            : [],
        ),
    ];
  });
}

function isNoStatement(name: string, diagnostics: readonly Known[]): boolean {
  const found = diagnostics.find(({ diagnostic }) => diagnostic.name === name);
  return found !== undefined && !['positive', 'negative'].includes(meaningOf(found));
}

function canBothHold(a: readonly ChannelCondition[], b: readonly ChannelCondition[]): boolean {
  return a.every(({ channel, diagnostic }) =>
    b.every((other) => other.channel !== channel || other.diagnostic === diagnostic),
  );
}

/** Every condition of `general` is one of `special`. */
const isWithin = (special: readonly ChannelCondition[], general: readonly ChannelCondition[]): boolean =>
  general.every(({ channel, diagnostic }) =>
    special.some((one) => one.channel === channel && one.diagnostic === diagnostic),
  );

/** Above this number of combinations of results only single earlier rules are compared. */
const MOST_COMBINATIONS = 10_000;

/** The earlier rules that, alone or together, always hold when a rule does; null: the rule can give its result. */
function hiddenBy(
  rules: readonly ChannelRule[],
  { index, diagnostics }: { readonly index: number } & OfKit,
): readonly number[] | null {
  const conditions = rules[index]?.conditions ?? [];
  const before = rules.slice(0, index);
  const single = before.findIndex((one) => isWithin(conditions, one.conditions));
  if (single !== -1) return [single];
  const near = before.filter((one) => canBothHold(one.conditions, conditions));
  const free = inChannelOrder(near.flatMap((one) => one.conditions.map(({ channel }) => channel))).filter(
    (channel) => conditions.every((condition) => condition.channel !== channel),
  );
  const options = free.map((channel) => optionsIn(channel, near, diagnostics));
  const count = options.reduce((product, one) => product * one.length, 1);
  if (near.length === 0 || count > MOST_COMBINATIONS) return null;
  const hiding = new Set<number>();
  for (const found of combinationsOf(options)) {
    const at = before.findIndex((one) => isWithin([...conditions, ...found], one.conditions));
    if (at === -1) return null;
    hiding.add(at);
  }
  return [...hiding].sort((a, b) => a - b);
}

/** The results that rules name in a channel, and one that represents all others of the kit. */
function optionsIn(
  channel: ChannelName,
  rules: readonly ChannelRule[],
  diagnostics: readonly Known[],
): ChannelCondition[] {
  const named = new Set(
    rules.flatMap(({ conditions }) =>
      conditions.flatMap((one) => (one.channel === channel ? [one.diagnostic] : [])),
    ),
  );
  const other = diagnostics.find(({ diagnostic }) => !named.has(diagnostic.name));
  return [...named, ...(other === undefined ? [] : [other.diagnostic.name])].map((diagnostic) => ({
    channel,
    diagnostic,
  }));
}

const combinationsOf = (options: readonly (readonly ChannelCondition[])[]): ChannelCondition[][] =>
  options.reduce<ChannelCondition[][]>(
    (all, some) => all.flatMap((found) => some.map((one) => [...found, one])),
    [[]],
  );

const nameIn = (diagnostics: readonly (Known & Pick<DiagnosticColor, 'diagnosticLabel'>)[], name: string) =>
  diagnostics.find(({ diagnostic }) => diagnostic.name === name)?.diagnosticLabel ?? name;

/** A sentence for the editor. */
export function channelRuleNoteText(
  note: ChannelRuleNote,
  diagnostics: readonly (Known & Pick<DiagnosticColor, 'diagnosticLabel'>)[],
): string {
  switch (note.kind) {
    case 'unreachable':
      return `Rule ${note.rule} never gives its result: ${rulesText(note.others)} before it.`;
    case 'overlap':
      return `Rules ${note.other} and ${note.rule} can hold together: rule ${note.other} counts.`;
    case 'no-statement':
      return `Rule ${note.rule} never gives its result: “${nameIn(diagnostics, note.condition.diagnostic)}” is no statement about a sample.`;
  }
}

const rulesText = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `rule ${numbers[0]} holds` : `rules ${numbers.join(', ')} hold`;
