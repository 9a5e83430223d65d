import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ALGORITHM_VERSION, ALGORITHM_VERSIONS } from '../src/index.ts';
import { goldenLines } from './golden-cases.ts';

describe('a released version', () => {
  it.each(ALGORITHM_VERSIONS)('%s still gives the results that it was released with', (version) => {
    const golden = readFileSync(join(import.meta.dirname, `golden/${version}.jsonl`), 'utf8');
    expect(goldenLines(version)).toEqual(golden.trim().split('\n'));
  });

  it('is the last of the list when new runs are interpreted', () => {
    expect(ALGORITHM_VERSIONS.at(-1)).toBe(ALGORITHM_VERSION);
  });
});
