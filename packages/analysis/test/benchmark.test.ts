import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { type AccuracyGoal, isWorseThanAlone, meetsMust } from '../bench/goals.ts';
import { checksum, mcb1, MCB1_CHECKSUM } from '../bench/mcb1.ts';
import { PLATE_KINDS } from '../bench/plate-kinds.ts';

/** In a process of its own: the test runner's module loader makes the inner loops ten times slower. */
function accuracy(): AccuracyGoal[] {
  const report = join(mkdtempSync(join(tmpdir(), 'mcb1-')), 'report.json');
  execFileSync(process.execPath, [join(import.meta.dirname, '../bench/run.ts'), '--quick', '--json', report]);
  const parsed = JSON.parse(readFileSync(report, 'utf8')) as { accuracy: AccuracyGoal[] };
  return parsed.accuracy;
}

describe('the benchmark MCB-1', () => {
  let goals: readonly AccuracyGoal[] = [];
  beforeAll(() => {
    goals = accuracy();
  }, 180_000);

  it('is the published one', () => {
    const { numbers, sum } = checksum(mcb1(0));
    expect(numbers).toBe(MCB1_CHECKSUM.numbers);
    expect(sum).toBeCloseTo(MCB1_CHECKSUM.sum, 3);
  });

  it('meets every figure that must be met, alone and on every kind of plate', () => {
    const missed = goals.filter(
      (goal) =>
        goal.figure !== 'covered' && !PLATE_KINDS.every((kind) => meetsMust(goal, goal.measured[kind])),
    );
    expect(missed).toEqual([]);
  });

  // Shapes learnt from some wells once split others in two: on a plate of two widths every second wide one.
  it('finds nothing worse on a plate than alone, by more than another seed would move it', () => {
    const spoilt = goals.filter((goal) => PLATE_KINDS.some((kind) => isWorseThanAlone(goal, kind)));
    expect(spoilt).toEqual([]);
  });
});
