import type { SampleType } from '@curvewell/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { foundPeak, phaseWith, zoneOf } from '../../test/peaks.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { shiftedBy, shiftFlags, type ShiftWell, tmShifts } from './tm-shift.ts';

const A_TM = 60;
const B_TM = 68;
const KIT: ChannelConfiguration = {
  channel: 'FAM',
  phases: [
    phaseWith([zoneOf('A', 58, 62, { referenceTm: A_TM }), zoneOf('B', 66, 70, { referenceTm: B_TM })]),
  ],
  rules: [
    { zones: ['A'], diagnostic: 'HOMOZYGOUS_MUTATED', expressions: [] },
    { zones: ['A', 'B'], diagnostic: 'HETEROZYGOUS', expressions: [] },
  ],
  tmShift: { limit: 0.8 },
};

interface Melt {
  readonly at: readonly number[];
  readonly sampleType?: SampleType;
  readonly expected?: string;
  readonly tmError?: number;
}

const melted = ({ at, sampleType = 'POSITIVE_TEST', expected, tmError = 0.02 }: Melt): ShiftWell => ({
  sampleType,
  expectedDiagnostic: expected ?? null,
  phases: [{ type: 'MELT', peaks: at.map((tm, i) => foundPeak({ tm, tmError, height: 100 - i })) }],
});

/** Controls with these distances from zone A. */
const controls = (...shifts: readonly number[]): ShiftWell[] =>
  shifts.map((shift) => melted({ at: [A_TM + shift] }));
const sample = melted({ at: [A_TM], sampleType: 'BLOOD' });

function shiftOf(wells: readonly ShiftWell[], configuration = KIT) {
  const shifts = tmShifts([...wells, sample], configuration);
  return shifts!.at(-1)!.tmShift;
}

describe('TMC-01 the shift of a plate', () => {
  it('is the median of its controls, and moves the zones', () => {
    expect(shiftOf(controls(0.6, 0.7, 0.65))).toEqual({
      decision: 'moved',
      controls: 3,
      median: 0.65,
      moved: 0.65,
      limit: 0.8,
      error: 0.099,
    });
  });

  it('can be negative or positive', () => {
    expect(shiftOf(controls(-0.6, -0.62))).toMatchObject({ decision: 'moved', moved: -0.61 });
  });

  it('is not affected by one bad control among four', () => {
    const good = shiftOf(controls(0.6, 0.61, 0.62, 0.63));
    const bad = shiftOf(controls(0.6, 0.61, 0.62, 7));
    expect(bad).toMatchObject({ decision: 'moved', moved: good.moved });
  });

  it('includes standards by their expected diagnostic, however far away', () => {
    const both = melted({ at: [A_TM + 4.5, B_TM + 4.5], sampleType: 'STANDARD', expected: 'HETEROZYGOUS' });
    expect(shiftOf([both])).toMatchObject({ decision: 'beyond-limit', median: 4.5 });
    const alone = melted({ at: [B_TM - 0.7], sampleType: 'STANDARD', expected: 'HOMOZYGOUS_MUTATED' });
    expect(shiftOf([alone])).toMatchObject({ decision: 'beyond-limit', median: 7.3 });
  });

  it('ignores samples and negative controls', () => {
    const others = [
      melted({ at: [A_TM + 0.6], sampleType: 'NEGATIVE_TEST' }),
      melted({ at: [A_TM + 0.6], sampleType: 'DNA' }),
    ];
    expect(shiftOf(others)).toEqual({
      decision: 'no-controls',
      controls: 0,
      median: null,
      error: null,
      moved: 0,
      limit: 0.8,
    });
  });

  it('excludes a peak that two targets within the limit could explain', () => {
    const near = {
      ...KIT,
      phases: [
        phaseWith([zoneOf('A', 59, 60.6, { referenceTm: 60 }), zoneOf('B', 60.7, 62, { referenceTm: 61.3 })]),
      ],
    };
    expect(shiftOf([melted({ at: [60.6] })], near).decision).toBe('no-controls');
    expect(shiftOf([melted({ at: [60.4] })], near)).toMatchObject({ controls: 1, median: 0.4 });
  });

  it('is absent without a reference Tm, or without the setting', () => {
    const unnamed = { ...KIT, phases: [phaseWith([zoneOf('A', 58, 62)])] };
    expect(shiftOf(controls(0.6), unnamed).decision).toBe('no-reference');
    expect(tmShifts([sample], { ...KIT, tmShift: null })).toBeNull();
  });
});

