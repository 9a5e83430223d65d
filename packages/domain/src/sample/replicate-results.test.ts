import { describe, expect, it } from 'vitest';

import type { DiagnosticMeaning } from '../diagnostics/diagnostic-catalogue.ts';
import type { DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import {
  DEFAULT_REPLICATES,
  type ReplicateSettings,
  usedReplicates,
} from '../settings/replicate-settings.ts';
import { replicateResults, type ReplicateWell } from './replicate-results.ts';
import type { SampleResult } from './sample-result.ts';
import { apartText, openReason, sampleResultLabel, sampleText } from './sample-words.ts';
import type { CallFlagCode, Peak } from '../call/well-call.ts';

const color = (name: string, meaning?: DiagnosticMeaning): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
  ...(meaning && { meaning }),
});
const MUTATED = color('HOMOZYGOUS_MUTATED');
const WILD = color('HOMOZYGOUS_WILD_TYPE');
const NEGATIVE = color('NEGATIVE');
const INVALID = color('Inhibited', 'invalid');
const FOUND = color('Species A', 'positive');

const flag = (code: CallFlagCode) => ({
  code,
  phase: null,
  zone: null,
  temperature: null,
  measured: null,
  limit: null,
});
const peakAt = (tm: number, change: Partial<Peak> = {}): Peak => ({
  tm,
  tmError: 0.02,
  height: 300,
  width: 2,
  area: 700,
  significance: 90,
  quality: 0.9,
  zone: 'A',
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
  ...change,
});

interface Sketch extends Partial<Omit<ReplicateWell, 'explanation'>> {
  readonly tms?: readonly number[];
  readonly flags?: readonly CallFlagCode[];
  readonly isRead?: boolean;
}
const well = ({ tms = [], flags = [], isRead = true, ...of }: Sketch, index: number): ReplicateWell => ({
  wellId: `w${index}`,
  position: `A${index + 1}`,
  channel: 'FAM',
  name: 'S-1',
  orderId: null,
  sampleType: 'BLOOD',
  kit: 'Kit',
  kitVersionId: 'v',
  lotId: 'l',
  reactionBufferId: 'b',
  expected: null,
  found: MUTATED,
  isOverridden: false,
  isOutOfRange: false,
  explanation: isRead
    ? {
        flags: flags.map(flag),
        phases: [{ type: 'MELT', peaks: tms.map((tm) => peakAt(tm)) }] as never, // what the derivation reads
      }
    : null,
  ...of,
});

const samplesOf = (sketches: readonly Sketch[], settings: Partial<ReplicateSettings> = {}) =>
  replicateResults(sketches.map(well), (id) =>
    id === 'v' ? usedReplicates({ ...DEFAULT_REPLICATES, ...settings }) : undefined,
  );
const sampleOf = (sketches: readonly Sketch[], settings: Partial<ReplicateSettings> = {}): SampleResult => {
  const [sample] = samplesOf(sketches, settings);
  if (sample === undefined) throw new Error('no sample');
  return sample;
};
const outcome = (sketches: readonly Sketch[], settings: Partial<ReplicateSettings> = {}) => {
  const { result, fault, faultOf } = sampleOf(sketches, settings);
  return fault === null ? result?.diagnostic.name : [fault, ...faultOf];
};

