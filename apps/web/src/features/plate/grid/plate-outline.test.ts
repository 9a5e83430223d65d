import { expect, test } from 'vitest';

import { outlinePath } from './plate-outline.tsx';

test('REVIEW-179 held wells have one outline around each connected region', () => {
  const geometry = { plateType: 'RECTANGULAR_96', pitch: 10, headWidth: 5, headHeight: 5 } as const;
  expect(outlinePath(new Set(['A1', 'A2']), geometry)).toBe('M5 5H25M5 15H25M5 5V15M25 5V15');
  // Follows a corner, without lines between neighbours.
  expect(outlinePath(new Set(['A1', 'B1', 'B2']), geometry)).toBe(
    'M5 5H15M15 15H25M5 25H25M5 5V25M15 5V15M25 15V25',
  );
  expect(outlinePath(new Set(['H12']), geometry)).toBe('M115 75H125M115 85H125M115 75V85M125 75V85');
});
