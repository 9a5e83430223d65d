import type { DiagnosticColor, Run, Template } from '@curvewell/domain';
import { expect, test } from 'vitest';

import type { KitAssay } from '../../../data/kits.ts';
import { changedWells, EMPTY_WELL, type WellDraft } from '../draft/plate-draft.ts';
import { plateFromTemplate, templateChanges, templateWellsOf } from './template-plate.ts';

const VERSION = { id: 'v3', version: 'v3', kit: { id: 'LCT', name: 'LCT' } };
const LOT = { id: 'lot', name: '26B0417', expirationDate: '2027-03-31' };
const BUFFER = { id: 'buffer', name: 'RB-2' };
const HET = { id: 'het', diagnosticLabel: 'Heterozygous' } as unknown as DiagnosticColor; // only identity matters here
const standard: WellDraft = {
  name: 'STD',
  orderId: 'A-77',
  sampleType: 'STANDARD',
  kitVersion: VERSION,
  lot: LOT,
  reactionBuffer: BUFFER,
  expected: { FAM: HET },
};

const runWith = (lots: readonly (typeof LOT)[]) =>
  ({
    analyses: [{ channel: 'FAM' }],
    kits: [{ kitVersion: VERSION, reactionBuffer: null, lots, channelAssignments: [] }],
  }) as unknown as Run; // only the fields that templates use
const assays: readonly KitAssay[] = [
  {
    kitId: 'LCT',
    buffers: [BUFFER],
    diagnostics: [{ reactionBufferId: 'buffer', channel: 'FAM', diagnosticColors: [HET] }],
  },
];
const template = {
  wells: [
    {
      position: 'A1',
      channel: 'FAM',
      kitVersion: VERSION,
      sampleType: 'STANDARD',
      reactionBuffer: BUFFER,
      expectedDiagnostic: HET,
    },
  ],
} as unknown as Template; // only what a plate is made of

test('TEMPLATE-09 a template stores the settings of wells without their lots', () => {
  const wells = templateWellsOf(
    runWith([LOT]),
    new Map([
      ['A1', standard],
      ['A2', EMPTY_WELL],
    ]),
  );
  expect(wells).toEqual([
    {
      position: 'A1',
      channel: 'FAM',
      kitVersion: { id: 'v3' },
      sampleType: 'STANDARD',
      reactionBuffer: { id: 'buffer' },
      expectedDiagnostic: { id: 'het' },
    },
  ]);
});

test('TEMPLATE-08 a template sets unambiguous values: a lot only if there is just one', () => {
  const plate = new Map([['A1', { ...EMPTY_WELL, name: 'STD', orderId: 'A-77' }]]);
  const one = plateFromTemplate(plate, { template, run: runWith([LOT]), assays });
  expect(one.get('A1')).toEqual(standard);
  const two = plateFromTemplate(plate, { template, run: runWith([LOT, { ...LOT, id: 'other' }]), assays });
  expect(two.get('A1')?.lot).toBeNull();
  expect(changedWells(plate, one)).toEqual(['A1']);
  expect(changedWells(one, one)).toEqual([]);
});

test('an expected diagnostic that the kit does not offer is skipped', () => {
  const plate = new Map([['A1', EMPTY_WELL]]);
  expect(plateFromTemplate(plate, { template, run: runWith([LOT]), assays: [] }).get('A1')?.expected).toEqual(
    {},
  );
});

test('TEMPLATE-08 the changes of a template are counted, and applying it again changes nothing', () => {
  const given = { template, run: runWith([LOT]), assays };
  const before = new Map([
    ['A1', { ...EMPTY_WELL, name: 'S-1' }],
    ['A2', { ...EMPTY_WELL, name: 'S-2' }],
  ]);
  const after = plateFromTemplate(before, given);
  expect(templateChanges(before, after)).toEqual({ wells: ['A1'], kits: 1, types: 1, names: 0 });
  expect(templateChanges(after, plateFromTemplate(after, given)).wells).toEqual([]);
});
