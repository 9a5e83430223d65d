import { expect, test } from 'vitest';

import { dayOfText } from './day.ts';

test('a complete day is accepted in the usual notations', () => {
  expect(['20-11-2026', ' 1-2-2026 ', '01.02.2026', '1/2/2026'].map(dayOfText)).toEqual([
    '2026-11-20',
    '2026-02-01',
    '2026-02-01',
    '2026-02-01',
  ]);
});

test('an incomplete or impossible day is rejected', () => {
  for (const typed of ['', '20', '20-11', '20-11-20', '31-02-2026', '1-13-2026', '2026-11-20', 'tomorrow']) {
    expect(dayOfText(typed), typed).toBeNull();
  }
});
