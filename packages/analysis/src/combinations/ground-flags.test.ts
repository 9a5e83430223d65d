import type { CallExplanation, Peak } from '@curvewell/contracts';
import { expect, it } from 'vitest';

import { GENOTYPING } from '../../test/synthetic.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { groundFlags, neededZones } from './ground-flags.ts';

const peakAt = (tm: number, told: Partial<Peak> = {}) =>
  ({ tm, height: 100, zone: null, accepted: true, ...told }) as Peak; // what is looked at
const phaseOf = (range: [number, number], ...peaks: readonly Peak[]) =>
  ({ type: 'MELT', range, readings: 200, peaks }) as unknown as CallExplanation['phases'][number]; // what is looked at
const codes = (phase: CallExplanation['phases'][number], configuration: ChannelConfiguration = GENOTYPING) =>
  groundFlags([phase], configuration).map(({ code, zone }) => [code, zone]);

it('REVIEW-190 rules need the zones of their conditions, too, and a rule without a diagnostic needs none', () => {
  const expressions = [{ firstOperand: 'C', operator: 'LT', secondOperand: 'D' }] as const;
  const rules = [
    { zones: ['B'], diagnostic: 'NEGATIVE', expressions },
    { zones: ['A'], diagnostic: null, expressions: [] },
  ] as const;
  expect([...neededZones({ ...GENOTYPING, rules })].sort()).toEqual(['B', 'C', 'D']);
});

it('REVIEW-190 only a peak that counts shows that its zone was read', () => {
  const [counted, dropped] = [true, false].map((accepted) => peakAt(61, { zone: 'A', accepted }));
  expect(codes(phaseOf([60, 95], counted!))).toEqual([['zone-not-covered', 'A']]);
  expect(codes(phaseOf([60, 95], dropped!))).toEqual([['zone-not-read', 'A']]);
});

it('REVIEW-191 no peak lies outside where a kit has no zones', () => {
  const [phase] = GENOTYPING.phases;
  const withoutZones = { ...GENOTYPING, phases: [{ ...phase!, zones: [] }] };
  expect(codes(phaseOf([40, 95], peakAt(80)))).toEqual([['unexpected-peak', null]]);
  expect(codes(phaseOf([40, 95], peakAt(80)), withoutZones)).toEqual([]);
});
