import { describe, expect, it } from 'vitest';

import { describeCall, controlsFor, isControl } from './describe-call.ts';
import type { CalledWell, InterpretedWell } from './interpretation.ts';
import type { Run, Well } from '../run/run.ts';
import type { CallExplanation, Peak } from './well-call.ts';

const peak = (changes: Partial<Peak> = {}): Peak => ({
  tm: 55.2,
  tmError: 0.004,
  height: 700,
  width: 2,
  area: 1400,
  significance: 80,
  quality: 0.95,
  zone: 'A',
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
  ...changes,
});

/** Zone A from 53 to 57.5 °C, zone B from 58.5 to 63 °C, minimum height 350. */
function well(peaks: readonly Peak[], changes: Partial<CallExplanation> = {}): InterpretedWell {
  const zonesHit = [
    ...new Set(peaks.flatMap(({ accepted, zone }) => (accepted && zone ? [zone] : []))),
  ].sort();
  const zone = (name: string, minTemp: number, maxTemp: number) => ({
    id: name,
    name,
    label: `label ${name}`,
    minTemp,
    maxTemp,
    minThreshold: null,
    minQuality: null,
  });
  return {
    wellId: '1',
    position: 'H14',
    channel: 'FAM',
    sampleType: 'BLOOD',
    interpretedWellDiagnostics: [],
    data: [],
    constantPhaseInfos: [
      {
        id: '1',
        type: 'ANNEAL',
        threshold: 350,
        constantZoneInfos: [zone('A', 53, 57.5), zone('B', 58.5, 63)],
      },
    ],
    explanation: {
      algorithmVersion: '1.0.0',
      channel: 'FAM',
      sampleType: 'BLOOD',
      phases: [
        {
          type: 'ANNEAL',
          settings: {
            phaseType: 'ANNEAL',
            minThreshold: 350,
            slopeThreshold: 4.72,
            minQuality: 0.4,
            inversed: false,
          },
          noise: 3,
          readings: 130,
          peaks: [...peaks],
        },
      ],
      zonesHit,
      combination: zonesHit.length === 0 ? 'NONE' : zonesHit.join(' + '),
      triedRules: [],
      diagnostic: 'HETEROZYGOUS',
      score: 0.95,
      flags: [],
      ...changes,
    },
  };
}

describe('the description of a call', () => {
  it('starts with a sentence, and gives each peak’s zone and distance from the limit', () => {
    const description = describeCall(well([peak({ tm: 60.81, zone: 'B' }), peak({ tm: 55.22 })]));
    expect(description.sentence).toBe('Peaks A 55.22 °C and B 60.81 °C: A + B');
    expect(description.peaks.map(({ zone }) => zone?.text)).toEqual([
      '53.00–57.50 °C, 2.22 °C inside',
      '58.50–63.00 °C, 2.19 °C inside',
    ]);
  });

  it('gives the phase of each peak if several have some', () => {
    const { explanation } = well([peak()]);
    const [anneal] = explanation.phases;
    if (anneal === undefined) throw new Error('the well has a phase');
    const melt = { ...anneal, type: 'MELT' as const, peaks: [peak({ tm: 56, zone: 'C' })] };
    expect(describeCall(well([], { phases: [melt, anneal], combination: 'A + C' })).sentence).toBe(
      'Peaks ANNEAL A 55.20 °C; MELT C 56.00 °C: A + C',
    );
    expect(describeCall(well([])).sentence).toBe('No peak counts: NONE');
  });

  it('says for a dropped peak which value was below which limit, however close they are', () => {
    const dropped = { accepted: false, reason: 'height-below-threshold', limit: 350 } as const;
    const [description] = describeCall(
      well([peak({ ...dropped, height: 349.99997, measured: 349.99997 })]),
    ).peaks;
    expect(description?.dropped).toBe('height 349.99997 below threshold 350');
  });

  it('shows the rules in order of evaluation, with the values of each condition', () => {
    const expression = { firstOperand: 'A', operator: 'GTE', secondOperand: 'B' } as const;
    const values = { firstValue: 600, secondValue: 700 };
    const description = describeCall(
      well([], {
        triedRules: [
          {
            rule: 1,
            diagnostic: 'HEALTHY',
            expressions: [{ ...expression, ...values, holds: false }],
            holds: false,
          },
          { rule: 4, diagnostic: 'HETEROZYGOUS', expressions: [], holds: true },
        ],
      }),
    );
    expect(description.rules).toEqual([
      {
        number: 2,
        conditions: 'A at least B (600 against 700: no)',
        called: 'Healthy',
        isChosen: false,
        isOpen: false,
      },
      { number: 5, conditions: 'no condition', called: 'Heterozygous', isChosen: true, isOpen: false },
    ]);
  });
});

