import { describe, expect, it } from 'vitest';

import type { ChannelName } from '../kit/assay.ts';
import {
  amplificationFaultSchema,
  amplificationIn,
  amplificationIssues,
  amplificationOfRules,
  amplificationRuleFaults,
  amplificationSettingsSchema,
  isAmplificationOpen,
  wellAmplificationSchema,
  type WellAmplification,
} from './amplification.ts';

type Condition = Parameters<typeof isAmplificationOpen>[0];

const asks = (channel: ChannelName): Condition => ({
  firstOperand: { amplification: channel },
  secondOperand: { amplification: 'amplified' },
});
const HEIGHTS: Condition = { firstOperand: 'zone 1', secondOperand: 'zone 2' };
const rule = (...expressions: readonly Condition[]) => ({ expressions });
const until = (channel: ChannelName, latestCycle = 35) => ({ channel, latestCycle });
const used = (channel: ChannelName, latestCycle: number) => ({
  ...until(channel, latestCycle),
  method: 'curvewell-amplification/3',
});
const answer = (channel: ChannelName, outcome: WellAmplification['outcome']): WellAmplification => ({
  channel,
  outcome,
  fault: outcome === 'not-known' ? 'no-data' : null,
  cq: outcome === 'amplified' ? 27 : null,
  source: outcome === 'not-known' ? null : 'file',
  latestCycle: 35,
});

it('the latest cycle of a channel is 10 to 60', () => {
  const accepted = [9.9, 10, 60, 60.1].filter(
    (cycle) => amplificationSettingsSchema.safeParse([until('FAM', cycle)]).success,
  );
  expect(accepted).toEqual([10, 60]);
});

it('settings are of 1 to 8 channels, without unknown fields', () => {
  const accepted = [0, 1, 8, 9].filter(
    (count) =>
      amplificationSettingsSchema.safeParse(Array.from({ length: count }, () => until('FAM'))).success,
  );
  expect(accepted).toEqual([1, 8]);
  expect(amplificationSettingsSchema.safeParse([{ ...until('FAM'), method: 'own' }]).success).toBe(false);
});

it('a record holds each answer, from its file or its curve, without unknown fields', () => {
  for (const outcome of ['amplified', 'not-amplified', 'not-known'] as const)
    expect(wellAmplificationSchema.parse(answer('FAM', outcome))).toEqual(answer('FAM', outcome));
  for (const [source, isValid] of Object.entries({ file: true, curve: true, user: false, '': false }))
    expect(wellAmplificationSchema.safeParse({ ...answer('FAM', 'amplified'), source }).success).toBe(
      isValid,
    );
  expect(wellAmplificationSchema.safeParse({ ...answer('FAM', 'amplified'), ct: 27 }).success).toBe(false);
});

it('a record names these reasons why it is not known', () => {
  expect(amplificationFaultSchema.options.join(' ')).toBe(
    'no-data too-few-cycles missing-cycles not-finite constant unclear not-exponential rising-at-start rising-at-end at-ceiling too-noisy ends-early sources-differ cross-talk',
  );
});

describe('the settings of the channels that rules ask for', () => {
  const settings = [until('FAM', 30), until('HEX', 32)];

  it('leave out other channels', () => {
    expect(amplificationOfRules(settings, [rule(HEIGHTS), rule(asks('HEX'))])).toEqual([used('HEX', 32)]);
    expect(amplificationOfRules(settings, [rule(asks('HEX'), asks('FAM'))])).toEqual([
      used('FAM', 30),
      used('HEX', 32),
    ]);
  });

  it('are undefined if no rule asks, or the kit has none', () => {
    expect(amplificationOfRules(settings, [rule(HEIGHTS)])).toBeUndefined();
    expect(amplificationOfRules(settings, [rule(asks('ROX'))])).toBeUndefined();
    expect(amplificationOfRules(null, [rule(asks('FAM'))])).toBeUndefined();
  });
});

describe('a rule that asks if a channel has amplified', () => {
  const FAULT = 'A rule uses the amplification of HEX, which requires the latest cycle of HEX.';

  it('needs its latest cycle', () => {
    const both = rule(HEIGHTS, asks('FAM'), asks('HEX'));
    expect(amplificationRuleFaults(both, [until('FAM')])).toEqual([FAULT]);
    expect(amplificationRuleFaults(both, [until('FAM'), until('HEX')])).toEqual([]);
    expect(amplificationRuleFaults(rule(asks('HEX')), null)).toEqual([FAULT]);
    expect(amplificationRuleFaults(rule(HEIGHTS), null)).toEqual([]);
  });

  it('is an issue at its place without it, as is a channel set twice', () => {
    const rules = [
      { ...rule(asks('FAM')), path: ['rules', 0] },
      { ...rule(asks('HEX')), path: ['rules', 1] },
    ];
    const amplification = [until('FAM'), until('ROX'), until('FAM', 30)];
    expect(amplificationIssues({ amplification, rules })).toEqual([
      { path: ['amplification', 2, 'channel'], message: 'The channel FAM occurs twice.' },
      { path: ['rules', 1], message: FAULT },
    ]);
    expect(amplificationIssues({ amplification: null, rules: rules.slice(1) })).toEqual([
      { path: ['rules', 1], message: FAULT },
    ]);
    expect(amplificationIssues({ amplification: null, rules: [] })).toEqual([]);
  });
});

describe('the answer about a channel', () => {
  const answers = [answer('FAM', 'amplified'), answer('HEX', 'not-amplified'), answer('ROX', 'not-known')];

  it('is that of its channel', () => {
    expect(amplificationIn(answers, 'HEX')).toBe(answers[1]);
    expect(amplificationIn(answers, 'CY5')).toBeUndefined();
    expect(amplificationIn(undefined, 'FAM')).toBeUndefined();
  });

  it('is open if it is not known or missing, and a condition asks for it', () => {
    const open = (['FAM', 'HEX', 'ROX', 'CY5'] as const).filter((channel) =>
      isAmplificationOpen(asks(channel), answers),
    );
    expect(open).toEqual(['ROX', 'CY5']);
    expect(isAmplificationOpen(asks('FAM'), undefined)).toBe(true);
    expect(isAmplificationOpen(HEIGHTS, answers)).toBe(false);
    expect(isAmplificationOpen(HEIGHTS, undefined)).toBe(false);
  });
});