describe('REVIEW-396 the result of a sample follows the rule of its kit version', () => {
  it('all agree: one result, and none where any differs', () => {
    expect(outcome([{}, {}])).toBe('HOMOZYGOUS_MUTATED');
    expect(outcome([{}, {}, { found: WILD }])).toEqual(['results-differ', 'A1', 'A2', 'A3']);
  });

  it('majority: more than half of the counted wells', () => {
    const rule = { rule: 'majority', ignoresNoCall: true } as const;
    expect(outcome([{}, {}, { found: WILD }], rule)).toBe('HOMOZYGOUS_MUTATED');
    expect(outcome([{}, { found: WILD }], rule)).toEqual(['results-differ', 'A1', 'A2']);
    expect(outcome([{}, { found: WILD }, { found: null }], rule)).toEqual(['results-differ', 'A1', 'A2']);
    // Half of the wells is no majority, even if it is the largest part.
    expect(sampleOf([{}, {}, { found: WILD }, { found: NEGATIVE }], rule).fault).toBe('results-differ');
    const parts = sampleOf([{}, {}, { found: WILD }], rule).wells.map(({ part }) => part);
    expect(parts).toEqual(['behind', 'behind', 'other']);
    expect(sampleOf([{}, { found: WILD }], rule).wells.map(({ part }) => part)).toEqual([null, null]);
  });

  it('REVIEW-452 majority: a positive well that is not counted is named, also beside the wild type, which is positive', () => {
    const rule = { rule: 'majority' } as const;
    const label = (found: DiagnosticColor) =>
      sampleResultLabel(sampleOf([{ found: WILD }, { found: WILD }, { found }], rule));
    expect(label(MUTATED)).toBe('HOMOZYGOUS_WILD_TYPE, but M HOMOZYGOUS_MUTATED in 1 of 3 wells (A3)');
    expect(label(NEGATIVE)).toBe('HOMOZYGOUS_WILD_TYPE');
  });

  it('any positive: by the meaning of the diagnostic, and not where two differ', () => {
    const rule = { rule: 'any-positive' } as const;
    expect(outcome([{ found: NEGATIVE }, { found: FOUND }, { found: NEGATIVE }], rule)).toBe('Species A');
    expect(outcome([{ found: NEGATIVE }, { found: NEGATIVE }], rule)).toBe('NEGATIVE');
    expect(outcome([{ found: FOUND }, { found: WILD }], rule)).toEqual(['results-differ', 'A1', 'A2']);
    // An invalid or missing result might hide another.
    expect(outcome([{ found: FOUND }, { found: INVALID }], rule)).toEqual(['no-statement', 'A2']);
    expect(outcome([{ found: FOUND }, { found: null }], rule)).toEqual(['no-call', 'A2']);
  });

  it('one No call of three wells or more may be ignored, but not a second one', () => {
    const three = [{}, { found: null }, {}];
    expect(outcome(three)).toEqual(['no-call', 'A2']);
    const ignoring = { ignoresNoCall: true };
    expect(outcome(three, ignoring)).toBe('HOMOZYGOUS_MUTATED');
    expect(sampleOf(three, ignoring).wells.map(({ part }) => part)).toEqual(['behind', 'ignored', 'behind']);
    expect(outcome([{}, { found: null }], ignoring)).toEqual(['no-call', 'A2']);
    expect(outcome([{}, {}, { found: null }, { found: null }], ignoring)).toEqual(['no-call', 'A3', 'A4']);
  });

  it('Tm of the wells behind the result are at most as far apart as the kit allows', () => {
    const apart = [{ tms: [60] }, { tms: [60.31] }];
    expect(outcome(apart)).toEqual(['tm-apart', 'A1', 'A2']);
    expect(outcome(apart, { tmSpread: 0.4 })).toBe('HOMOZYGOUS_MUTATED');
    expect(outcome([{ tms: [60] }, { tms: [60.3] }])).toBe('HOMOZYGOUS_MUTATED');
    const dissenting = [{ tms: [60] }, { tms: [60.1] }, { tms: [66], found: WILD }];
    expect(outcome(dissenting, { rule: 'majority' })).toBe('HOMOZYGOUS_MUTATED');
    // The figures of the sample are those of these wells, too.
    const { tms, faultOf } = sampleOf(dissenting, { rule: 'majority' });
    expect([tms[0]?.count, tms[0]?.mean, faultOf]).toEqual([2, 60.05, []]);
  });
});

