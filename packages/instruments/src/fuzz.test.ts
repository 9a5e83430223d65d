import { expect, test } from 'vitest';

import { WRITABLE_FORMATS } from '../test/formats.ts';
import { fuzz } from '../test/fuzz-run.ts';

/** The number of cases by day and by night; `pnpm --filter @curvewell/instruments fuzz 100000` runs more. */
const CASES = process.env['NIGHT'] === undefined ? 12 : 60;

test.each(WRITABLE_FORMATS)(
  'damaged files of $name are read or refused, and nothing else',
  { timeout: 120_000 },
  async ({ name }) => {
    const outcomes = await fuzz({ format: name, first: 0, last: CASES });
    expect([...outcomes.keys()].filter((outcome) => !/^(?:read|refused [a-z-]+)$/.test(outcome))).toEqual([]);
    expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(CASES);
  },
);
