import { expect, test } from 'vitest';

import { flagTexts } from './flag-texts.ts';
import type { CallFlag } from './well-call.ts';

const FLAG: CallFlag = {
  code: 'copied-melt',
  phase: 'MELT',
  zone: 'A',
  temperature: 55.26,
  measured: 0.19,
  limit: null,
  source: { position: 'B7', channel: 'FAM' },
};
const inAnneal: CallFlag = { ...FLAG, phase: 'ANNEAL', temperature: 55.3 };
const wide: CallFlag = { ...FLAG, code: 'saturated', source: undefined };

test('REVIEW-413 peaks of a channel that may be cross-talk share one sentence', () => {
  expect(flagTexts([FLAG, wide, inAnneal], 'FAM')).toEqual([
    'The peaks at 55.26 °C (MELT) and 55.30 °C (ANNEAL) are 19 % as high as those of B7 at the same temperatures: they may be cross-talk.',
    ...flagTexts([wide], 'FAM'),
  ]);
});

test('REVIEW-413 each peak has its own share and source where they differ, with another channel', () => {
  const other: CallFlag = { ...inAnneal, measured: 0.2, source: { position: 'C2', channel: 'HEX' } };
  const first: CallFlag = { ...FLAG, temperature: 50 };
  expect(flagTexts([first, FLAG, other], 'FAM')).toEqual([
    'The peaks at 50.00 °C (MELT), 55.26 °C (MELT) and 55.30 °C (ANNEAL) are 19, 19 and 20 % as high as those of B7, B7 and C2 in HEX at the same temperatures: they may be cross-talk.',
  ]);
});

test('REVIEW-413 a single peak keeps its sentence', () => {
  expect(flagTexts([FLAG], 'FAM')).toEqual([
    'MELT: the peak at 55.26 °C is 19 % as high as that of B7 in FAM, at the same temperature: it may be cross-talk.',
  ]);
});

test('REVIEW-413 other flags, and a peak of an unknown source, keep their sentences beside peaks that share one', () => {
  const unknown: CallFlag = { ...FLAG, temperature: 61, source: undefined };
  const other: CallFlag = { ...wide, source: FLAG.source };
  const [, ...rest] = flagTexts([FLAG, inAnneal, unknown, other], 'FAM');
  expect(rest).toEqual([...flagTexts([unknown], 'FAM'), ...flagTexts([other], 'FAM')]);
});