describe('REVIEW-397 a sample has no result that one of its wells does not support', () => {
  it('a failed control, by its mark, call, override or range, holds every well that it supports', () => {
    expect(outcome([{}, { flags: ['failed-control'] }])).toEqual(['failed-control', 'A2']);
    const control = { position: 'H1', name: null, sampleType: 'NEGATIVE_TEST' } as const;
    for (const failed of [{ found: color('TEST_KO') }, { found: color('TEST_OK'), isOutOfRange: true }]) {
      expect(outcome([{}, {}, { ...control, ...failed }])).toEqual(['failed-control', 'A1', 'A2']);
      expect(outcome([{}, {}, { ...control, ...failed, lotId: 'other' }])).toBe('HOMOZYGOUS_MUTATED');
    }
    const standard = {
      position: 'H2',
      name: null,
      sampleType: 'STANDARD',
      expected: 'HETEROZYGOUS',
    } as const;
    expect(outcome([{}, {}, { ...standard, found: WILD }])).toEqual(['failed-control', 'A1', 'A2']);
    expect(outcome([{}, {}, { ...standard, found: color('HETEROZYGOUS') }])).toBe('HOMOZYGOUS_MUTATED');
    // An override that leaves a control without a call does not make it pass.
    expect(outcome([{}, {}, { ...control, found: null, isOverridden: true }])).toEqual([
      'failed-control',
      'A1',
      'A2',
    ]);
    expect(outcome([{}, {}, { ...control, found: color('TEST_OK') }])).toBe('HOMOZYGOUS_MUTATED');
    // One that was not analysed has not failed; other rules demand it.
    expect(outcome([{}, {}, { ...control, found: null, isRead: false }])).toBe('HOMOZYGOUS_MUTATED');
    // A standard without an expected diagnostic fails by its call alone.
    const open = { ...standard, expected: null };
    expect(outcome([{}, {}, { ...open, found: WILD }])).toBe('HOMOZYGOUS_MUTATED');
    expect(sampleOf([{}, {}, { ...open, found: color('TEST_KO') }]).fault).toBe('failed-control');
    // A person has decided the wells themselves.
    const byHand = { isOverridden: true };
    expect(outcome([byHand, byHand, { ...control, found: color('TEST_KO') }])).toBe('HOMOZYGOUS_MUTATED');
  });

  it('nor with a call without grounds, an invalid one, or a well that was not analysed', () => {
    expect(outcome([{}, { flags: ['saturated-melt'] }])).toEqual(['no-call', 'A2']);
    expect(outcome([{}, { flags: ['near-end'] }])).toBe('HOMOZYGOUS_MUTATED');
    expect(outcome([{ found: INVALID }, { found: INVALID }])).toEqual(['no-statement', 'A1', 'A2']);
    expect(outcome([{}, {}, { isRead: false }], { ignoresNoCall: true })).toEqual(['not-analysed', 'A3']);
  });
});

describe('REVIEW-398 an override contributes to the result of the sample', () => {
  it('and counts with its result, whatever the Tm of its curve', () => {
    expect(outcome([{}, { found: MUTATED, isOverridden: true, flags: ['saturated-melt'] }])).toBe(
      'HOMOZYGOUS_MUTATED',
    );
    const shifted = [{ tms: [60] }, { tms: [60.05] }, { tms: [62], isOverridden: true }];
    const { result, tms } = sampleOf(shifted);
    expect([result?.diagnostic.name, tms[0]?.count]).toEqual(['HOMOZYGOUS_MUTATED', 2]);
    expect(outcome([{}, {}, { found: null, isOverridden: true }], { ignoresNoCall: true })).toBe(
      'HOMOZYGOUS_MUTATED',
    );
  });

  it('which leaves the sample open where the wells still differ', () => {
    const open = (sketches: readonly Sketch[]) => {
      const sample = sampleOf(sketches);
      return sample.wells.map((one) => openReason(sample, one) !== null);
    };
    expect(open([{}, { found: WILD }])).toEqual([true, true]);
    expect(open([{}, { found: WILD, isOverridden: true }])).toEqual([true, false]);
    const byHand = { isOverridden: true };
    expect(open([byHand, { ...byHand, found: WILD }])).toEqual([true, true]);
    expect(open([{}, { ...byHand }])).toEqual([false, false]);
    // No list has the well that was not analysed.
    expect(open([byHand, { isRead: false }])).toEqual([true, true]);
    expect(open([byHand, {}, { isRead: false }])).toEqual([false, true, false]);
  });
});

