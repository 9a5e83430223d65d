import { analyserProfileSchema, type InspectedRun } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { draftProfile, knownChannels, profileId } from './draft-profile.ts';

const curvesOf = (dye: string): InspectedRun['curves'][number] => ({
  dye,
  quantity: 'fluorescence',
  wellCount: 48,
  pointCount: [100, 100],
  temperature: [60, 95],
  lines: [],
});
const run = {
  format: 'rdes',
  container: 'text',
  files: ['a.tsv', 'b.tsv'],
  curves: [curvesOf('FAM'), curvesOf('Atto 590'), curvesOf('Atto 590')],
  analysers: [
    {
      analyserId: 'x',
      outcome: 'reads',
      dyes: [
        { dye: 'FAM', channel: 'FAM', source: 'profile', kept: null },
        { dye: 'Atto 590', channel: null, source: 'unknown', kept: null },
      ],
      problem: null,
      notes: [],
      curves: [],
      files: [],
    },
  ],
} satisfies Partial<InspectedRun>;

test('SHELL-186 a profile is filled from the test file, and is valid', () => {
  expect(knownChannels(run)).toEqual({ FAM: 'FAM', 'Atto 590': null });
  const profile = draftProfile({
    name: ' Mic qPCR ',
    run,
    fileNames: ['A.TSV', 'b.tsv'],
    channels: { FAM: 'FAM', 'Atto 590': 'TEXAS_RED', ROX: null },
    plateTypes: ['RECTANGULAR_96'],
  });
  expect(analyserProfileSchema.parse(profile)).toEqual(profile);
  expect(profile).toMatchObject({
    id: 'mic-qpcr',
    name: 'Mic qPCR',
    maxNumberOfFilesByRun: 2,
    extensions: ['tsv'],
    formats: [{ format: 'rdes', container: 'text', confidence: 'seen' }],
  });
  expect(profile?.channelAliases.map(({ dye, channel }) => `${dye} ${channel}`)).toEqual([
    'FAM FAM',
    'Atto 590 TEXAS_RED',
  ]);
});

test('SHELL-186 without a channel or a plate there is nothing to read', () => {
  const rest = { name: 'x', run, fileNames: ['a'] } as const;
  const plates = ['RECTANGULAR_96'] as const;
  expect(draftProfile({ ...rest, channels: { FAM: null }, plateTypes: plates })).toBeNull();
  expect(draftProfile({ ...rest, channels: { FAM: 'FAM' }, plateTypes: [] })).toBeNull();
});

test('the id of a profile has letters, digits and hyphens', () => {
  expect(profileId('Größe & Co. 2')).toBe('gro-e-co-2');
  expect(profileId('日本')).toBe('');
});
