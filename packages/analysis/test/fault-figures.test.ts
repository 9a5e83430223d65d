import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import type { FaultScore } from '../bench/fault-goals.ts';
import { faultFigure, FAULTS_WANTED, isAsGoodAsStands } from '../bench/fault-wanted.ts';

/** No choice depends on it. */
const SEED = '424242';

/** In a separate process: the test runner's module loader makes inner loops ten times slower. */
function faultScores(): Record<string, FaultScore> {
  const bench = join(import.meta.dirname, '../bench/faults.ts');
  const json = execFileSync(process.execPath, [bench, '--json', '--seed', SEED], { encoding: 'utf8' });
  return JSON.parse(json) as Record<string, FaultScore>;
}

describe('curves with faults', () => {
  let scores: Record<string, FaultScore> = {};
  beforeAll(() => {
    scores = faultScores();
  }, 180_000);

  it.each(['X1', 'X2', 'X3', 'X4', 'X5', 'X6'] as const)(
    'REVIEW-130 %s is analysed as well as by the best peer or, where that is missed, as before',
    (set) => {
      const worse = FAULTS_WANTED.filter((wanted) => wanted.set === set)
        .map((wanted) => ({ ...wanted, measured: faultFigure(scores[set]!, wanted.figure) }))
        .filter((wanted) => !isAsGoodAsStands(wanted, wanted.measured));
      expect(worse).toEqual([]);
    },
  );
});
