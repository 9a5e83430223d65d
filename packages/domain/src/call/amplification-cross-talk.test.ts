import { expect, test } from 'vitest';

import { withCrossTalk } from './amplification-cross-talk.ts';
import type { ChannelName } from '../kit/assay.ts';

const curve = (position: string, channel: ChannelName) => ({
  position,
  channel,
  cycle: Float64Array.of(1, 2),
  value: Float64Array.of(0, 1),
  cq: null,
});
const [FAM_A1, HEX_A1, HEX_A2] = [curve('A1', 'FAM'), curve('A1', 'HEX'), curve('A2', 'HEX')];
const CURVES = [FAM_A1, HEX_A1, HEX_A2];

test('a curve is given those of the same well whose dyes its channel reads, null where there is none', () => {
  const shares = [
    { from: 'FAM', into: 'HEX', share: 0.1 },
    { from: 'ROX', into: 'HEX', share: 0.2 },
  ] as const;
  expect(withCrossTalk(CURVES, [...shares])).toEqual([
    FAM_A1,
    { ...HEX_A1, crossTalk: [FAM_A1, null] },
    { ...HEX_A2, crossTalk: [null, null] },
  ]);
});

test('a share of 0 is no cross-talk, and without shares the curves stay as they are', () => {
  expect(withCrossTalk(CURVES, [{ from: 'FAM', into: 'HEX', share: 0 }])).toEqual(CURVES);
  expect(withCrossTalk(CURVES, undefined)).toEqual(CURVES);
});
