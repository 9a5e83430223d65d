import type { AnalyserProfile } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { dyesOf, formatLines, platesOf } from './profile-words.ts';

test('IMPORT-133 each layout of a profile says how it is known', () => {
  const profile: Pick<AnalyserProfile, 'formats'> = {
    formats: [
      { format: 'quantstudio-real-time', container: 'xls', confidence: 'documented' },
      { format: 'quantstudio-real-time', container: 'text', confidence: 'seen' },
      { format: 'quantstudio-real-time', container: 'xlsx', confidence: 'documented' },
      { format: 'azure-cielo', container: 'csv', confidence: 'documented' },
    ],
  };
  expect(formatLines(profile)).toEqual([
    'QuantStudio Real-Time PCR Software: text (read from a real file); xls, xlsx (from documentation only)',
    'Azure Cielo: csv (from documentation only)',
  ]);
});

test('IMPORT-133 a profile names its plates and the dyes of a channel', () => {
  const channelAliases: AnalyserProfile['channelAliases'] = [
    { dye: 'VIC', channel: 'HEX' },
    { dye: 'SYBR', channel: 'FAM' },
    { dye: 'JOE', channel: 'HEX' },
  ];
  // Plates and dyes alone are read.
  const profile = {
    channelAliases,
    plateTypes: ['RECTANGULAR_96', 'RECTANGULAR_384'],
  } as unknown as AnalyserProfile;
  expect(dyesOf(profile, 'HEX')).toBe('VIC, JOE');
  expect(dyesOf(profile, 'FAM')).toBe('SYBR');
  expect(dyesOf(profile, 'ROX')).toBe('');
  expect(platesOf(profile)).toBe('96, 384');
});
