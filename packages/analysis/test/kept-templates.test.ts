import type { KeptTemplate, TemplateShape } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { type ChannelConfiguration, plateAnalyse, type PlateWell, templatesTeach } from '../src/index.ts';
import { TEMPLATE } from '../src/plate-settings.ts';
import { drawnShape } from '../src/templates/template-shape.ts';
import { phaseWith, zoneOf } from './peaks.ts';
import { plateWell, syntheticCurve } from './synthetic.ts';

/** A at 76 °C starts to melt at 70 °C, where B’s zone starts. */
const KIT: ChannelConfiguration = {
  channel: 'FAM',
  phases: [phaseWith([zoneOf('A', 74.5, 78), zoneOf('B', 69, 73.5)])],
  rules: [
    { zones: [], diagnostic: 'NEGATIVE', expressions: [] },
    { zones: ['A'], diagnostic: 'HOMOZYGOUS_MUTATED', expressions: [] },
    { zones: ['A', 'B'], diagnostic: 'HETEROZYGOUS', expressions: [] },
  ],
};

const melt = (position: string, seed: number, { amount = 1, beside = 0 } = {}): PlateWell => {
  const products = [
    [76, 1000 * amount],
    [70, 200 * amount],
    ...(beside > 0 ? [[72, beside] as const] : []),
  ] as const;
  return plateWell(position, syntheticCurve({ products, noise: 2, width: 2.5, step: 0.5, seed }));
};
const standards = (count: number, seed: number): PlateWell[] =>
  Array.from({ length: count }, (_, k) => ({
    ...melt(`A${k + 1}`, seed + k, { amount: 0.8 + 0.1 * k }),
    sampleType: 'STANDARD',
    expectedDiagnostic: 'HOMOZYGOUS_MUTATED',
  }));
const SHOULDERED = melt('B1', 20, { amount: 0.7 });
const MIXED = melt('B2', 21, { beside: 200 });

const [TAUGHT] = templatesTeach([standards(5, 60), standards(4, 70)], KIT);
const { wellsByPlate, ...LEARNT } = TAUGHT!;
const KEPT: KeptTemplate = {
  ...LEARNT,
  analyser: 'Bio-Rad CFX96',
  runs: [{ laboratory: 'North', run: 41, wells: 9 }],
  sha256: '0'.repeat(64),
};

function callsOf(
  wells: readonly PlateWell[],
  kept: readonly KeptTemplate[],
  from: 'plate' | 'plate-or-kept',
) {
  const configuration = { ...KIT, meltTemplates: { from, kept: [...kept] } };
  const [calls] = plateAnalyse({ assays: [{ configuration, wells }] });
  return new Map(calls!.map(({ position, explanation }) => [position, explanation]));
}
const ALONE = [SHOULDERED, MIXED];
const called = (kept: readonly KeptTemplate[], from: 'plate' | 'plate-or-kept' = 'plate-or-kept') =>
  callsOf(ALONE, kept, from).get('B1')!;

describe('TPL-30 learning from runs', () => {
  it('gives the template of each target with its Tm, and the number of wells from each plate', () => {
    expect(LEARNT).toMatchObject({ channel: 'FAM', phase: 'MELT', zone: 'A', wells: 9 });
    expect(wellsByPlate).toEqual([5, 4]);
    expect(Math.abs(LEARNT.tm - 76)).toBeLessThan(0.2);
    const { from, step, middle, spread } = LEARNT.shape;
    expect(middle[Math.round(-from / step)]).toBeCloseTo(1, 1);
    expect(middle[Math.round((-6 - from) / step)]).toBeGreaterThan(0.1);
    expect(spread).toHaveLength(middle.length);
    expect(from).toBeLessThan(-TEMPLATE.reach);
  });

  it('gives none for a target that fewer than four wells have alone', () => {
    expect(templatesTeach([standards(3, 60)], KIT)).toEqual([]);
    expect(templatesTeach([standards(2, 60), standards(2, 70)], KIT)).toHaveLength(1);
  });
});

describe('TPL-31 a stored template', () => {
  it('is used if the plate gives none, and is named', () => {
    const explanation = called([KEPT]);
    expect(explanation.diagnostic).toBe('HOMOZYGOUS_MUTATED');
    expect(explanation.flags.map(({ code }) => code)).toContain('within-template');
    const { wells, runs, sha256 } = KEPT;
    expect(explanation.templates).toMatchObject([{ zone: 'A', wells: 0, kept: { wells, runs, sha256 } }]);
    expect(explanation.templates![0]!.shape).toEqual(drawnShape(KEPT.shape));
  });

  it('does not explain a peak that exceeds it', () => {
    expect(callsOf(ALONE, [KEPT], 'plate-or-kept').get('B2')!.diagnostic).toBe('HETEROZYGOUS');
  });

  it('is not used if the plate gives its own', () => {
    const plate = [...standards(5, 2), ...ALONE];
    const explanation = callsOf(plate, [{ ...KEPT, shape: FLAT }], 'plate-or-kept').get('B1')!;
    expect(explanation).toEqual(callsOf(plate, [], 'plate').get('B1'));
    expect(explanation.templates![0]).not.toHaveProperty('kept');
  });

  it('is used for a well without which the plate has too few', () => {
    const plate = [...standards(4, 2), ...ALONE];
    const calls = callsOf(plate, [KEPT], 'plate-or-kept');
    expect(calls.get('A1')!.templates![0]).toMatchObject({ wells: 3, teaches: true, kept: { wells: 9 } });
    expect(calls.get('B1')!.templates![0]).not.toHaveProperty('kept');
  });

  it.each([
    ['the kit version asks for the plate alone', KEPT, 'plate'],
    ['it is of another channel', { ...KEPT, channel: 'TEXAS_RED' }, 'plate-or-kept'],
    ['it is of another phase', { ...KEPT, phase: 'ANNEAL' }, 'plate-or-kept'],
    ['it is of another target', { ...KEPT, zone: 'B' }, 'plate-or-kept'],
    ['its zone is elsewhere by now', { ...KEPT, tm: 74.4 }, 'plate-or-kept'],
  ] as const)('is not used if %s', (_why, kept, from) => {
    const explanation = called([kept], from);
    expect(explanation.diagnostic).toBe('HETEROZYGOUS');
    expect(explanation.templates!.every((one) => !('kept' in one) && one.shape === null)).toBe(true);
  });

  it('explains nothing beyond its ends', () => {
    const short: TemplateShape = {
      from: -2,
      step: 0.25,
      middle: Array<number>(9).fill(1),
      spread: Array<number>(9).fill(1),
    };
    expect(called([{ ...KEPT, shape: short }]).diagnostic).toBe('HETEROZYGOUS');
  });
});

/** Explains nothing: a plate that used it would be called differently. */
const FLAT: TemplateShape = {
  from: -8,
  step: 0.25,
  middle: Array<number>(65).fill(0),
  spread: Array<number>(65).fill(0),
};

it('TPL-31 a stored template is drawn over the same range as a plate’s', () => {
  const values = Array.from({ length: 161 }, (_, k) => k);
  expect(drawnShape({ from: -20, step: 0.25, middle: values, spread: values })).toEqual({
    from: -8,
    step: 0.25,
    middle: values.slice(48, 113),
    spread: values.slice(48, 113),
  });
  expect(drawnShape({ from: -1, step: 0.5, middle: [1, 2, 3], spread: [0, 0, 0] })).toEqual({
    from: -1,
    step: 0.5,
    middle: [1, 2, 3],
    spread: [0, 0, 0],
  });
});
