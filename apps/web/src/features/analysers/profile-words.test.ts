import type { AnalyserProfile } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { formatLines } from './profile-words.ts';

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
    'QuantStudio Real-Time PCR Software: text (tested with a real file); xls, xlsx (from documentation only)',
    'Azure Cielo: csv (from documentation only)',
  ]);
});
