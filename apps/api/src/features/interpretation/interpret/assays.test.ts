import { controlGroup, readAssays, type PhaseCurves, type UsedConfiguration } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { incompleteIssues, isComplete, readAs, type PlateWell } from './assays.ts';

const WELL: PlateWell = {
  id: 'w1',
  position: 'A1',
  channel: 'FAM',
  sampleType: 'STANDARD',
  kitVersionId: 'kit',
  lotId: 'lot',
  reactionBufferId: 'buffer',
  expectedDiagnostic: 'NEGATIVE',
  name: null,
  orderId: null,
};

const COLOR = {
  id: 'color',
  diagnosticLabel: 'Negative',
  color: '#112233',
  diagnostic: { name: 'NEGATIVE' },
} as unknown as NonNullable<UsedConfiguration['rules'][number]['diagnosticColor']>; // only its name matters

const zone = { name: 'A', minTemp: 58, maxTemp: 62, label: 'A', minThreshold: null, minQuality: null };
const settings = { minThreshold: 30, slopeThreshold: 4.72, minQuality: 0.4, inversed: false };

const configuration = (change: Partial<UsedConfiguration> = {}): UsedConfiguration => ({
  kitVersionId: 'kit',
  reactionBufferId: 'buffer',
  channel: 'FAM',
  phases: [{ id: 'phase', phaseType: 'MELT', ...settings, zones: [{ ...zone, id: 'zone' }] }],
  rules: [
    { zones: [], diagnosticColor: COLOR, expressions: [] },
    { zones: ['A'], diagnosticColor: null, expressions: [] },
  ],
  outsideDiagnostic: null,
  ...change,
});
const configured = (...all: readonly UsedConfiguration[]) =>
  new Map(all.map((one) => [`${one.kitVersionId} ${one.reactionBufferId} ${one.channel}`, one]));

describe('the missing items of set wells', () => {
  const lacks = (
    change: Partial<Parameters<typeof incompleteIssues>[0][number]>,
    all = configured(configuration()),
  ) => incompleteIssues([{ ...WELL, ...change }], all);

  it('are none when a well is complete', () => {
    expect(lacks({})).toEqual([]);
    expect(lacks({ sampleType: 'BLOOD', expectedDiagnostic: null })).toEqual([]);
  });

  it.each([
    [{ kitVersionId: null }, 'kit', 'A1 has no kit.'],
    [{ lotId: null }, 'lot', 'A1 has no lot.'],
    [{ reactionBufferId: null }, 'reactionBuffer', 'A1 has no reaction buffer.'],
    [{ sampleType: null }, 'sampleType', 'A1 has no sample type.'],
    [{ expectedDiagnostic: null }, 'expectedDiagnostic', 'A1 has no expected result.'],
  ])('%j', (change, item, message) => {
    expect(lacks(change)).toEqual([{ path: ['wells', 'A1', 'FAM', item], message }]);
  });

  it('exclude an expected result where kit and buffer have none in the channel', () => {
    const none = { expectedDiagnostic: null };
    expect(lacks(none, configured())).toEqual([]);
    expect(lacks(none, configured(configuration({ channel: 'TEXAS_RED' })))).toEqual([]);
    expect(lacks(none, configured(configuration({ rules: [] })))).toEqual([]);
    const unnamed = [{ zones: [], diagnosticColor: null, expressions: [] }];
    expect(lacks(none, configured(configuration({ rules: unnamed })))).toEqual([]);
  });

  it('are reported for each well', () => {
    const wells = [
      { ...WELL, lotId: null },
      { ...WELL, position: 'B2', channel: 'TEXAS_RED' as const, kitVersionId: null, sampleType: null },
    ];
    expect(incompleteIssues(wells, configured(configuration())).map(({ path }) => path.join(' '))).toEqual([
      'wells A1 FAM lot',
      'wells B2 TEXAS_RED kit',
      'wells B2 TEXAS_RED sampleType',
    ]);
  });
});

