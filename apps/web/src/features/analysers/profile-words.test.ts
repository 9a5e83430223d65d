import type { AnalyserProfile, ChannelName } from '@curvewell/domain';
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
    'QuantStudio Real-Time PCR Software: text; untested: xls, xlsx',
    'Azure Cielo: untested: csv',
  ]);
});

test('IMPORT-133 a profile names its plates and the dyes of a channel', () => {
  const alias = (dye: string, channel: ChannelName) => ({
    dye,
    channel,
    onlyDye: true,
    confidence: 'seen' as const,
  });
  const profile = {
    channelAliases: [alias('VIC', 'HEX'), alias('SYBR', 'FAM'), alias('JOE', 'HEX')],
    plateTypes: ['RECTANGULAR_96', 'RECTANGULAR_384'],
  } as unknown as AnalyserProfile; // the fields that are read
  expect(dyesOf(profile, 'HEX')).toBe('VIC, JOE');
  expect(dyesOf(profile, 'FAM')).toBe('SYBR');
  expect(dyesOf(profile, 'ROX')).toBe('');
  expect(platesOf(profile)).toBe('96, 384');
});
