import { expect, test } from 'vitest';

import { crossFigures } from './cross-hair.tsx';
import type { DrawnGroup } from './curve-groups.ts';

test('REVIEW-442 at the cross-hair a single curve has its Cq with its source, a group of several has none', () => {
  const group = (key: string, notes: readonly string[]) =>
    ({
      key,
      curves: notes.map((note) => ({ note })),
      median: [
        { x: 1, y: 10 },
        { x: 45, y: 10 },
      ],
    }) as unknown as DrawnGroup; // only the fields that it reads
  const groups = [group('X', ['Cq 27.4 (from the file)']), group('N', ['Cq 30.1 (from the file)', 'no Cq'])];
  expect(crossFigures(groups, 20).map(({ note }) => note)).toEqual(['Cq 27.4 (from the file)', null]);
});