describe('RESULT-40 a well whose only peaks lie outside all zones', () => {
  const outside = [peak({ tm: 70.12, zone: null })];
  const description = (changes: Parameters<typeof well>[1]) => describeCall(well(outside, changes));

  it('differs from one without a peak', () => {
    const { sentence, noRule } = description({ combination: 'NONE', zonesHit: [] });
    expect(sentence).toBe('Peak 70.12 °C in no zone');
    expect(noRule).toBe('No row of the rules is tried for a peak in no zone: no diagnostic');
    const none = describeCall(well([]));
    expect([none.sentence, none.noRule]).toEqual([
      'No peak counts: NONE',
      'No row of the rules holds for NONE: no diagnostic',
    ]);
  });

  // It used to say “No row of the rules holds for NONE: no diagnostic” beside the diagnostic.
  it('is described with the kit’s diagnostic for such peaks', () => {
    const { noRule } = description({
      combination: 'NONE',
      zonesHit: [],
      outsideDiagnostic: 'HETEROZYGOUS',
      diagnostic: 'HETEROZYGOUS',
    });
    expect(noRule).toBe('A peak in no zone has a result of the kit: Heterozygous');
  });
});

describe('a well with a melt that no peak explains', () => {
  const flag = { phase: 'ANNEAL', zone: null, temperature: 61, measured: 800, limit: 60 } as const;
  const unresolved = {
    flags: [{ ...flag, code: 'unresolved-melt' as const }],
    triedRules: [{ rule: 0, diagnostic: 'NEGATIVE', expressions: [], holds: true }],
    diagnostic: null,
  };

  // The rule for no peak applied, so that “Row 1: Negative” was shown for a well without diagnostic.
  it('REVIEW-130 is described as not called, and no rule as applied', () => {
    const description = describeCall(well([], unresolved));
    expect(description.sentence).toBe('No peak counts: NONE, but unexplained melt: no call');
    expect(description.rules).toEqual([]);
    expect(description.flags).toEqual([
      'ANNEAL: the signal falls by 800 RFU around 61.00 °C, which no peak explains (noise explains 60).',
    ]);
  });

  it('REVIEW-130 fails a negative control, with the reason', () => {
    const description = describeCall(
      well([], { ...unresolved, sampleType: 'NEGATIVE_TEST', diagnostic: 'TEST_KO' }),
    );
    expect(description.sentence).toMatch(/unexplained melt: the control fails$/);
    expect(description.control).toBe('A negative control passes when no peak counts and nothing else melts.');
  });
});

