import { analyserProfileSchema, type InspectedRun, type RunInspection } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { draftProfile, knownChannels, profileId, readersOf } from './draft-profile.ts';

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
  expect(profile?.channelAliases).toEqual([
    { dye: 'FAM', channel: 'FAM', onlyDye: false, confidence: 'seen' },
    { dye: 'Atto 590', channel: 'TEXAS_RED', onlyDye: false, confidence: 'seen' },
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
  expect(profileId('((Mic))')).toBe('mic');
  expect(profileId(`${'a'.repeat(49)} b`)).toBe(`${'a'.repeat(49)}-`);
});

test('SHELL-186 a profile without a Latin name or a known ending of its files is valid, too', () => {
  const profile = draftProfile({
    name: ' 日本 ',
    run,
    fileNames: ['run', 'plate.1.export file'],
    channels: { FAM: 'FAM' },
    plateTypes: ['RECTANGULAR_96'],
  });
  expect(analyserProfileSchema.parse(profile)).toMatchObject({
    id: 'analyser',
    name: '日本',
    extensions: ['txt'],
  });
  expect(
    draftProfile({
      name: ' ',
      run,
      fileNames: ['a.RDML'],
      channels: { FAM: 'FAM' },
      plateTypes: ['RECTANGULAR_96'],
    }),
  ).toMatchObject({ id: 'analyser', name: 'Analyser', extensions: ['rdml'] });
});

test('SHELL-186 the first analyser that gives a dye a channel counts', () => {
  const [analyser] = run.analysers;
  const dyes = [{ dye: 'Atto 590', channel: 'ROX', source: 'profile', kept: null } as const];
  expect(knownChannels({ ...run, analysers: [...run.analysers, { ...analyser!, dyes }] })).toEqual({
    FAM: 'FAM',
    'Atto 590': 'ROX',
  });
});

test('SHELL-186 the analysers that read a file without a question are known', () => {
  const reading = (...outcomes: readonly ('reads' | 'asks')[]) =>
    ({
      runs: [{ analysers: outcomes.map((outcome, index) => ({ analyserId: String(index), outcome })) }],
    }) as unknown as RunInspection; // no more is read
  expect(readersOf(reading('asks', 'reads', 'reads'))).toEqual(['1', '2']);
  expect(readersOf({ runs: [], problems: [] })).toEqual([]);
});
