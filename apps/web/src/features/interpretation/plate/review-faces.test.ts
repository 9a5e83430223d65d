import type { CallExplanation } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { tmWords } from './review-faces.ts';

const phase = (type: string, peaks: readonly { tm: number; accepted: boolean }[]) => ({ type, peaks });
const explained = (...phases: readonly ReturnType<typeof phase>[]) =>
  ({ phases }) as unknown as CallExplanation; // only what the texts use
const anneal = phase('ANNEAL', [
  { tm: 55.219, accepted: true },
  { tm: 58, accepted: false },
  { tm: 60.8, accepted: true },
]);

test('the temperatures of a well with two phases name the phase', () => {
  const melt = phase('MELT', [{ tm: 61.5, accepted: true }]);
  expect(tmWords(explained(melt, anneal))).toBe('ANNEAL 55.22 60.80, MELT 61.50');
  expect(tmWords(explained(anneal, phase('MELT', [])))).toBe('ANNEAL 55.22 60.80');
  expect(tmWords(explained(anneal))).toBe('55.22 60.80');
});
