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
/** With all curves of its channel on the plate. */
const FAM = { ...FAM_A1, beside: [FAM_A1] };
const WITH_PLATE = [FAM, ...[HEX_A1, HEX_A2].map((one) => ({ ...one, beside: [HEX_A1, HEX_A2] }))];

test('a curve is given those of the same well whose dyes its channel reads, null where there is none', () => {
  const shares = [
    { from: 'FAM', into: 'HEX', share: 0.1 },
    { from: 'ROX', into: 'HEX', share: 0.2 },
  ] as const;
  expect(withCrossTalk(CURVES, [...shares])).toEqual([
    FAM,
    { ...HEX_A1, beside: [HEX_A1, HEX_A2], crossTalk: [FAM, null] },
    { ...HEX_A2, beside: [HEX_A1, HEX_A2], crossTalk: [null, null] },
  ]);
});

test('a share of 0 is no cross-talk, and without shares there is none', () => {
  expect(withCrossTalk(CURVES, [{ from: 'FAM', into: 'HEX', share: 0 }])).toEqual(WITH_PLATE);
  expect(withCrossTalk(CURVES, undefined)).toEqual(WITH_PLATE);
});