describe('the nearest limit', () => {
  const border = (given: InterpretedWell) => describeCall(given).border;

  it('is that of a zone near a peak, with the combination beyond it', () => {
    const near = border(well([peak({ tm: 57.4 })]));
    expect(near?.text).toBe(
      'Peak A 57.40 °C lies 0.10 °C inside the upper edge of its zone, 57.50 °C; beyond it it would lie in no zone.',
    );
    expect(near?.distance).toBeCloseTo(0.5);
  });

  it('is the height of a peak that is barely high enough', () => {
    const near = border(well([peak({ height: 364 }), peak({ tm: 60.8, zone: 'B' })]));
    expect(near?.text).toBe(
      'Peak A 55.20 °C: height 364 is 4 % above the threshold 350; below it the combination would be B.',
    );
    expect(near?.distance).toBeCloseTo(0.4);
  });

  it('DECIDE-21 names the diagnostic beyond it, if known', () => {
    const near = well([peak({ height: 364 }), peak({ tm: 60.8, zone: 'B' })]);
    const text = (beyond: InterpretedWell['beyond']) => border({ ...near, ...(beyond && { beyond }) })?.text;
    expect(text({ B: 'M Homozygous mutated' })).toMatch(
      /; below it the combination would be B, M Homozygous mutated\.$/,
    );
    // Only the combination beyond the limit is described.
    expect(text({ A: 'W Homozygous wild type' })).toMatch(/; below it the combination would be B\.$/);
  });

  it('is a dropped peak’s worst failed test', () => {
    const dropped = peak({
      tm: 60.8,
      zone: 'B',
      height: 340,
      quality: 0.1,
      accepted: false,
      reason: 'height-below-threshold',
      measured: 340,
      limit: 350,
    });
    const near = border(well([peak(), dropped]));
    expect(near?.text).toBe(
      'Dropped peak at 60.80 °C: quality 0.1 is 75 % below the threshold 0.4; with it the combination would be A + B.',
    );
  });

  it('is two heights in a condition', () => {
    const expression = { firstOperand: 'A', operator: 'GTE', secondOperand: 'B' } as const;
    const near = border(
      well([peak({ height: 707 }), peak({ tm: 60.8, zone: 'B' })], {
        triedRules: [
          {
            rule: 0,
            diagnostic: 'HETEROZYGOUS',
            holds: true,
            expressions: [{ ...expression, firstValue: 707, secondValue: 700, holds: true }],
          },
        ],
      }),
    );
    expect(near?.text).toBe(
      'Row 1, A at least B: the heights 707 and 700 differ by 1 %; the other way round the row would not hold.',
    );
  });

  it('KIT-172 is absent for a condition with a missing peak, and otherwise has its values', () => {
    const expression = { firstOperand: { width: 'A' }, operator: 'GT', secondOperand: 3 } as const;
    const rule = { rule: 0, diagnostic: 'HETEROZYGOUS', holds: false };
    const tried = (firstValue: number | null) => [
      { ...rule, expressions: [{ ...expression, firstValue, secondValue: 3, holds: false }] },
    ];
    expect(border(well([], { triedRules: tried(null) }))).toBeNull();
    expect(border(well([], { triedRules: tried(2.7) }))?.text).toBe(
      'Row 1, width of A above 3 °C: 2.7 and 3 differ by 10 %; the other way round the row would hold.',
    );
  });

  it('is absent if nothing melts, or if another peak is in the same zone', () => {
    expect(border(well([]))).toBeNull();
    expect(border(well([peak(), peak({ tm: 57.49 })]))).toBeNull();
  });

  it('of a negative control is the peak that would fail it, in a zone or not', () => {
    const dropped = peak({
      tm: 50,
      zone: null,
      height: 300,
      accepted: false,
      reason: 'height-below-threshold',
      measured: 300,
      limit: 350,
    });
    const near = border(well([dropped], { sampleType: 'NEGATIVE_TEST' }));
    expect(near?.text).toBe(
      'Dropped peak at 50.00 °C: height 300 is 14 % below the threshold 350; with it the control would fail.',
    );
  });
});

describe('further parts of a description', () => {
  it('use the laboratory’s label for its suggested result, and the product’s for others', () => {
    const color = { diagnostic: { name: 'HETEROZYGOUS' }, diagnosticLabel: 'Carrier' };
    const of = (diagnosticColor: object | null) =>
      describeCall({
        ...well([], {
          triedRules: [
            { rule: 0, diagnostic: 'HETEROZYGOUS', expressions: [], holds: true },
            { rule: 1, diagnostic: 'HEALTHY', expressions: [], holds: false },
          ],
        }),
        interpretedWellDiagnostics: [
          { diagnosticColor },
        ] as unknown as InterpretedWell['interpretedWellDiagnostics'], // the fields that are used
      }).rules.map(({ called }) => called);
    expect(of(color)).toEqual(['Carrier', 'Healthy']);
    expect(of(null)).toEqual(['Heterozygous', 'Healthy']);
  });

  it('order phases with the zones of each, and omit phases that the kit lacks', () => {
    const [anneal] = well([peak()]).explanation.phases;
    const melt = { ...anneal!, type: 'MELT' as const, peaks: [peak({ tm: 56 })] };
    const { peaks } = describeCall(well([], { phases: [melt, anneal!] }));
    expect(peaks.map(({ phase, zone }) => [phase, zone?.name])).toEqual([
      ['ANNEAL', 'A'],
      ['MELT', undefined],
    ]);
    expect(peaks[0]?.zone?.label).toBe('label A');
  });

  it('say why no rule made the call: none applied, without a flag', () => {
    const rule = { rule: 0, diagnostic: 'HEALTHY', expressions: [], holds: false };
    const noRule = (changes: Parameters<typeof well>[1]) => describeCall(well([peak()], changes)).noRule;
    expect(noRule({ triedRules: [rule] })).toBe('No row of the rules holds for A: no diagnostic');
    expect(noRule({ triedRules: [rule, { ...rule, holds: true }] })).toBeNull();
    const flag = { phase: 'MELT', zone: null, temperature: 61, measured: 8, limit: 6 } as const;
    expect(noRule({ flags: [{ ...flag, code: 'unresolved-melt' }], diagnostic: null })).toBeNull();
  });

  it('join the conditions of a rule, and state the Tm shift', () => {
    const condition = { firstOperand: 'A', operator: 'GTE', secondOperand: 'B' } as const;
    const tried = { ...condition, firstValue: 600, secondValue: 700, holds: false };
    const description = describeCall(
      well([], {
        triedRules: [{ rule: 0, diagnostic: null, expressions: [tried, tried], holds: false }],
        tmShift: { decision: 'no-controls', controls: 0, median: null, error: null, moved: 0, limit: 0.8 },
      }),
    );
    const words = 'A at least B (600 against 700: no)';
    expect(description.rules[0]?.conditions).toBe(`${words} and ${words}`);
    expect(description.shift).toEqual([
      'Zones not moved: no positive control or standard has a peak that can be compared with the kit.',
    ]);
    expect(describeCall(well([], { sampleType: 'POSITIVE_TEST' })).control).toBe(
      'A positive control passes when a zone has a peak and its call is a diagnostic other than Negative.',
    );
    expect(describeCall(well([])).control).toBeNull();
  });
});

