import { describe, expect, it } from 'vitest';

import type { ChannelName } from '../kit/assay.ts';
import { channelRuleFaults, channelRuleFaultText } from './channel-rule-faults.ts';
import type { ChannelRule } from './channel-rules.ts';

type Diagnostic = Parameters<typeof channelRuleFaults>[1]['diagnostics'][number];
type Result = ChannelRule['result'];

const known = (name: string, of: Partial<Diagnostic> = {}): Diagnostic => ({
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  ...of,
});
const [WILD, MUTATED] = ['HOMOZYGOUS_WILD_TYPE', 'HOMOZYGOUS_MUTATED'];
const DIAGNOSTICS = [known(WILD), known(MUTATED)];

const rule = (result: Result, on: Readonly<Partial<Record<ChannelName, string>>>): ChannelRule => ({
  conditions: Object.entries(on).map(([channel, diagnostic]) => ({
    channel: channel as ChannelName,
    diagnostic,
  })),
  result,
});
const positive = (name: string, more: Partial<Result> = {}): Result => ({
  name,
  meaning: 'positive',
  ...more,
});
const textsOf = (
  rules: readonly ChannelRule[],
  of: Partial<Parameters<typeof channelRuleFaults>[1]> = {},
): string[] =>
  channelRuleFaults(rules, {
    diagnostics: DIAGNOSTICS,
    channels: ['FAM', 'HEX'],
    read: ['FAM', 'HEX'],
    ...of,
  }).map(channelRuleFaultText);

describe('KIT-291 channel rules', () => {
  it('have no fault if each asks for what the kit has and gives its own result', () => {
    const rules = [
      rule(positive('Both'), { FAM: MUTATED, HEX: MUTATED }),
      rule(positive('Carrier'), { FAM: MUTATED }),
      rule({ name: 'Not found', meaning: 'negative' }, { FAM: WILD, HEX: WILD }),
    ];
    expect(textsOf(rules)).toEqual([]);
  });

  it('name the rule, the channel and the diagnostic that the kit lacks', () => {
    const rules = [
      rule(positive('A'), { FAM: MUTATED }),
      rule(positive('B'), { HEX: 'Gone', ROX: MUTATED }),
      rule(positive('C'), { ROX: 'Lost' }),
    ];
    expect(textsOf(rules)).toEqual([
      'Rule 2: Gone is not a diagnostic of the kit.',
      'Rule 2: the kit has no settings for ROX.',
      'Rule 3: the kit has no settings for ROX.',
      'Rule 3: Lost is not a diagnostic of the kit.',
    ]);
  });
});

describe('KIT-291 two rules', () => {
  const faultsOf = (a: Result, b: Result) => textsOf([rule(a, { FAM: MUTATED }), rule(b, { HEX: MUTATED })]);
  const REFUSED = ['Rules 1 and 2 give different results with the same name or code.'];

  it('may give the same result', () => {
    const result = positive('Carrier', { lisCode: 'C-1', snomedCt: '10828004', loinc: '1-8' });
    expect(faultsOf(result, { ...result })).toEqual([]);
  });

  it.each<[string, Result]>([
    ['meaning', { name: 'Carrier', meaning: 'invalid' }],
    ['LIS code', positive('Carrier', { lisCode: 'C-1' })],
    ['SNOMED CT code', positive('Carrier', { snomedCt: '10828004' })],
    ['LOINC code', positive('Carrier', { loinc: '1-8' })],
    ['upper and lower case', positive('CARRIER')],
  ])('may not give one name with another %s', (_, other) => {
    expect(faultsOf(positive('Carrier'), other)).toEqual(REFUSED);
    expect(faultsOf(other, positive('Carrier'))).toEqual(REFUSED);
  });

  it('may not send one code for two results, in upper or lower case, or as the name of the other', () => {
    expect(faultsOf(positive('A', { lisCode: 'C-1' }), positive('B', { lisCode: 'c-1' }))).toEqual(REFUSED);
    expect(faultsOf(positive('A', { lisCode: 'b' }), positive('B'))).toEqual(REFUSED);
    expect(faultsOf(positive('A'), positive('B', { lisCode: 'a' }))).toEqual(REFUSED);
    expect(faultsOf(positive('A', { lisCode: 'C-1' }), positive('B', { lisCode: 'C-2' }))).toEqual([]);
    // The code is sent instead of the name, so the name is free.
    expect(faultsOf(positive('A', { lisCode: 'C-1' }), positive('B', { lisCode: 'A' }))).toEqual([]);
  });

  it('are named with the first of several that contradict', () => {
    const results = [positive('A'), positive('B'), positive('a'), positive('A', { loinc: '1-8' })];
    expect(textsOf(results.map((result) => rule(result, { FAM: MUTATED })))).toEqual([
      'Rules 1 and 3 give different results with the same name or code.',
      'Rules 1 and 4 give different results with the same name or code.',
    ]);
  });
});

describe('KIT-297 a result with the name or code of a diagnostic of the kit', () => {
  const own = known('Own', { meaning: 'negative', diagnosticLabel: 'Not seen', lisCode: 'N-1' });
  const faultsOf = (result: Result, diagnostics = [known(MUTATED), own]) =>
    textsOf([rule(result, { FAM: MUTATED, HEX: MUTATED })], { diagnostics });
  const REFUSED = [
    'Rule 1 gives a result with the name or code of “Not seen”, a diagnostic of the kit with another meaning.',
  ];

  it.each(['own', 'NOT SEEN', 'n-1'])('is refused with another meaning: %s', (text) => {
    expect(faultsOf(positive(text))).toEqual(REFUSED);
    expect(faultsOf(positive('Free', { lisCode: text }))).toEqual(REFUSED);
    expect(faultsOf({ name: text, meaning: 'negative' })).toEqual([]);
    expect(faultsOf({ name: 'Free', meaning: 'negative', lisCode: text })).toEqual([]);
  });

  it('is refused with another meaning than that of the built-in name', () => {
    const labelled = [known(MUTATED, { diagnosticLabel: 'Found' })];
    expect(faultsOf({ name: 'Found', meaning: 'invalid' }, labelled)).toHaveLength(1);
    expect(faultsOf(positive('Found'), labelled)).toEqual([]);
  });

  it('is free otherwise, also if neither has a code', () => {
    expect(faultsOf(positive('Free', { lisCode: 'Free-1' }))).toEqual([]);
    expect(faultsOf(positive('Free'), [known(MUTATED), known('Own', { meaning: 'negative' })])).toEqual([]);
  });
});

describe('KIT-297 a rule with a negative result', () => {
  const negative: Result = { name: 'Not found', meaning: 'negative' };
  const read = ['ROX', 'FAM', 'HEX'] as const;
  const channels = [...read, 'CY5'] as const;

  it('is refused if channels with settings have no condition, which are named in order', () => {
    const faultsOf = (result: Result) => textsOf([rule(result, { HEX: WILD })], { channels, read });
    expect(faultsOf(negative)).toEqual([
      'Rule 1 gives a negative result: it must have a condition in FAM and ROX.',
    ]);
    expect(faultsOf(positive('Found'))).toEqual([]);
    expect(faultsOf({ name: 'Repeat', meaning: 'invalid' })).toEqual([]);
  });

  it('asks for each of them', () => {
    expect(textsOf([rule(negative, { FAM: WILD, HEX: WILD, ROX: WILD })], { channels, read })).toEqual([]);
  });
});
