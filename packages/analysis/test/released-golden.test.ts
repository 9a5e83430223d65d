import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ALGORITHM_VERSION } from '../src/index.ts';

const GOLDEN = join(import.meta.dirname, 'golden');
/** Lines in the format of `sha256sum`. A line is added when a version is released, and never changed. */
const released = new Map(
  readFileSync(join(GOLDEN, 'released.sha256'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [hash = '', name = ''] = line.split(/ +/);
      return [name, hash];
    }),
);

it('TRUST-321 the golden file of a released version is unchanged', () => {
  const files = readdirSync(GOLDEN).filter((name) => name.endsWith('.jsonl'));
  const found = files.map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(GOLDEN, name), 'utf8').replaceAll('\r\n', '\n'))
      .digest('hex'),
  ]);
  // Only the unreleased version may change.
  const fixed = found.filter(([name = '']) => released.has(name) || name !== `${ALGORITHM_VERSION}.jsonl`);
  expect(new Map(fixed as [string, string][])).toEqual(released);
});