describe('TMC-02 zones move only with a shift', () => {
  it.each([
    [0.4, 'too-small', 0],
    [0.41, 'moved', 0.41],
    [0.8, 'moved', 0.8],
    [0.81, 'beyond-limit', 0],
    [-0.8, 'moved', -0.8],
    [-0.81, 'beyond-limit', 0],
  ])('beyond 0.4 °C and up to the limit: %d °C, %s', (shift, decision, moved) => {
    expect(shiftOf(controls(shift, shift))).toMatchObject({ decision, moved, median: shift });
  });

  it.each([
    [0.3, 'uncertain'],
    [0.299, 'moved'],
  ])('and beyond two standard errors: 0.6 °C with an error of %d °C, %s', (tmError, decision) => {
    expect(shiftOf([melted({ at: [A_TM + 0.6], tmError })]).decision).toBe(decision);
  });

  it('where the controls agree', () => {
    expect(shiftOf(controls(0.1, 1.1))).toMatchObject({ decision: 'uncertain', median: 0.6, moved: 0 });
  });
});

describe('TMC-03 a control', () => {
  it('is evaluated with the shift of the others', () => {
    const [first, , , bad] = tmShifts(controls(0.6, 0.61, 0.62, 7), KIT)!;
    expect(first).toMatchObject({ isCompared: true, tmShift: { moved: 0.61, ofOthers: { controls: 3 } } });
    expect(bad!.tmShift.ofOthers).toMatchObject({ controls: 3, median: 0.61, moved: 0.61 });
  });

  it('contributes, a sample does not', () => {
    const compared = (sampleType: SampleType) =>
      tmShifts([melted({ at: [A_TM + 0.6], sampleType })], KIT)!.map(({ isCompared }) => isCompared);
    expect((['POSITIVE_TEST', 'STANDARD'] as const).flatMap(compared)).toEqual([true, true]);
    expect((['NEGATIVE_TEST', 'BLOOD', 'DNA'] as const).flatMap(compared)).toEqual([false, false, false]);
  });

  it('that is alone is evaluated with the kit’s zones', () => {
    const [alone] = tmShifts(controls(0.6), KIT)!;
    expect(alone!.tmShift).toMatchObject({ moved: 0.6, ofOthers: { decision: 'no-controls', moved: 0 } });
  });
});

describe('TMC-01 a control is compared', () => {
  const peak = (tm: number, height = 100, tmError: number | null = 0.02) =>
    foundPeak({ tm, height, tmError });
  const control = (...phases: ShiftWell['phases']): ShiftWell => ({ ...melted({ at: [] }), phases });
  const inBoth: ChannelConfiguration = {
    ...KIT,
    phases: [
      KIT.phases[0]!,
      { ...phaseWith([zoneOf('A', 50, 54, { referenceTm: 52 })]), phaseType: 'ANNEAL' },
    ],
  };

  it('by its highest counted peak', () => {
    const low = foundPeak({ tm: A_TM + 3, height: 5 });
    const peaks = [peak(A_TM + 0.7, 60), peak(B_TM + 0.6, 100), peak(A_TM - 3, 70), low];
    expect(shiftOf([control({ type: 'MELT', peaks })])).toMatchObject({ median: 0.6 });
    expect(shiftOf([control({ type: 'MELT', peaks: [low] })]).decision).toBe('no-controls');
  });

  it('by the mean of its phases, and of their errors', () => {
    const phases = [
      { type: 'MELT', peaks: [peak(A_TM + 0.5, 100, 0.2)] },
      { type: 'ANNEAL', peaks: [peak(52.7, 100, 0.4)] },
    ] as const;
    expect(shiftOf([control(...phases)], inBoth)).toMatchObject({ controls: 1, median: 0.6, error: 0.3 });
    expect(shiftOf([control(phases[1])], inBoth)).toMatchObject({ controls: 1, median: 0.7 });
  });

  it('only if its Tm has an error', () => {
    expect(shiftOf([control({ type: 'MELT', peaks: [peak(A_TM + 0.6, 100, null)] })]).decision).toBe(
      'no-controls',
    );
  });

  it('with the nearest reference if it may show any, whatever its number of peaks', () => {
    expect(shiftOf([melted({ at: [B_TM - 0.6, B_TM + 4] })])).toMatchObject({ controls: 1, median: -0.6 });
  });

  it('unless a second target lies just within the limit', () => {
    const apart = (to: number) => ({
      ...KIT,
      phases: [
        phaseWith([zoneOf('A', 59, 60.2, { referenceTm: 60 }), zoneOf('B', 60.3, 62, { referenceTm: to })]),
      ],
      tmShift: { limit: 0.75 },
    });
    expect(shiftOf([melted({ at: [60.5] })], apart(61.25)).decision).toBe('no-controls');
    expect(shiftOf([melted({ at: [60.5] })], apart(61.375))).toMatchObject({ controls: 1, median: 0.5 });
  });
});

