import { expect, test } from 'vitest';

import { colourMix, contrast } from './colour.ts';

test('black on white has the highest contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(colourMix('#ffffff', '#000000', 0.5)).toBe('#808080');
});
