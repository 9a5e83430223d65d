import { expect, it } from 'vitest';

import {
  channelPhasesSchema,
  kitConfigurationBodySchema,
  kitConfigurationSchema,
  kitSchema,
  validityInOrder,
} from './kit.ts';

const versionFrom = (validityStartDate: string | null, validityEndDate: string | null) =>
  kitConfigurationBodySchema.safeParse({
    kit: { name: 'LCT' },
    kitVersion: { version: 'v1', validityStartDate, validityEndDate },
  });

it('a version is valid from a date to the same or a later one, and a missing date is no limit', () => {
  expect(versionFrom('2026-02-02', '2026-02-02').success).toBe(true);
  expect(versionFrom('2026-02-02', null).success).toBe(true);
  expect(versionFrom(null, '2026-02-01').success).toBe(true);
  expect(versionFrom('2026-02-02', '2026-02-01').error?.issues).toMatchObject([
    { path: ['kitVersion', 'validityEndDate'], message: 'The validity ends before it begins.' },
  ]);
});

const id = (last: number): string => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const ZONE = { name: 'A', minTemp: 58, maxTemp: 62, label: 'Mutant', minThreshold: null, minQuality: 0.5 };
const PHASE = { phaseType: 'MELT', minThreshold: 30, slopeThreshold: 4.72, minQuality: 0.4, inversed: false };
const EXPRESSION = { firstOperand: 'A', operator: 'LT', secondOperand: 'B' };
const REFERENCE = { id: id(1), version: 'v2', kit: { id: id(2), name: 'LCT-13910' } };
const COLOR = {
  id: id(3),
  diagnostic: { name: 'SICK', label: 'Sick' },
  diagnosticLabel: 'Affected',
  color: '#b02401',
};
const BUFFER = { id: id(5), name: 'RB', active: true, channels: ['FAM'], configured: true };
const ANALYSER = {
  id: id(6),
  name: 'LightCycler',
  version: '1',
  maxNumberOfFilesByRun: 2,
  active: true,
  configured: true,
  fileTypes: ['.txt'],
  confidence: 'seen',
  channels: ['FAM'],
};
const LOT = {
  id: id(4),
  name: '26B',
  expirationDate: '2027-01-31',
  active: true,
  admin: false,
  production: true,
  kitVersion: REFERENCE,
  revision: 1,
  lastUsedOn: null,
};

it('a configuration and a kit are returned with all their fields', () => {
  const configuration = {
    kitVersion: {
      ...REFERENCE,
      lots: [LOT],
      validityStartDate: null,
      validityEndDate: '2027-12-31',
      isEditable: true,
      isFirst: false,
      requiredControls: { negative: 1, positive: 0 },
      outsideDiagnostic: COLOR,
      tmShift: { limit: 0.8 },
      meltTemplates: { from: 'plate' },
      curveShapes: null,
      replicates: null,
      channelRules: null,
      amplification: null,
      revision: 4,
    },
    reactionBuffer: BUFFER,
    analyser: ANALYSER,
    status: 'NOT_VALIDATED',
    channels: [
      {
        id: 'FAM',
        name: 'FAM',
        phases: [
          {
            ...PHASE,
            id: id(7),
            zones: [{ ...ZONE, id: id(8), dataEnum: 'MELT' }],
            analyser: { id: id(6), name: 'LightCycler' },
            kitVersion: { id: id(1), version: 'v2' },
            configured: true,
          },
        ],
        configured: true,
      },
    ],
    combinationDiagnostics: [
      {
        id: id(9),
        channel: 'FAM',
        combination: { id: 'A', label: 'A', zones: ['A'] },
        diagnosticColor: COLOR,
        expressions: [{ ...EXPRESSION, id: '0' }],
      },
    ],
    warnings: ['Zone A is wide.'],
  };
  expect(kitConfigurationSchema.parse(configuration)).toEqual(configuration);
  const kit = {
    ...REFERENCE.kit,
    isSample: false,
    makesTrials: false,
    owner: null,
    melt: true,
    anneal: false,
    reactionBuffers: [BUFFER],
    channelAssignments: [{ channel: 'FAM', label: 'LCT −13910' }],
    status: [{ analyserId: id(6), status: 'VALIDATED' }],
  };
  expect(kitSchema.parse(kit)).toEqual(kit);
});