it('TMC-02 disagreeing controls do not fail, however large their median is', () => {
  expect(shiftOf(controls(0.2, 2.2))).toMatchObject({ decision: 'uncertain', median: 1.2 });
});

it('TMC-01 one phase with a reference Tm suffices', () => {
  const bare = { ...phaseWith([zoneOf('A', 50, 54)]), phaseType: 'ANNEAL' as const };
  expect(shiftOf(controls(0.6), { ...KIT, phases: [...KIT.phases, bare] }).decision).toBe('moved');
});

it('TMC-03 of two equal controls each is evaluated with the other, and with neither if zones did not move', () => {
  const [first] = tmShifts(controls(0.6, 0.6), KIT)!;
  expect(first!.tmShift.ofOthers).toMatchObject({ controls: 1, moved: 0.6 });
  const [still] = tmShifts(controls(0.1, 0.1), KIT)!;
  expect(still).toMatchObject({ isCompared: true });
  expect(still!.tmShift).not.toHaveProperty('ofOthers');
});

describe('the shift of a plate', () => {
  const shifts = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 1, maxLength: 12 });

  it('TMC-01 does not depend on the order of wells', () => {
    fc.assert(
      fc.property(shifts, (given) => {
        expect(shiftOf(controls(...given.toReversed()))).toEqual(shiftOf(controls(...given)));
      }),
    );
  });

  it('TMC-02 never moves zones beyond the limit, or by less than 0.4 °C', () => {
    fc.assert(
      fc.property(shifts, fc.integer({ min: 5, max: 20 }), (given, tenths) => {
        const limit = tenths / 10;
        const size = Math.abs(shiftOf(controls(...given), { ...KIT, tmShift: { limit } }).moved);
        expect(size === 0 || (size > 0.4 && size <= limit)).toBe(true);
      }),
    );
  });

  it('TMC-01 is found for every value', () => {
    const shift = fc.integer({ min: 41, max: 80 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(shift, fc.constantFrom(1, -1), (size, sign) => {
        const given = [-0.02, -0.01, 0.01, 0.02].map((off) => sign * size + off);
        expect(shiftOf(controls(...given)).moved).toBeCloseTo(sign * size, 9);
      }),
    );
  });
});

