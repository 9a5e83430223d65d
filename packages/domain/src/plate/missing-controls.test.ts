import { expect, test } from 'vitest';

import type { ChannelName } from '../kit/assay.ts';
import { laboratoryRulesSchema } from '../laboratory/laboratory-rules.ts';
import {
  missingControls,
  missingControlText,
  requiredControlTexts,
  requiredOfRun,
  type ControlledWell,
} from './missing-controls.ts';
import type { SampleType } from './plate.ts';
import { DEFAULT_REQUIRED_CONTROLS, type RequiredControls } from '../settings/required-controls.ts';
import type { RunFact } from '../run/run-check.ts';
import type { Run } from '../run/run.ts';

interface Wish {
  readonly channel?: ChannelName;
  readonly version?: string;
  readonly lot?: string | null;
  readonly buffer?: string;
}

const well = (
  position: string,
  sampleType: SampleType | null,
  { channel = 'FAM', version = 'v2', lot = '26B0417', buffer = 'RB-2' }: Wish = {},
): ControlledWell => ({
  position,
  channel,
  sampleType,
  kitVersion: { id: version, version, kit: { id: 'kit', name: 'LCT-13910' } },
  lot: lot === null ? null : { id: lot, name: lot, expirationDate: '2027-01-31' },
  reactionBuffer: { id: buffer, name: buffer },
});

const find = (
  wells: readonly ControlledWell[],
  required: Partial<RequiredControls> = {},
  controls: Partial<RequiredControls> = {},
) =>
  missingControls({
    wells,
    requiredOf: () => ({ negative: 1, positive: 0, ...required }),
    rules: laboratoryRulesSchema.parse({ controls }),
  });
const sentences = (...given: Parameters<typeof find>): string[] => find(...given).map(missingControlText);

test('KIT-135 a plate with samples and too few controls lacks them, with the positions of the samples', () => {
  const samples = [well('B10', 'DNA'), well('B2', 'BLOOD')];
  expect(find(samples)).toMatchObject([
    { kind: 'negative', asked: 1, askedBy: 'kit', found: 0, positions: ['B2', 'B10'], group: null },
  ]);
  expect(sentences(samples)).toEqual(['No negative control on this plate. LCT-13910 v2 requires 1.']);
  expect(sentences([...samples, well('A1', 'NEGATIVE_TEST')])).toEqual([]);
  expect(sentences([...samples, well('A1', 'NEGATIVE_TEST')], { negative: 2, positive: 1 })).toEqual([
    '1 negative control for LCT-13910 v2, 2 required.',
    'No positive control on this plate. LCT-13910 v2 requires 1.',
  ]);
  expect(sentences(samples, { negative: 0 })).toEqual([]);
  // Without patient samples no control is needed.
  expect(find([well('A1', 'STANDARD'), well('A2', 'POSITIVE_TEST'), well('A3', null)])).toEqual([]);
});

test('KIT-135 a control of another version, lot or buffer, or one without a lot, does not count', () => {
  const sample = well('B2', 'DNA');
  for (const other of [{ version: 'v3' }, { lot: '26C' }, { buffer: 'RB-1' }, { lot: null }])
    expect(find([sample, well('A1', 'NEGATIVE_TEST', other)]), JSON.stringify(other)).toHaveLength(1);
  // An incomplete sample is reported elsewhere.
  expect(find([well('B2', 'DNA', { lot: null })])).toEqual([]);
});

test('KIT-135 a control counts once whatever its number of channels, and only in those where it is set', () => {
  const both = (position: string, type: SampleType) => [
    well(position, type),
    well(position, type, { channel: 'TEXAS_RED' }),
  ];
  expect(find([...both('B2', 'DNA'), ...both('A1', 'NEGATIVE_TEST')], { negative: 2 })).toMatchObject([
    { found: 1, positions: ['B2'] },
  ]);
  const inOne = [...both('B2', 'DNA'), well('B3', 'DNA'), well('A1', 'NEGATIVE_TEST')];
  expect(find(inOne)).toMatchObject([{ found: 0, positions: ['B2'] }]);
});

test('KIT-135 several groups are each named by lot, and by buffer if the lot is the same', () => {
  const wells = [
    well('B1', 'DNA'),
    well('B2', 'DNA', { lot: '26C0518' }),
    well('A2', 'NEGATIVE_TEST', { lot: '26C0518' }),
    well('B3', 'DNA', { lot: '26C0518', buffer: 'RB-1' }),
  ];
  expect(sentences(wells, { negative: 2 })).toEqual([
    'No negative control for LCT-13910 v2, lot 26B0417 on this plate. LCT-13910 v2 requires 2.',
    '1 negative control for LCT-13910 v2, lot 26C0518, RB-2, 2 required.',
    'No negative control for LCT-13910 v2, lot 26C0518, RB-1 on this plate. LCT-13910 v2 requires 2.',
  ]);
});

test('LAB-130 a laboratory may require more controls than the kit; by default it requires none', () => {
  expect(laboratoryRulesSchema.parse({}).controls).toEqual({ negative: 0, positive: 0 });
  const wells = [well('B2', 'DNA'), well('A1', 'NEGATIVE_TEST')];
  expect(sentences(wells, {}, { negative: 2, positive: 1 })).toEqual([
    '1 negative control for LCT-13910 v2, 2 required.',
    'No positive control on this plate. The laboratory requires 1.',
  ]);
  expect(find(wells, { negative: 2 }, { negative: 1 })).toMatchObject([{ asked: 2, askedBy: 'kit' }]);
});