const BODY = {
  kit: { id: id(2) },
  kitVersion: { id: id(1), revision: 4 },
  reactionBuffer: { name: 'RB' },
  analyser: { id: id(6) },
  status: 'PERF',
  statusReason: 'Verified',
  channelAssignments: [{ channel: 'FAM', label: 'LCT' }],
  outsideDiagnostic: { id: id(3) },
  channels: [{ name: 'FAM', phases: [{ ...PHASE, zones: [ZONE] }] }],
  combinationDiagnostics: [
    {
      channel: 'FAM',
      combination: { zones: ['A'] },
      diagnosticColor: { id: id(3) },
      expressions: [EXPRESSION],
    },
  ],
};
const isSaved = (change: object) => kitConfigurationBodySchema.safeParse({ ...BODY, ...change }).success;
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

it('a configuration is saved as set; omitted fields are unchanged or empty', () => {
  expect(kitConfigurationBodySchema.parse(BODY)).toEqual(BODY);
  const { kit, kitVersion } = BODY;
  expect(kitConfigurationBodySchema.parse({ kit, kitVersion })).toEqual({
    kit,
    kitVersion,
    reactionBuffer: null,
    analyser: null,
    channels: [],
    combinationDiagnostics: [],
  });
});

it('a configuration has its limits', () => {
  const [channel] = BODY.channels;
  const [combination] = BODY.combinationDiagnostics;
  const limits: readonly (readonly [number, (count: number) => object])[] = [
    [8, (count) => ({ channels: times(count, channel) })],
    [8, (count) => ({ channelAssignments: times(count, BODY.channelAssignments[0]) })],
    [2000, (count) => ({ statusReason: 'x'.repeat(count) })],
    [100, (count) => ({ channelAssignments: [{ channel: 'FAM', label: 'x'.repeat(count) }] })],
    [2048, (count) => ({ combinationDiagnostics: times(count, combination) })],
    [
      20,
      (count) => ({ combinationDiagnostics: [{ ...combination, expressions: times(count, EXPRESSION) }] }),
    ],
    [
      8,
      (count) => ({
        combinationDiagnostics: [{ ...combination, combination: { zones: times(count, 'A') } }],
      }),
    ],
  ];
  for (const [most, change] of limits)
    expect([isSaved(change(most)), isSaved(change(most + 1))], JSON.stringify(change(1))).toEqual([
      true,
      false,
    ]);
  const phases = (count: number, zones = 1) =>
    channelPhasesSchema.safeParse(times(count, { ...PHASE, zones: times(zones, ZONE) })).success;
  expect([phases(2, 8), phases(0), phases(3), phases(1, 9)]).toEqual([true, true, false, false]);
});

it('unknown fields of a configuration are refused', () => {
  const wrong = { wrong: true };
  for (const change of [
    { kit: { ...BODY.kit, ...wrong } },
    { kit: {} },
    { analyser: wrong },
    { outsideDiagnostic: wrong },
    { channels: [{ ...BODY.channels[0], ...wrong }] },
    { combinationDiagnostics: [{ ...BODY.combinationDiagnostics[0], ...wrong }] },
  ])
    expect(isSaved(change), JSON.stringify(change)).toBe(false);
});

it('a validity that ends before its start is reported beside other errors', () => {
  const value = { validityStartDate: '2026-02-02', validityEndDate: '2026-02-01' };
  const issues: Parameters<typeof validityInOrder>[0]['issues'] = [];
  validityInOrder({ value, issues });
  expect(issues).toEqual([
    {
      code: 'custom',
      path: ['validityEndDate'],
      input: '2026-02-01',
      message: 'The validity ends before it begins.',
      continue: true,
    },
  ]);
});