describe('TMC-01 the settings of a well', () => {
  const figures = { decision: 'moved', controls: 3, median: 0.65, error: 0.1 } as const;
  const zonesOf = (configuration: ChannelConfiguration) =>
    configuration.phases.flatMap(({ zones }) => zones.map(({ minTemp, maxTemp }) => [minTemp, maxTemp]));

  it('have all zones shifted, and nothing else changed', () => {
    const moved = shiftedBy(KIT, { ...figures, moved: 0.5, limit: 0.8 });
    expect(zonesOf(moved)).toEqual([
      [58.5, 62.5],
      [66.5, 70.5],
    ]);
    expect(moved).toMatchObject({ channel: 'FAM', rules: KIT.rules });
    const [phase] = moved.phases;
    expect(phase).toMatchObject({ phaseType: 'MELT', minThreshold: KIT.phases[0]!.minThreshold });
    expect(phase?.zones[0]).toMatchObject({ name: 'A', referenceTm: A_TM });
  });

  it('are the kit’s if nothing moved, and for a control those of the other controls', () => {
    expect(shiftedBy(KIT, { ...figures, moved: 0, limit: 0.8 })).toBe(KIT);
    const ofOthers = { ...figures, moved: -0.5 };
    expect(zonesOf(shiftedBy(KIT, { ...figures, moved: 0.5, limit: 0.8, ofOthers }))[0]).toEqual([
      57.5, 61.5,
    ]);
    const still = { ...figures, moved: 0 };
    expect(shiftedBy(KIT, { ...figures, moved: 0.5, limit: 0.8, ofOthers: still })).toBe(KIT);
  });
});

it('TMC-01 a contributing control fails if the plate exceeds the limit; nothing else does', () => {
  const tmShift = {
    decision: 'beyond-limit',
    controls: 2,
    median: 1.1,
    error: 0.1,
    moved: 0,
    limit: 0.8,
  } as const;
  expect(shiftFlags({ tmShift, isCompared: true })).toEqual([
    {
      code: 'tm-shift-beyond',
      phase: null,
      zone: null,
      temperature: null,
      measured: 1.1,
      limit: 0.8,
    },
  ]);
  expect(shiftFlags({ tmShift, isCompared: false })).toEqual([]);
  expect(shiftFlags({ tmShift: { ...tmShift, decision: 'moved' }, isCompared: true })).toEqual([]);
  expect(shiftFlags(null)).toEqual([]);
});

describe('TMC-01 the reference of a peak', () => {
  const both = { sampleType: 'STANDARD', expected: 'HETEROZYGOUS' } as const;
  const medianOf = (well: ShiftWell, configuration = KIT) => shiftOf([well], configuration).median;

  it('is matched in order if the expected number of peaks counts, whatever the order of zones and heights', () => {
    const [phase] = KIT.phases;
    const reversed = { ...KIT, phases: [{ ...phase!, zones: phase!.zones.toReversed() }] };
    for (const configuration of [KIT, reversed]) {
      expect(medianOf(melted({ at: [A_TM + 4.5, B_TM + 4.5], ...both }), configuration)).toBe(4.5);
      expect(medianOf(melted({ at: [B_TM + 4.5, A_TM + 4.5], ...both }), configuration)).toBe(4.5);
    }
  });

  it('is the nearest one if another number of peaks counts', () => {
    expect(medianOf(melted({ at: [B_TM + 0.5], ...both }))).toBe(0.5);
    expect(medianOf(melted({ at: [A_TM - 3], ...both }))).toBe(-3);
  });

  it('is that of the first of two equally high peaks', () => {
    const one = melted({ at: [A_TM + 0.5] });
    const [phase] = one.phases;
    const peaks = [0.5, 8.6].map((away) => foundPeak({ tm: A_TM + away, tmError: 0.02, height: 100 }));
    expect(medianOf({ ...one, phases: [{ ...phase!, peaks }] })).toBe(0.5);
  });

  it('is absent for a zone without one, a diagnostic without a rule, or an unread phase', () => {
    const withoutB = {
      ...KIT,
      phases: [phaseWith([zoneOf('A', 58, 62, { referenceTm: A_TM }), zoneOf('B', 66, 70)])],
    };
    expect(medianOf(melted({ at: [A_TM + 0.6] }), withoutB)).toBe(0.6);
    expect(medianOf(melted({ at: [A_TM + 4.5, B_TM + 4.5], ...both }), withoutB)).toBe(4.5 + B_TM - A_TM - 8);
    expect(medianOf(melted({ at: [A_TM + 0.5], sampleType: 'STANDARD', expected: 'SICK' }))).toBeNull();
    expect(medianOf({ ...melted({ at: [A_TM] }), phases: [] })).toBeNull();
  });
});
