import { expect, test } from 'vitest';

import { formatBytes, formatDate, formatDateTime, formatDay, today, withinText } from './format.ts';

test('CONST-37 the day of a lot is DD-MM-YYYY in every time zone', () => {
  expect(formatDay('2099-12-31')).toBe('31-12-2099');
  expect(formatDay('2026-01-02')).toBe('02-01-2026');
  // As an instant, it would be the previous day west of Greenwich.
  expect(formatDay('2026-01-02T00:00:00.000Z')).toBe('02-01-2026');
});

test("an instant is shown in the browser's time zone", () => {
  const instant = new Date(2026, 10, 20, 8, 5).toISOString();
  expect(formatDate(instant)).toBe('20-11-2026');
  expect(formatDateTime(instant)).toBe('20-11-2026 08:05');
  expect(today(new Date(2026, 0, 2, 23, 59))).toBe('2026-01-02');
});

test('a file size has a fitting unit', () => {
  expect([999, 412_300, 3_400_000].map(formatBytes)).toEqual(['999 B', '412 kB', '3.4 MB']);
});

test('within a sentence a name loses its capital, an abbreviation does not', () => {
  expect(['Super administrator', 'R&D administrator', 'QA administrator', ''].map(withinText)).toEqual([
    'super administrator',
    'R&D administrator',
    'QA administrator',
    '',
  ]);
});
