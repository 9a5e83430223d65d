import { describe, expect, it } from 'vitest';

import {
  channelRulesSchema,
  runChannelRulesSchema,
  usedChannelRules,
  type ChannelRule,
} from './channel-rules.ts';

const RULE = {
  conditions: [{ channel: 'FAM', diagnostic: 'HOMOZYGOUS_MUTATED' }],
  result: { name: 'Carrier', meaning: 'positive' },
} as const satisfies ChannelRule;
const isAccepted = (...rules: readonly unknown[]) => channelRulesSchema.safeParse(rules).success;
const withResult = (result: object) => ({ ...RULE, result: { ...RULE.result, ...result } });

describe('KIT-291 channel rules', () => {
  it('are 1 to 100', () => {
    expect(isAccepted()).toBe(false);
    expect(isAccepted(RULE)).toBe(true);
    expect(isAccepted(...Array.from({ length: 100 }, () => RULE))).toBe(true);
    expect(isAccepted(...Array.from({ length: 101 }, () => RULE))).toBe(false);
  });

  it.each(['NEGATIVE', 'No call', 'NO_CALL', 'No result', 'no combined result', 'incomplete'])(
    'refuse the result %s, which has another meaning',
    (name) => {
      expect(isAccepted(withResult({ name }))).toBe(false);
      const found = channelRulesSchema.safeParse([withResult({ lisCode: name })]);
      expect(found.error?.issues).toContainEqual(
        expect.objectContaining({
          path: [0, 'result', 'lisCode'],
          message: 'this is the name of a built-in diagnostic, or stands for a missing result',
        }),
      );
    },
  );

  it('refuse what is no result of a sample', () => {
    expect(isAccepted(withResult({ meaning: 'control' }))).toBe(false);
    expect(isAccepted(withResult({ color: '#ffd60f' }))).toBe(false);
    expect(isAccepted(withResult({ lisCode: 'C-1', snomedCt: '10828004', loinc: '1-8' }))).toBe(true);
  });

  it('refuse no condition, unknown fields, and two conditions for one channel', () => {
    const [fam] = RULE.conditions;
    expect(isAccepted({ ...RULE, conditions: [] })).toBe(false);
    expect(isAccepted({ ...RULE, conditions: [{ ...fam, well: 'A1' }] })).toBe(false);
    expect(isAccepted({ ...RULE, name: 'Rule' })).toBe(false);
    expect(isAccepted({ ...RULE, conditions: [fam, { ...fam, channel: 'HEX' }] })).toBe(true);
    const twice = channelRulesSchema.safeParse([
      { ...RULE, conditions: [fam, { ...fam, diagnostic: 'Own' }] },
    ]);
    expect(twice.error?.issues.map(({ message }) => message)).toEqual([
      'a rule may have only one condition for each channel',
    ]);
  });
});

it('records the version of the derivation', () => {
  expect(usedChannelRules([RULE])).toEqual({ rules: [RULE], derivation: 'curvewell-combined-result/3' });
});

it('KIT-291 reads the rules of interpretations with each version of the derivation, and no others', () => {
  const stored = (settings: object, kitVersionId = '01a229d2-ff79-7598-b979-cfde84a8dbfe') =>
    runChannelRulesSchema.safeParse([{ kitVersionId, settings }]).data?.[0]?.settings;
  for (const version of ['1', '2', '3']) {
    const settings = { rules: [RULE], derivation: `curvewell-combined-result/${version}` };
    expect(stored(settings)).toEqual(settings);
  }
  expect(stored({ rules: [RULE], derivation: '' })).toBeUndefined();
  expect(stored({ rules: [RULE], derivation: 'curvewell-combined-result/4' })).toBeUndefined();
  expect(stored(usedChannelRules([RULE]), 'v2')).toBeUndefined();
});
