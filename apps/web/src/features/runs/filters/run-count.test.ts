import { expect, it } from 'vitest';

import { runCountText } from './run-count.ts';

it('LIST-101 a list shows its number of runs, or “more than 10,000”', () => {
  expect([0, 1, 10_000, 10_001].map(runCountText)).toEqual([
    '0 runs',
    '1 run',
    '10,000 runs',
    'more than 10,000 runs',
  ]);
});