describe('REVIEW-399 wells are one sample with the same name, order, kit version, lot, buffer and type', () => {
  it('and in the same channel', () => {
    const others: readonly Sketch[] = [
      { name: 'S-2' },
      { name: null },
      { orderId: 'LIS-2' },
      { lotId: 'other' },
      { reactionBufferId: 'other' },
      { sampleType: 'DNA' },
      { channel: 'HEX' },
      { kitVersionId: 'without replicates' },
    ];
    for (const other of others) {
      expect(samplesOf([{}, other])).toEqual([]);
      expect(samplesOf([{}, other, {}])[0]?.wells.map(({ position }) => position)).toEqual(['A1', 'A3']);
    }
    expect(samplesOf([{ kitVersionId: 'x' }, { kitVersionId: 'x' }])).toEqual([]);
    expect(samplesOf([{ name: null }, { name: null }])).toEqual([]);
    expect(samplesOf([{ isRead: false }, { isRead: false }])).toEqual([]);
  });

  it('controls and standards have a mean Tm and no result', () => {
    const control: Sketch = { sampleType: 'POSITIVE_TEST', found: color('TEST_OK'), tms: [60] };
    const sample = sampleOf([control, { ...control, tms: [60.1] }]);
    expect([sample.result, sample.fault, sample.faultOf, sample.tms[0]?.mean]).toEqual([
      null,
      null,
      [],
      60.05,
    ]);
    expect(sampleText(sample)).toMatch(/^2 wells with the name S-1: .* Mean Tm ± SD: A 60\.05 ± 0\.07 °C/);
  });
});

it('REVIEW-400 replicates are apart above a standard deviation of 0.10 °C, or where results differ', () => {
  // SD 0.0990 and 0.1061 °C.
  expect(sampleOf([{ tms: [60] }, { tms: [60.14] }]).isApart).toBe(false);
  const apart = sampleOf([{ tms: [60] }, { tms: [60.15] }]);
  expect([apart.isApart, apart.result?.diagnostic.name]).toEqual([true, 'HOMOZYGOUS_MUTATED']);
  expect(apartText(apart)).toBe('Replicates apart: Tm A 60.08 ± 0.11 °C (n 2).');
  expect(sampleOf([{}, {}, { found: WILD }], { rule: 'majority' }).isApart).toBe(true);
  // SD 0.04 °C, but farther apart than the kit allows.
  const strict = sampleOf([{ tms: [60] }, { tms: [60.06] }], { tmSpread: 0.05 });
  expect([strict.isApart, strict.fault]).toEqual([true, 'tm-apart']);
  // One zone of two is enough.
  const twoZones = (tm: number) => {
    const peaks = [peakAt(60), peakAt(tm, { zone: 'B' })];
    return { explanation: { phases: [{ type: 'MELT', peaks }], flags: [] } as never } as Sketch;
  };
  expect(sampleOf([twoZones(66), twoZones(66.15)]).isApart).toBe(true);
  // The highest counted peak of a zone.
  const second = { phases: [{ type: 'MELT', peaks: [peakAt(60), peakAt(61, { height: 900 })] }], flags: [] };
  const [tm] = sampleOf([{ tms: [61] }, { explanation: second as never } as Sketch]).tms;
  expect([tm?.mean, tm?.spread]).toEqual([61, 0]);
});

it('TRUST-610 the result of a sample does not depend on the order of its wells, and survives as JSON', () => {
  const one = [MUTATED, FOUND, NEGATIVE, INVALID, null].flatMap((found) =>
    [[], ['failed-control' as const], ['saturated-melt' as const]].flatMap((flags) =>
      [true, false].map((isOverridden) => ({ found, flags, isOverridden })),
    ),
  );
  const settings = (['all-agree', 'majority', 'any-positive'] as const).flatMap((rule) =>
    [true, false].map((ignoresNoCall) => usedReplicates({ rule, ignoresNoCall, tmSpread: 0.3 })),
  );
  let withResult = 0;
  const wrong: unknown[] = [];
  for (const [place, first] of one.entries())
    for (const second of one.slice(place)) {
      const wells = [first, second, second].map((sketch, index) =>
        well({ ...sketch, tms: [60 + 0.1 * index] }, index),
      );
      for (const used of settings) {
        const samples = replicateResults(wells, () => used);
        const text = JSON.stringify(samples);
        const { result, fault, wells: of } = samples[0]!;
        const behind = of.filter(({ part }) => part === 'behind');
        const isRight =
          text === JSON.stringify(replicateResults(wells.toReversed(), () => used)) &&
          (result === null) === (fault !== null) &&
          (result === null) === (behind.length === 0) &&
          behind.every(({ found }) => found === result || found?.id === result?.id);
        if (!isRight) wrong.push(samples);
        withResult += Number(result !== null);
      }
    }
  expect(wrong).toEqual([]);
  expect(withResult).toBeGreaterThan(100);
});
