import { expect, test } from 'vitest';

import { ciede2000, colourMix, contrast } from './colour.ts';

test('the published test pairs of CIEDE2000 come out', () => {
  // Sharma, Wu, Dalal 2005, table 1.
  expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(ciede2000([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
});

test('black on white has the greatest contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(colourMix('#ffffff', '#000000', 0.5)).toBe('#808080');
});
