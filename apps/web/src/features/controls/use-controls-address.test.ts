import { expect, test } from 'vitest';

import { savedAddressOf, type ControlsView } from './use-controls-address.ts';

const named = (id: string) => ({ id, name: id });
const view = {
  choice: {
    kit: { ...named('k1'), owner: null },
    reactionBuffer: named('b1'),
    analyser: named('a1'),
    channel: 'FAM',
  },
} as ControlsView; // no more is read

test('LIST-122 no saved view seems to show a kit that does not exist', () => {
  const savedOf = (query: string) => savedAddressOf(new URLSearchParams(query), view);
  expect(savedOf('kit=k1&period=30&reading=r')).toBe('kit=k1&period=30');
  expect(savedOf('kit=gone&channel=TEXAS_RED')).toBe('kit=k1&channel=FAM');
  expect(savedOf('kit=k1&analyser=all')).toBe('kit=k1&analyser=all');
});
