import { callFlagCodeSchema, type CallExplanation, type Peak } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { GENOTYPING } from '../../test/synthetic.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { groundFlags, neededZones, OF_ZONES } from './ground-flags.ts';

const peakAt = (tm: number, changes: Partial<Peak> = {}) =>
  ({ tm, height: 100, zone: null, accepted: true, ...changes }) as Peak; // the fields that are used
const phaseOf = (range: [number, number], ...peaks: readonly Peak[]) =>
  ({ type: 'MELT', range, readings: 200, peaks }) as unknown as CallExplanation['phases'][number]; // the fields that are used
const codes = (phase: CallExplanation['phases'][number], configuration: ChannelConfiguration = GENOTYPING) =>
  groundFlags([phase], configuration).map(({ code, zone }) => [code, zone]);

it('REVIEW-190 with a peak in a zone, a call needs the zones of rules with a diagnostic and of their conditions', () => {
  const expressions = [
    { firstOperand: 'C', operator: 'LT', secondOperand: 'D' },
    { firstOperand: { width: 'E' }, operator: 'LT', secondOperand: 3 },
    { firstOperand: { ratio: ['F', 'G'] as [string, string] }, operator: 'GT', secondOperand: 2 },
  ] as const;
  const rules = [
    { zones: ['B'], diagnostic: 'NEGATIVE', expressions },
    { zones: ['A'], diagnostic: null, expressions: [] },
  ] as const;
  expect([...neededZones({ ...GENOTYPING, rules }, new Set(['B']))].sort()).toEqual([
    'B',
    'C',
    'D',
    'E',
    'F',
    'G',
  ]);
});

it('REVIEW-190 only a counted peak shows that its zone was read', () => {
  const [counted, dropped] = [true, false].map((accepted) => peakAt(61, { zone: 'A', accepted }));
  expect(codes(phaseOf([60, 95], counted!))).toEqual([['zone-not-covered', 'A']]);
  expect(codes(phaseOf([60, 95], dropped!))).toEqual([['zone-not-read', 'A']]);
});

it('REVIEW-191 a phase without zones is ignored, unless no phase of the kit has any', () => {
  const [phase] = GENOTYPING.phases;
  const without = { ...phase!, zones: [] };
  const anneal = { ...phase!, phaseType: 'ANNEAL' } as const;
  const ofMelt = (configuration: ChannelConfiguration) =>
    codes(phaseOf([40, 95], peakAt(80)), configuration).filter(([code]) => code === 'unexpected-peak');
  expect(ofMelt(GENOTYPING)).toEqual([['unexpected-peak', null]]);
  expect(ofMelt({ ...GENOTYPING, phases: [without] })).toEqual([['unexpected-peak', null]]);
  expect(ofMelt({ ...GENOTYPING, phases: [without, anneal] })).toEqual([]);
});

const [MELT] = GENOTYPING.phases;
const zoneOf = (name: string, minTemp: number, maxTemp: number) => ({
  ...MELT!.zones[0]!,
  name,
  minTemp,
  maxTemp,
});
/**
 * Two phases; a rule with a diagnostic names zones B and C, so D of ANNEAL is needed only when no zone is
 * hit.
 */
const TWO_PHASES: ChannelConfiguration = {
  ...GENOTYPING,
  phases: [MELT!, { ...MELT!, phaseType: 'ANNEAL', zones: [zoneOf('C', 45, 50), zoneOf('D', 52, 55)] }],
  rules: [
    { zones: ['B', 'C'], diagnostic: 'HETEROZYGOUS', expressions: [] },
    { zones: ['A'], diagnostic: null, expressions: [] },
  ],
};
const whole = { zone: null, temperature: null, measured: null, limit: null };

it('REVIEW-190 without a peak in a zone, a call needs every zone', () => {
  expect([...neededZones(TWO_PHASES, new Set())]).toEqual(['A', 'B', 'C', 'D']);
  expect([...neededZones(TWO_PHASES, new Set(['B']))]).toEqual(['B', 'C']);
  const [dropped, outside] = [peakAt(68, { zone: 'B', accepted: false }), peakAt(75)];
  for (const peaks of [[], [dropped], [outside], [dropped, outside]])
    expect(codes(phaseOf([60, 95], ...peaks), TWO_PHASES)[1]).toEqual(['zone-not-read', 'A']);
  const hit = peakAt(68, { zone: 'B' });
  for (const peaks of [[hit], [hit, dropped], [outside, hit]])
    expect(codes(phaseOf([60, 95], ...peaks), TWO_PHASES)[1]).toEqual(['zone-not-covered', 'A']);
});

