import type { CallExplanation, Peak } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { GENOTYPING } from '../../test/synthetic.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { groundFlags, neededZones } from './ground-flags.ts';

const peakAt = (tm: number, changes: Partial<Peak> = {}) =>
  ({ tm, height: 100, zone: null, accepted: true, ...changes }) as Peak; // what is looked at
const phaseOf = (range: [number, number], ...peaks: readonly Peak[]) =>
  ({ type: 'MELT', range, readings: 200, peaks }) as unknown as CallExplanation['phases'][number]; // what is looked at
const codes = (phase: CallExplanation['phases'][number], configuration: ChannelConfiguration = GENOTYPING) =>
  groundFlags([phase], configuration).map(({ code, zone }) => [code, zone]);

it('REVIEW-190 beside a peak in a zone, a call needs the zones of the rules with a diagnostic and of their conditions', () => {
  const expressions = [
    { firstOperand: 'C', operator: 'LT', secondOperand: 'D' },
    { firstOperand: { width: 'E' }, operator: 'LT', secondOperand: 3 },
    { firstOperand: { ratio: ['F', 'G'] as [string, string] }, operator: 'GT', secondOperand: 2 },
  ] as const;
  const rules = [
    { zones: ['B'], diagnostic: 'NEGATIVE', expressions },
    { zones: ['A'], diagnostic: null, expressions: [] },
  ] as const;
  expect([...neededZones({ ...GENOTYPING, rules }, true)].sort()).toEqual(['B', 'C', 'D', 'E', 'F', 'G']);
});

it('REVIEW-190 only a peak that counts shows that its zone was read', () => {
  const [counted, dropped] = [true, false].map((accepted) => peakAt(61, { zone: 'A', accepted }));
  expect(codes(phaseOf([60, 95], counted!))).toEqual([['zone-not-covered', 'A']]);
  expect(codes(phaseOf([60, 95], dropped!))).toEqual([['zone-not-read', 'A']]);
});

it('REVIEW-191 a phase without zones is not looked at, unless no phase of the kit has any', () => {
  const [phase] = GENOTYPING.phases;
  const without = { ...phase!, zones: [] };
  const anneal = { ...phase!, phaseType: 'ANNEAL' } as const;
  const ofMelt = (configuration: ChannelConfiguration) =>
    codes(phaseOf([40, 95], peakAt(80)), configuration).filter(([code]) => code === 'unexpected-peak');
  expect(ofMelt(GENOTYPING)).toEqual([['unexpected-peak', null]]);
  expect(ofMelt({ ...GENOTYPING, phases: [without] })).toEqual([['unexpected-peak', null]]);
  expect(ofMelt({ ...GENOTYPING, phases: [without, anneal] })).toEqual([]);
});
