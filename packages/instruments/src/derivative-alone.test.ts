import { expect, test } from 'vitest';

import { profile } from '../test/example-run.ts';
import { generateCfxCsv, syntheticRun } from '../test/generate/index.ts';
import { readRun } from './index.ts';

const files = generateCfxCsv(
  syntheticRun({
    wells: [
      {
        position: 'A1',
        name: 'S-1',
        sampleType: null,
        melts: [{ channel: 'FAM', tm: 60, amplitude: 1000, width: 0.75 }],
      },
    ],
    channels: ['FAM'],
    phases: ['MELT'],
    plateType: 'RECTANGULAR_96',
    seed: 1,
    noise: 1,
    temperature: { from: 45, to: 75, step: 0.5 },
  }),
);
const remarksOf = async (names: RegExp): Promise<string> => {
  const run = await readRun(
    files.filter(({ name }) => names.test(name)),
    { profile: profile('bio-rad-cfx96') },
  );
  return (run.report.remarks ?? []).join(' ');
};

test('IMPORT-61 a run with only a derivative gets one remark', async () => {
  expect(await remarksOf(/Derivative/)).toContain(
    'Of FAM the files hold only the derivative, −dF/dT, as the instrument smoothed it: it is analysed unchanged.',
  );
});

test('IMPORT-61 a derivative beside its fluorescence gets none', async () => {
  expect(await remarksOf(/Derivative|RFU/)).not.toContain('derivative');
});
