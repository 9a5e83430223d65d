import { expect, it } from 'vitest';

import { NOTHING_SET, wellsChanges } from './plate-changes.ts';

it('TRUST-05 a save of a plate records previous and new values, with equal changes grouped', () => {
  const blood = { ...NOTHING_SET, sampleType: 'BLOOD', kit: 'LCT-13910 2' };
  const saved = [
    { position: 'A1', channel: 'FAM', from: NOTHING_SET, to: { ...blood, name: 'S-1' } },
    { position: 'A1', channel: 'TEXAS_RED', from: NOTHING_SET, to: blood },
    { position: 'A2', channel: 'FAM', from: { ...blood, lot: 'L1' }, to: { ...blood, lot: 'L2' } },
    { position: 'A3', channel: 'FAM', from: null, to: null },
  ];
  expect(wellsChanges(saved)).toEqual([
    { what: 'name', from: null, to: 'S-1', wells: ['A1 FAM'] },
    { what: 'sampleType', from: null, to: 'BLOOD', wells: ['A1 FAM', 'A1 TEXAS_RED'] },
    { what: 'kit', from: null, to: 'LCT-13910 2', wells: ['A1 FAM', 'A1 TEXAS_RED'] },
    { what: 'lot', from: 'L1', to: 'L2', wells: ['A2 FAM'] },
  ]);
});

it('TRUST-05 an unchanged well is not recorded; a well without a channel is named by its position', () => {
  const buffered = { ...NOTHING_SET, reactionBuffer: 'Buffer 2', expected: 'WILD TYPE' };
  const saved = [
    { position: 'B1', channel: 'FAM', from: null, to: buffered },
    { position: 'B2', channel: 'FAM', from: buffered, to: null },
    { position: 'B3', channel: '', from: NOTHING_SET, to: buffered },
  ];
  expect(wellsChanges(saved)).toEqual([
    { what: 'reactionBuffer', from: null, to: 'Buffer 2', wells: ['B3'] },
    { what: 'expected', from: null, to: 'WILD TYPE', wells: ['B3'] },
  ]);
});
