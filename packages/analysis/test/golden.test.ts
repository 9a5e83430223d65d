import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ALGORITHM_VERSION, ALGORITHM_VERSIONS } from '../src/index.ts';
import { goldenLines } from './golden-cases.ts';

describe('a released version', () => {
  it.each(ALGORITHM_VERSIONS)('%s still gives its original results', (version) => {
    const golden = readFileSync(join(import.meta.dirname, `golden/${version}.jsonl`), 'utf8');
    expect(goldenLines(version)).toEqual(golden.trim().split('\n'));
  });

  it('is the last of the list for new interpretations', () => {
    expect(ALGORITHM_VERSIONS.at(-1)).toBe(ALGORITHM_VERSION);
  });
});
