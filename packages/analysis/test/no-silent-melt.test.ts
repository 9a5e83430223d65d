import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, it } from 'vitest';

/** A sample by day, 100,000 at night. */
const CURVES = process.env['NIGHT'] === undefined ? 3000 : 100_000;

// In a separate process: the test runner's module loader makes inner loops ten times slower.
it(
  `REVIEW-130 a fall of more than 20 times the noise within 5 °C is a counted peak or a flag, in ${CURVES} generated curves`,
  { timeout: 3_600_000 },
  () => {
    const script = join(import.meta.dirname, '../bench/silent-melts.ts');
    expect(execFileSync(process.execPath, [script, String(CURVES)], { encoding: 'utf8' })).toBe('');
  },
);
