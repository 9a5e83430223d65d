import { expect, test } from 'vitest';

import { type CompleteWell, readAssays } from './plate-assays.ts';
import { assayKey, type UsedConfiguration } from '../settings/used-configuration.ts';

const well = (position: string, change: Partial<CompleteWell> = {}): CompleteWell => ({
  id: position,
  position,
  channel: 'FAM',
  name: 'S-1',
  sampleType: 'DNA',
  expectedDiagnostic: null,
  kitVersionId: 'version',
  lotId: 'lot 1',
  reactionBufferId: 'buffer',
  ...change,
});
const CONFIGURATION: UsedConfiguration = {
  kitVersionId: 'version',
  reactionBufferId: 'buffer',
  channel: 'FAM',
  phases: [],
  rules: [],
  outsideDiagnostic: null,
};

/** The replicate and control groups of some wells. */
function groupsOf(wells: readonly CompleteWell[]) {
  const configurations = new Map([[assayKey(CONFIGURATION, 'FAM'), CONFIGURATION]]);
  const [assay] = readAssays(wells, configurations, []);
  return {
    replicates: assay?.input.wells.map(({ replicateGroup }) => replicateGroup),
    controls: assay?.input.wells.map(({ controlGroup }) => controlGroup),
  };
}

test('IMPORT-64 wells of one name in different lots are replicates, although other controls support them', () => {
  const { replicates, controls } = groupsOf([well('A1'), well('A2', { lotId: 'lot 2' })]);
  expect(replicates?.[0]).toEqual(expect.any(String));
  expect(replicates?.[1]).toBe(replicates?.[0]);
  expect(controls?.[1]).not.toBe(controls?.[0]);
});

test('IMPORT-64 wells of another name or type are not replicates', () => {
  const { replicates } = groupsOf([
    well('A1'),
    well('A2', { name: 'S-2' }),
    well('A3', { sampleType: 'BLOOD' }),
    well('A4', { name: null }),
  ]);
  expect(new Set(replicates).size).toBe(4);
  expect(replicates?.[3]).toBeNull();
});

const TEMPERATURE = Float64Array.of(60, 61);
const curvesOf = (
  channel: 'FAM' | 'TEXAS_RED',
  phase: 'MELT' | 'ANNEAL',
  ...positions: readonly string[]
) => ({
  channel,
  phase,
  quantity: 'fluorescence' as const,
  curves: new Map(
    positions.map((position) => [position, { temperature: TEMPERATURE, value: Float64Array.of(100, 80) }]),
  ),
});
const MELT = {
  id: 'm',
  zones: [],
  phaseType: 'MELT' as const,
  minThreshold: 30,
  slopeThreshold: 4.72,
  minQuality: 0.4,
  inversed: false,
};
const WITH_MELT: UsedConfiguration = { ...CONFIGURATION, phases: [MELT, { ...MELT, phaseType: 'ANNEAL' }] };
const configured = (configuration = WITH_MELT) => new Map([[assayKey(configuration, 'FAM'), configuration]]);

test('wells are grouped by their settings, with the curves of their channel and phases', () => {
  const wells = [well('A1'), well('B1'), well('A2', { channel: 'TEXAS_RED' })];
  const phases = [
    curvesOf('FAM', 'MELT', 'A1'),
    curvesOf('TEXAS_RED', 'MELT', 'A1', 'A2'),
    curvesOf('FAM', 'ANNEAL', 'A1', 'B1'),
  ];
  const [assay, ...others] = readAssays(wells, configured(), phases);
  expect(others).toEqual([]);
  expect(assay?.wells.map(({ id }) => id)).toEqual(['A1', 'B1']);
  const curve = {
    temperature: TEMPERATURE,
    fluorescence: Float64Array.of(100, 80),
    quantity: 'fluorescence',
  };
  expect(assay?.input.wells.map((one) => one.phases)).toEqual([
    [
      { type: 'MELT', curve },
      { type: 'ANNEAL', curve },
    ],
    [{ type: 'ANNEAL', curve }],
  ]);
  const meltOnly = { ...WITH_MELT, phases: [MELT] };
  const [melt] = readAssays(wells, configured(meltOnly), phases);
  expect(melt?.input.wells.map((one) => one.phases.map(({ type }) => type))).toEqual([['MELT'], []]);
});

test('REVIEW-244 a well lists the subtracted shares, if both channels were read', () => {
  const shares = [{ from: 'TEXAS_RED', into: 'FAM', share: 0.25 }] as const;
  const phases = [curvesOf('FAM', 'MELT', 'A1', 'B1'), curvesOf('TEXAS_RED', 'MELT', 'A1')];
  const [assay] = readAssays([well('A1'), well('B1')], configured(), phases, { compensation: [...shares] });
  expect(assay?.input.wells.map(({ compensation }) => compensation)).toEqual([shares, undefined]);
  const first = (index: number) => assay?.input.wells[index]?.phases[0]?.curve.fluorescence[0];
  expect([first(0), first(1)]).toEqual([75, 100]);
  const [plain] = readAssays([well('A1')], configured(), phases);
  expect(plain?.input.wells[0]?.compensation).toBeUndefined();
});

test('DIAG-85 amplification comes with that of the channels whose dyes its channel reads', () => {
  const amplified = (channel: 'FAM' | 'TEXAS_RED', position: string) => ({
    channel,
    position,
    cq: 24,
    cycle: new Float64Array(),
    value: new Float64Array(),
  });
  const amplification = [amplified('FAM', 'A1'), amplified('TEXAS_RED', 'A1'), amplified('FAM', 'B1')];
  const asked = {
    ...WITH_MELT,
    amplification: [
      { channel: 'FAM' as const, latestCycle: 35 },
      { channel: 'TEXAS_RED' as const, latestCycle: 35 },
    ],
  };
  const compensation = [{ from: 'TEXAS_RED', into: 'FAM', share: 0.25 } as const];
  const [assay] = readAssays([well('A1'), well('B1')], configured(asked), [], {
    compensation,
    amplification,
  });
  const read = assay?.input.wells.map((one) =>
    one.amplification?.map(({ crossTalk }) => crossTalk?.map((other) => other && other.cq)),
  );
  expect(read).toEqual([[[amplification[1]?.cq], undefined], [[null]]]);
  // A curve without a rise is judged beside those of its channel, also in wells of other kits.
  const beside = assay?.input.wells.map((one) => one.amplification?.map((curve) => curve.beside));
  expect(beside).toEqual([
    [[amplification[0], amplification[2]], [amplification[1]]],
    [[amplification[0], amplification[2]]],
  ]);
});
