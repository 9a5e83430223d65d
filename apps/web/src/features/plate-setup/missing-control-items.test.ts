import { DEFAULT_LABORATORY_RULES, missingControlText, type Run, type SampleType } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { EMPTY_WELL, type WellDraft } from './draft/plate-draft.ts';
import { missingControlItems } from './missing-control-items.ts';

const kitVersion = { id: 'v2', version: 'v2', kit: { id: 'k', name: 'LCT-13910' } };
const lot = { id: 'l', name: '26B0417', expirationDate: '2027-01-31', active: true };
const run = {
  kits: [
    {
      kitVersion,
      reactionBuffer: null,
      validityEndDate: null,
      lots: [lot],
      channelAssignments: [],
      requiredControls: { negative: 2, positive: 0 },
      status: 'VALIDATED' as const,
    },
  ],
  rules: { ...DEFAULT_LABORATORY_RULES, controls: { negative: 0, positive: 1 } },
} satisfies Pick<Run, 'kits' | 'rules'>;
const well = (sampleType: SampleType): WellDraft => ({
  ...EMPTY_WELL,
  sampleType,
  kitVersion,
  lot,
  reactionBuffer: { id: 'b', name: 'RB-2' },
});

test('KIT-136 step 2 lists the controls that kit versions and laboratory require but the plate lacks', () => {
  const plate = new Map([
    ['A1', well('NEGATIVE_TEST')],
    ['B1', well('DNA')],
    ['B2', well('BLOOD')],
    ['C1', EMPTY_WELL],
  ]);
  const lacking = missingControlItems(run, plate);
  expect(lacking.map(missingControlText)).toEqual([
    '1 negative control for LCT-13910 v2, 2 required.',
    'No positive control on this plate. The laboratory requires 1.',
  ]);
  expect(lacking[0]?.positions).toEqual(['B1', 'B2']);
  plate.set('A2', well('NEGATIVE_TEST')).set('A3', well('POSITIVE_TEST'));
  expect(missingControlItems(run, plate)).toEqual([]);
});