it('REVIEW-190 an unread phase is reported if any of its zones is needed', () => {
  const hit = phaseOf([40, 95], peakAt(68, { zone: 'B' }));
  const missed = [{ ...whole, phase: 'ANNEAL', code: 'phase-not-read' }];
  expect(groundFlags([hit], TWO_PHASES)).toEqual(missed);
  expect(groundFlags([phaseOf([40, 95])], TWO_PHASES)).toEqual(missed);
  const anneal = { ...phaseOf([40, 95]), type: 'ANNEAL' as const };
  expect(groundFlags([hit, anneal], TWO_PHASES)).toEqual([]);
  const [rule] = TWO_PHASES.rules;
  const withoutC = { ...TWO_PHASES, rules: [{ ...rule!, zones: ['B'] }] };
  expect(groundFlags([hit], withoutC)).toEqual([]);
});

it('REVIEW-190 a hit in any phase determines the needed zones in all phases', () => {
  const hit = phaseOf([40, 95], peakAt(68, { zone: 'B' }));
  const anneal = { ...phaseOf([40, 50]), type: 'ANNEAL' as const };
  // D is not needed: the first phase has a peak in a zone, the second has none.
  expect(groundFlags([hit, anneal], TWO_PHASES)).toEqual([
    { phase: 'ANNEAL', zone: 'D', code: 'zone-not-covered', temperature: null, measured: 50, limit: 55 },
  ]);
});

it('REVIEW-190 a peak shows that its own zone was read, and no other', () => {
  const needsA = { ...GENOTYPING, rules: [{ zones: ['A', 'B'], diagnostic: 'X', expressions: [] }] };
  const [inA, inB] = [peakAt(61, { zone: 'A' }), peakAt(68, { zone: 'B' })];
  expect(codes(phaseOf([60, 95], inB), needsA)).toEqual([['zone-not-read', 'A']]);
  expect(codes(phaseOf([60, 95], inB, inA), needsA)).toEqual([['zone-not-covered', 'A']]);
});

it('REVIEW-191 a peak outside all zones is reported with its place and height; with a diagnostic for it, as such', () => {
  const outside = peakAt(80, { height: 90 });
  const reported = { ...whole, phase: 'MELT', temperature: 80, measured: 80, limit: 90 };
  const flagsOf = (outsideDiagnostic: string | null, ...peaks: readonly Peak[]) =>
    groundFlags([phaseOf([40, 95], ...peaks)], { ...GENOTYPING, outsideDiagnostic });
  const dropped = peakAt(75, { accepted: false });
  expect(flagsOf(null, outside, dropped)).toEqual([{ ...reported, code: 'unexpected-peak' }]);
  expect(flagsOf('SICK', outside, dropped)).toEqual([{ ...reported, code: 'outside-peak' }]);
  const inZone = peakAt(68, { zone: 'B' });
  expect(flagsOf('SICK', outside, inZone)).toEqual([{ ...reported, code: 'unexpected-peak' }]);
  expect(flagsOf('SICK', outside, { ...inZone, accepted: false })).toEqual([
    { ...reported, code: 'outside-peak' },
  ]);
});

it('REVIEW-191 a phase that the kit lacks is ignored', () => {
  const anneal = { ...phaseOf([60, 65], peakAt(62)), type: 'ANNEAL' as const };
  expect(groundFlags([phaseOf([40, 95]), anneal], GENOTYPING)).toEqual([]);
  const without = { ...GENOTYPING, phases: [{ ...MELT!, zones: [] }] };
  expect(groundFlags([phaseOf([40, 95]), anneal], without)).toEqual([]);
});

it('flags of readings and curves are kept when zones change; all others are evaluated again', () => {
  expect(callFlagCodeSchema.options.filter((code) => !OF_ZONES.has(code)).sort()).toEqual([
    'coarse-readings',
    'copied-melt',
    'cut-off-melt',
    'near-end',
    'no-signal',
    'replicates-differ',
    'rising-melt',
    'rising-signal',
    'saturated',
    'saturated-melt',
    'spike',
    'step',
    'threshold-scale',
    'tm-shift-beyond',
    'too-few-readings',
    'too-noisy',
    'uncounted-melt',
    'unresolved-melt',
    'wide-peak',
    'within-template',
  ]);
});

it('DIAG-27 a combination with a negative diagnostic of the kit’s own needs every zone', () => {
  const rules = [
    { zones: ['B'], diagnostic: 'Not detected', meaning: 'negative', expressions: [] },
    { zones: ['A', 'B'], diagnostic: 'Detected', meaning: 'positive', expressions: [] },
  ] as const;
  const kit = { ...TWO_PHASES, rules };
  expect([...neededZones(kit, new Set(['B']))]).toEqual(['A', 'B', 'C', 'D']);
  expect([...neededZones(kit, new Set(['A', 'B']))]).toEqual(['B', 'A']);
  // Zone A begins below the readings, and a product there would be another result.
  const hit = peakAt(68, { zone: 'B' });
  expect(codes(phaseOf([60, 95], hit), { ...kit, phases: [MELT!] })).toContainEqual(['zone-not-read', 'A']);
});
