import { expect, it } from 'vitest';

import { withColour } from './recent-colours.ts';

it('KIT-29 CONST-35 keeps the last 18 colours without duplicates, newest first', () => {
  const picked = Array.from({ length: 20 }, (_, index) => `#${index + 10}0000`);
  const kept = [...picked, '#200000'].reduce<readonly string[]>(withColour, []);
  expect(kept).toHaveLength(18);
  expect(kept.slice(0, 3)).toEqual(['#200000', '#290000', '#280000']);
  expect(new Set(kept).size).toBe(18);
});
