import { plateDoubts, type DiagnosticColor, type Position, type Run } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { EMPTY_WELL, type WellDraft } from '../draft/plate-draft.ts';
import { configuredFaces, wellSummary } from './configured-faces.ts';

const kitVersion: WellDraft['kitVersion'] = { id: 'v', version: 'v3', kit: { id: 'k', name: 'LCT-13910' } };
const lot = (name: string, expirationDate = '2027-03-31') => ({ id: name, name, expirationDate });
const reactionBuffer = { id: 'rb', name: 'RB-2' };
const color = (name: DiagnosticColor['diagnostic']['name']): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
});
const set = { kitVersion, lot: lot('26B0417'), reactionBuffer, sampleType: 'BLOOD' } as const;

function configured(wells: Partial<Record<Position, Partial<WellDraft>>>) {
  const plate = new Map(
    Object.entries(wells).map(([position, well]) => [position, { ...EMPTY_WELL, ...well }]),
  );
  // Only the fields that faces use.
  const run = {
    plateType: 'RECTANGULAR_96',
    kits: [{ kitVersion }],
    runDateSource: 'FILE',
    created: '2026-11-20T09:00:00.000Z',
    runImportDate: '2026-11-20T09:30:00.000Z',
    laboratoryTimeZone: 'UTC',
    analyses: [{ channel: 'FAM' }, { channel: 'TEXAS_RED' }],
  } as unknown as Run;
  const doubts = plateDoubts(plate, { day: '2026-11-20', sameNameIsReplicate: false });
  return { run, plate, missing: new Map(), doubts, contested: new Set<string>() };
}

const words = (facts: readonly { term: string; text: string }[]) =>
  facts.map(({ term, text }) => (term === '' ? text : `${term} ${text}`));

test('the status line names the channel of each expected result', () => {
  const given = configured({
    A12: {
      ...set,
      name: 'STD M',
      sampleType: 'STANDARD',
      expected: { TEXAS_RED: color('HOMOZYGOUS_WILD_TYPE'), FAM: color('HOMOZYGOUS_MUTATED') },
    },
  });
  const summary = wellSummary('A12', given);
  expect(summary).toMatchObject({ position: 'A12', name: 'STD M' });
  expect(words(summary.first)).toEqual(['Complete']);
  expect(words(summary.second)).toEqual([
    'Standard',
    'expected FAM M, TEXAS_RED W',
    'LCT-13910 v3 (RB-2)',
    'lot 26B0417',
    'expires 31-03-2027',
  ]);
});

test('REVIEW-414 only the kit may be cut in the status line: not an expected result, a lot or its expiry date', () => {
  const given = configured({
    A12: {
      ...set,
      orderId: 'O-1',
      sampleType: 'STANDARD',
      expected: { FAM: color('HOMOZYGOUS_MUTATED') },
    },
  });
  const cut = wellSummary('A12', given).second.filter(({ isCuttable }) => isCuttable === true);
  expect(words(cut)).toEqual(['LCT-13910 v3 (RB-2)']);
});

test('a doubt is shown on the cell, in its accessible name and as a sentence in the status line', () => {
  const given = configured({
    A1: { ...set, name: 'S-20712' },
    A2: { ...set, name: 'S-20712' },
    A3: { ...set, name: 'S-3' },
    B1: { ...set, name: 'S-4', lot: lot('26B0431') },
    B2: { ...set, name: 'S-5', lot: lot('26C0022', '2026-10-31') },
  });
  const faces = configuredFaces(given);
  const doubtAt = (position: Position) => {
    const face = faces.get(position);
    return face?.kind === 'configured' ? face.doubt : undefined;
  };
  expect((['A1', 'A2', 'A3', 'B1', 'B2'] as const).map(doubtAt)).toEqual([
    'twice',
    'twice',
    null,
    'otherLot',
    'expired',
  ]);
  expect(faces.get('B2')?.label).toBe('B2, S-5, blood, expired, other lot');
  const doubtsOf = (position: Position) =>
    wellSummary(position, given)
      .first.filter(({ tone }) => tone === 'warning')
      .map(({ text }) => text);
  expect(doubtsOf('A2')).toEqual(['The name S-20712 is also in A1.']);
  expect(doubtsOf('B1')).toEqual(['Most wells of LCT-13910 v3 have lot 26B0417, not 26B0431.']);
  expect(doubtsOf('B2')).toContain('Lot 26C0022 expired 31-10-2026');
  expect(doubtsOf('A3')).toEqual([]);
});