it.each(['sampleType', 'kitVersionId', 'lotId', 'reactionBufferId'] as const)(
  'a well without %s is not complete',
  (item) => {
    expect(isComplete(WELL)).toBe(true);
    expect(isComplete({ ...WELL, [item]: null })).toBe(false);
    expect(isComplete({ ...WELL, expectedDiagnostic: null })).toBe(true);
  },
);

describe('the assays of a plate', () => {
  const curve = (start: number) => ({
    temperature: Float64Array.of(start, start + 1),
    value: Float64Array.of(2, 1),
  });
  const curvesOf = (change: Partial<PhaseCurves> = {}): PhaseCurves => ({
    channel: 'FAM',
    phase: 'MELT',
    quantity: 'fluorescence',
    curves: new Map([['A1', curve(40)]]),
    ...change,
  });

  it('contain a well with its curves, and the settings without database ids', () => {
    const used = configuration();
    const [assay, ...others] = readAssays([WELL], configured(used), [curvesOf({ quantity: 'derivative' })]);
    expect(others).toEqual([]);
    expect(assay?.configuration).toBe(used);
    expect(assay?.wells).toEqual([WELL]);
    expect(assay?.input).toEqual({
      configuration: {
        channel: 'FAM',
        phases: [{ phaseType: 'MELT', ...settings, zones: [zone] }],
        rules: [
          { zones: [], diagnostic: 'NEGATIVE', expressions: [] },
          { zones: ['A'], diagnostic: null, expressions: [] },
        ],
        outsideDiagnostic: null,
      },
      wells: [
        {
          position: 'A1',
          sampleType: 'STANDARD',
          expectedDiagnostic: 'NEGATIVE',
          controlGroup: controlGroup(WELL),
          replicateGroup: null,
          phases: [
            {
              type: 'MELT',
              curve: {
                temperature: curve(40).temperature,
                fluorescence: curve(40).value,
                quantity: 'derivative',
              },
            },
          ],
        },
      ],
    });
  });

  it('are one for each kit version, buffer and channel with settings', () => {
    const red = { ...WELL, id: 'w2', channel: 'TEXAS_RED' as const };
    const other = { ...WELL, id: 'w3', kitVersionId: 'other' };
    const second = { ...WELL, id: 'w4', position: 'A2' };
    const all = configured(configuration(), configuration({ kitVersionId: 'other' }));
    const assays = readAssays([WELL, red, other, second], all, []);
    expect(assays.map(({ wells }) => wells.map(({ id }) => id))).toEqual([['w1', 'w4'], ['w3']]);
  });

  it('DECIDE-06 have separate controls in each channel', () => {
    const red = { ...WELL, channel: 'TEXAS_RED' as const };
    const all = configured(configuration(), configuration({ channel: 'TEXAS_RED' }));
    const groups = readAssays([WELL, red], all, []).flatMap(({ input }) => input.wells);
    expect(new Set(groups.map(({ controlGroup: group }) => group)).size).toBe(2);
  });

  it('use the curves of their own channel and phases only', () => {
    const phases = [
      curvesOf({ phase: 'ANNEAL' }),
      curvesOf({ channel: 'TEXAS_RED' }),
      curvesOf({ curves: new Map([['A2', curve(50)]]) }),
      curvesOf(),
    ];
    const [assay] = readAssays([WELL], configured(configuration()), phases);
    const both = configuration({
      phases: (['MELT', 'ANNEAL'] as const).map((phaseType) => ({
        id: phaseType,
        phaseType,
        ...settings,
        zones: [],
      })),
    });
    const [second] = readAssays([WELL], configured(both), phases);
    expect(second?.input.wells[0]?.phases.map(({ type }) => type)).toEqual(['ANNEAL', 'MELT']);
    expect(assay?.input.wells[0]?.phases.map(({ curve: read }) => read.temperature[0])).toEqual([40]);
  });
});

it('settings are those of the kit version, without database ids', () => {
  const { kitVersionId, channel, phases } = readAs(configuration());
  expect([kitVersionId, channel]).toEqual(['kit', 'FAM']);
  expect(phases).toEqual([{ phaseType: 'MELT', ...settings, zones: [zone] }]);
});
