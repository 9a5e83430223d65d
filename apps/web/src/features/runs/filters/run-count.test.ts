import { expect, it } from 'vitest';

import { runCountText } from './run-count.ts';

it('LIST-101 a list shows its number of runs, or “more than 10,000”', () => {
  expect([0, 1, 10_000, 10_001].map((count) => runCountText(count, 'businessId'))).toEqual([
    '0 runs',
    '1 run',
    '10,000 runs',
    'more than 10,000 runs',
  ]);
});

it('LIST-134 a list in another order says how many runs its pages reach', () => {
  expect([1_000, 1_001, 10_001].map((count) => runCountText(count, 'fileName'))).toEqual([
    '1,000 runs',
    '1,001 runs; the first 1,000 in this order',
    'more than 10,000 runs; the first 1,000 in this order',
  ]);
});