test('KIT-135 the channel with the fewest controls counts, and none is required without samples', () => {
  const both = (position: string, type: SampleType) => [
    well(position, type),
    well(position, type, { channel: 'TEXAS_RED' }),
  ];
  const wells = [...both('B2', 'DNA'), ...both('A1', 'NEGATIVE_TEST'), well('A2', 'NEGATIVE_TEST')];
  expect(find(wells, { negative: 3 })).toMatchObject([{ found: 1, positions: ['B2'] }]);
  const red = [
    well('B2', 'DNA'),
    well('A1', 'NEGATIVE_TEST'),
    well('A2', 'POSITIVE_TEST', { channel: 'TEXAS_RED' }),
  ];
  expect(find(red)).toEqual([]);
});

test('KIT-135 wells of another lot without a sample form no group', () => {
  const wells = [well('B2', 'DNA'), well('A1', 'NEGATIVE_TEST', { lot: '26C0518' })];
  expect(find(wells)).toMatchObject([{ group: null }]);
});

test('KIT-135 a kit version requires what the run says, and otherwise the defaults', () => {
  const kits = [1, 2].map((negative) => ({
    kitVersion: { id: `v${negative}` },
    requiredControls: { negative, positive: 3 },
  }));
  const requiredOf = requiredOfRun({ kits } as unknown as Pick<Run, 'kits'>); // the field that is used
  expect([requiredOf('v1'), requiredOf('v2')]).toEqual(kits.map(({ requiredControls }) => requiredControls));
  expect(requiredOf('v3')).toEqual(DEFAULT_REQUIRED_CONTROLS);
});

test('KIT-135 two controls are counted, and incomplete wells form no group', () => {
  const controls = [well('A1', 'NEGATIVE_TEST'), well('A2', 'NEGATIVE_TEST')];
  expect(sentences([well('B2', 'DNA'), ...controls], { negative: 3 })).toEqual([
    '2 negative controls for LCT-13910 v2, 3 required.',
  ]);
  expect(find([{ ...well('B2', 'DNA'), kitVersion: null }])).toEqual([]);
  const free = (position: string, type: SampleType) => ({ ...well(position, type), reactionBuffer: null });
  expect(find([free('B2', 'DNA'), free('A1', 'NEGATIVE_TEST')])).toEqual([]);
});

test('KIT-135 a group is named by its buffer only if another group has the same version and lot', () => {
  const none = { ...well('B2', 'DNA'), reactionBuffer: null };
  expect(find([well('B1', 'DNA'), none]).map(({ group }) => group)).toEqual([
    'LCT-13910 v2, lot 26B0417, RB-2',
    'LCT-13910 v2, lot 26B0417',
  ]);
  const other = well('B3', 'DNA', { version: 'v3' });
  expect(find([well('B1', 'DNA'), other]).map(({ group }) => group)).toEqual([
    'LCT-13910 v2, lot 26B0417',
    'LCT-13910 v3, lot 26B0417',
  ]);
});

test('KIT-281 a well states what is required of its plate, and what of it is missing', () => {
  const texts = (required: RequiredControls, ...wells: readonly ControlledWell[]) =>
    requiredControlTexts(wells[0]!, {
      kits: [{ kitVersion: wells[0]!.kitVersion, requiredControls: required }],
      rules: laboratoryRulesSchema.parse({ controls: { positive: 2 } }),
      analyses: [{ channel: 'FAM', wells: Object.fromEntries(wells.map((one) => [one.position, one])) }],
      acts: { approved: null, rejected: null },
    } as unknown as Run); // only the fields it uses
  const plate = [
    well('A1', 'DNA'),
    well('A2', 'POSITIVE_TEST'),
    well('A3', 'POSITIVE_TEST'),
    well('A4', 'NEGATIVE_TEST'),
  ];
  expect(texts({ negative: 1, positive: 0 }, ...plate)).toEqual([
    'Required for each lot: 1 negative control and 2 positive controls.',
  ]);
  expect(texts({ negative: 1, positive: 0 }, ...plate.slice(0, 2))).toEqual([
    'Required for each lot: 1 negative control and 2 positive controls.',
    'No negative control on this plate. LCT-13910 v2 requires 1.',
    '1 positive control for LCT-13910 v2, 2 required.',
  ]);
});

test('TRUST-670 a well of a decided run states what was missing as signed, or that it is required today', () => {
  const plate = [well('A1', 'DNA'), well('A4', 'NEGATIVE_TEST')];
  const texts = (signedFacts?: RunFact[]) =>
    requiredControlTexts(plate[0]!, {
      kits: [{ kitVersion: plate[0]!.kitVersion, requiredControls: { negative: 2, positive: 0 } }],
      rules: laboratoryRulesSchema.parse({}),
      analyses: [{ channel: 'FAM', wells: Object.fromEntries(plate.map((one) => [one.position, one])) }],
      acts: { approved: { name: 'I. Lindqvist', at: '2026-11-20T07:00:00.000Z' }, rejected: null },
      signedFacts,
    } as unknown as Run); // only the fields it uses
  const missing = { kind: 'missingControls', text: 'No positive control.', short: 'none' } as const;
  expect(texts([])).toEqual(['No required control was missing in the signed check.']);
  expect(texts([{ ...missing, positions: ['B1'] }])).toEqual(texts([]));
  expect(texts([{ ...missing, positions: ['A1'] }])).toEqual(['No positive control.']);
  expect(texts([{ ...missing, positions: [] }])).toEqual(['No positive control.']);
  expect(texts()).toEqual([
    'The decision did not store which controls were required. Today:',
    'Required for each lot: 2 negative controls.',
    '1 negative control for LCT-13910 v2, 2 required.',
  ]);
});