describe('the controls that support a well', () => {
  const filled = (id: string, change: object = {}): Well =>
    ({
      ...{
        id,
        position: id,
        channel: 'FAM',
        name: `name ${id}`,
        kitVersion: { id: 'v2' },
        lot: { id: '26B' },
      },
      reactionBuffer: null,
      ...change,
    }) as unknown as Well; // the fields that are used
  const called = (position: string, sampleType: string, diagnostic: string | null = null): CalledWell =>
    ({
      wellId: position,
      position,
      sampleType,
      interpretedWellDiagnostics:
        diagnostic === 'none'
          ? []
          : [
              {
                stateDiagnostic: 'INITIAL',
                diagnosticColor: diagnostic && { diagnostic: { name: diagnostic } },
              },
            ],
    }) as unknown as CalledWell; // the fields that are used
  const wells = Object.fromEntries(
    ['A1', 'G1', 'H1', 'H2', 'H3'].map((id) => [id, filled(id, id === 'H3' ? { lot: { id: '26C' } } : {})]),
  );
  const run = {
    analyses: [
      { channel: 'TEXAS_RED', wells: {} },
      { channel: 'FAM', wells },
    ],
  } as unknown as Run; // the fields that are used
  const interpreted = [
    called('A1', 'BLOOD', 'HEALTHY'),
    called('G1', 'NEGATIVE_TEST', 'TEST_OK'),
    called('H1', 'POSITIVE_TEST'),
    called('H2', 'STANDARD', 'none'),
    called('H3', 'POSITIVE_TEST', 'TEST_KO'),
    { ...called('H2', 'POSITIVE_TEST'), wellId: 'another run’s' },
    called('P24', 'POSITIVE_TEST'),
  ];
  const positionsFor = (one: Well, of: Pick<Run, 'analyses'> = run) =>
    controlsFor(one, { run: of as Run, interpreted }).map(({ position }) => position);

  it('are those of its group, each with its result', () => {
    expect(controlsFor(filled('A1'), { run, interpreted })).toEqual([
      {
        position: 'G1',
        name: 'name G1',
        sampleType: 'NEGATIVE_TEST',
        result: { diagnostic: { name: 'TEST_OK' } },
        isByHand: false,
      },
      { position: 'H1', name: 'name H1', sampleType: 'POSITIVE_TEST', result: null, isByHand: false },
      { position: 'H2', name: 'name H2', sampleType: 'STANDARD', result: null, isByHand: false },
    ]);
  });

  it('exclude samples, the well itself, and those of other groups or channels', () => {
    expect(positionsFor(filled('G1'))).toEqual(['H1', 'H2']);
    expect(positionsFor(filled('A1', { lot: { id: '26C' } }))).toEqual(['H3']);
    expect(positionsFor(filled('A1', { channel: 'TEXAS_RED' }))).toEqual([]);
    expect(positionsFor(filled('A1'), { analyses: run.analyses.slice(0, 1) })).toEqual([]);
    expect(interpreted.slice(0, 4).map(isControl)).toEqual([false, true, true, true]);
  });
});
