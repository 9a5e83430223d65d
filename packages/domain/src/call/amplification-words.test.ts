import { describe, expect, it, test } from 'vitest';

import { amplificationFaultSchema, type WellAmplification } from '../settings/amplification.ts';
import {
  amplificationFaultText,
  amplificationFigures,
  amplificationTexts,
  cqText,
} from './amplification-words.ts';

const FOUND: WellAmplification = {
  channel: 'FAM',
  outcome: 'amplified',
  fault: null,
  cq: 27.44,
  source: 'file',
  latestCycle: 35,
};
const OPEN = { ...FOUND, outcome: 'not-known', cq: null, source: null } as const;

test('a Cq is shown to a tenth of a cycle', () => {
  expect([27.44, 27.46, 9].map(cqText)).toEqual(['27.4', '27.5', '9.0']);
});

test('the figures of an answer state the Cq, its limit and its source', () => {
  expect(amplificationFigures(FOUND)).toBe('Cq 27.4, at most 35 (from the file)');
  expect(amplificationFigures({ ...FOUND, outcome: 'not-amplified', cq: 36, source: 'curve' })).toBe(
    'Cq 36.0, later than 35 (computed from the curve)',
  );
  expect(amplificationFigures({ ...FOUND, outcome: 'not-amplified', cq: null })).toBe(
    'no Cq (from the file)',
  );
});

describe('without an answer', () => {
  it('the reason is stated, and no Cq', () => {
    const stated = { ...OPEN, fault: 'sources-differ', cq: 27, source: 'file' } as const;
    expect(amplificationFigures(stated)).toBe('the file and its curve give different answers');
    expect(amplificationFigures({ ...FOUND, source: null })).toBe('not known');
    expect(amplificationFigures(OPEN)).toBe('not known');
  });

  it('each reason has its own words', () => {
    expect(amplificationFaultSchema.options.map(amplificationFaultText)).toEqual([
      'the run has no amplification of this well in this channel',
      'its amplification curve has too few cycles',
      'its amplification curve has missing cycles',
      'its amplification curve has readings that are not numbers',
      'its amplification curve stays at one value, as without a signal or at the ceiling of the detector',
      'its amplification curve barely rises above its noise',
      'its amplification curve rises, but not as a product does',
      'its amplification curve rises before its baseline is read',
      'its amplification curve only begins to rise in the last cycles',
      'its amplification curve may be at the ceiling of the detector',
      'its amplification curve is so noisy that a product would not be seen',
      'its amplification curve ends before the latest cycle',
      'the file and its curve give different answers',
      'what amplifies may be the signal of another channel, which the analyser reads in this one as well',
    ]);
  });
});

test('each channel that rules ask for has a sentence', () => {
  const amplification: WellAmplification[] = [
    FOUND,
    { ...FOUND, channel: 'HEX', outcome: 'not-amplified', cq: null, source: 'curve' },
    { ...OPEN, channel: 'ROX', fault: 'ends-early' },
  ];
  expect(amplificationTexts({ amplification })).toEqual([
    'FAM: Amplified: Cq 27.4, at most 35 (from the file).',
    'HEX: Not amplified: no Cq (computed from the curve).',
    'ROX: Not known if amplified: its amplification curve ends before the latest cycle.',
  ]);
  expect(amplificationTexts({})).toEqual([]);
});
