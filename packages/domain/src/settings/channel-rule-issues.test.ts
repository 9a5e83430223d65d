import { describe, expect, it } from 'vitest';

import type { ChannelName } from '../kit/assay.ts';
import { channelRuleNotes, channelRuleNoteText } from './channel-rule-issues.ts';
import type { ChannelRule } from './channel-rules.ts';
import type { DiagnosticMeaning } from '../diagnostics/diagnostic-catalogue.ts';

type Diagnostic = Parameters<typeof channelRuleNoteText>[1][number];
type On = Readonly<Partial<Record<ChannelName, string>>>;

const known = (name: string, meaning?: DiagnosticMeaning): Diagnostic => ({
  diagnostic: { name, label: name },
  diagnosticLabel: `Label of ${name}`,
  ...(meaning && { meaning }),
});
const DIAGNOSTICS = [
  known('A', 'positive'),
  known('B', 'positive'),
  known('N', 'negative'),
  known('Inhibited', 'invalid'),
];

const rule = (name: string, on: On, meaning: ChannelRule['result']['meaning'] = 'positive'): ChannelRule => ({
  conditions: Object.entries(on).map(([channel, diagnostic]) => ({
    channel: channel as ChannelName,
    diagnostic,
  })),
  result: { name, meaning },
});
const notes = (...rules: readonly ChannelRule[]) =>
  channelRuleNotes(rules, { diagnostics: DIAGNOSTICS }).map((note) => channelRuleNoteText(note, DIAGNOSTICS));

describe('KIT-291 two rules', () => {
  it('overlap if both can hold, with different results', () => {
    expect(notes(rule('1', { FAM: 'A', HEX: 'A' }), rule('2', { FAM: 'A' }))).toEqual([
      'Rules 1 and 2 can hold together: rule 1 counts.',
    ]);
    expect(notes(rule('1', { FAM: 'A' }), rule('2', { HEX: 'A' }))).toEqual([
      'Rules 1 and 2 can hold together: rule 1 counts.',
    ]);
  });

  it('do not if they ask for different results in a channel, or give the same result', () => {
    expect(notes(rule('1', { FAM: 'A', HEX: 'A' }), rule('2', { FAM: 'B', HEX: 'A' }))).toEqual([]);
    expect(notes(rule('1', { FAM: 'A' }), rule('1', { HEX: 'A' }))).toEqual([]);
  });
});

describe('KIT-291 a rule never gives its result', () => {
  it('if an earlier one asks for no more', () => {
    const [one, two] = [rule('1', { FAM: 'A' }), rule('2', { FAM: 'A', HEX: 'A' })];
    expect(notes(one, two)).toEqual(['Rule 2 never gives its result: rule 1 holds before it.']);
    expect(notes(two, rule('3', { FAM: 'B' }), rule('4', { FAM: 'B', ROX: 'A' }))).toEqual([
      'Rule 3 never gives its result: rule 2 holds before it.',
    ]);
  });

  it('if earlier ones together cover every result in a channel', () => {
    const each = DIAGNOSTICS.map(({ diagnostic }) => rule('1', { FAM: diagnostic.name }, 'invalid'));
    expect(notes(...each, rule('2', { HEX: 'A' }))).toEqual([
      'Rule 5 never gives its result: rules 1, 2, 3, 4 hold before it.',
    ]);
    // A rule that cannot hold with it does not count, so one result is left.
    const elsewhere = rule('1', { FAM: 'Inhibited', HEX: 'B' }, 'invalid');
    expect(notes(...each.slice(0, 3), elsewhere, rule('2', { HEX: 'A' }))).toEqual([
      'Rules 1 and 5 can hold together: rule 1 counts.',
      'Rules 2 and 5 can hold together: rule 2 counts.',
      'Rules 3 and 5 can hold together: rule 3 counts.',
    ]);
  });

  it('if earlier ones together cover every result in two channels', () => {
    const names = DIAGNOSTICS.map(({ diagnostic }) => diagnostic.name);
    const inHex = names.map((name) => rule('1', { FAM: 'A', HEX: name }, 'invalid'));
    const inFam = names.slice(1).map((name) => rule('1', { FAM: name }, 'invalid'));
    expect(notes(...inHex, ...inFam, rule('2', { ROX: 'A' }))).toEqual([
      'Rule 8 never gives its result: rules 1, 2, 3, 4, 5, 6, 7 hold before it.',
    ]);
    expect(notes(...inHex.slice(1), ...inFam, rule('2', { ROX: 'A' }))).toHaveLength(6);
  });

  it('and then is not reported as overlapping with later ones', () => {
    const hidden = rule('2', { FAM: 'A', HEX: 'A' });
    expect(notes(rule('1', { FAM: 'A' }), hidden, rule('1', { HEX: 'A' }))).toEqual([
      'Rule 2 never gives its result: rule 1 holds before it.',
    ]);
  });

  it('if it asks for a diagnostic that is no statement, unless its result is invalid', () => {
    expect(notes(rule('1', { FAM: 'Inhibited', HEX: 'A' }))).toEqual([
      'Rule 1 never gives its result: “Label of Inhibited” is no statement about a sample.',
    ]);
    expect(notes(rule('1', { FAM: 'Inhibited' }, 'invalid'))).toEqual([]);
    expect(notes(rule('1', { FAM: 'N' }, 'negative'))).toEqual([]);
    // The kit lacks it, which is a fault of its own.
    expect(notes(rule('1', { FAM: 'Gone' }))).toEqual([]);
  });

  it('above 10,000 combinations only if a single earlier one holds', () => {
    const channels = ['HEX', 'ROX', 'CY5', 'CY5_5', 'TEXAS_RED', 'TAMRA', 'INTERCALATING'] as const;
    // Four results in each of seven channels are 16,384 combinations.
    const each = channels.flatMap((channel) =>
      DIAGNOSTICS.map(({ diagnostic }) => rule('1', { [channel]: diagnostic.name }, 'invalid')),
    );
    expect(notes(...each, rule('1', { FAM: 'A' }, 'invalid'))).toHaveLength(24);
  });
});

it('names a diagnostic that the kit lacks by its name', () => {
  const condition = { channel: 'FAM', diagnostic: 'Gone' } as const;
  expect(channelRuleNoteText({ kind: 'no-statement', rule: 1, condition }, DIAGNOSTICS)).toBe(
    'Rule 1 never gives its result: “Gone” is no statement about a sample.',
  );
});
