import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Goal } from '../bench/goals.ts';
import { checksum, mcb1, MCB1_CHECKSUM } from '../bench/mcb1.ts';

/** In a process of its own: the test runner's module loader makes the inner loops ten times slower. */
function accuracy(): Goal[] {
  const report = join(mkdtempSync(join(tmpdir(), 'mcb1-')), 'report.json');
  execFileSync(process.execPath, [join(import.meta.dirname, '../bench/run.ts'), '--quick', '--json', report]);
  const parsed = JSON.parse(readFileSync(report, 'utf8')) as { accuracy: Goal[] };
  return parsed.accuracy;
}

describe('the benchmark MCB-1', () => {
  it('is the published one', () => {
    const { numbers, sum } = checksum(mcb1(0));
    expect(numbers).toBe(MCB1_CHECKSUM.numbers);
    expect(sum).toBeCloseTo(MCB1_CHECKSUM.sum, 3);
  });

  it('meets every figure that must be met, analysed by plates', { timeout: 60_000 }, () => {
    const missed = accuracy().filter(
      ({ measured, must, better }) =>
        must !== null && (better === 'less' ? measured > must : measured < must),
    );
    expect(missed).toEqual([]);
  });
});
