import { expect, test } from 'vitest';

import { expiredLast, lotExpiry } from './lot-expiry.ts';

test('STEP1-23 a lot says when it expires, in days once that is within 30, and when it has', () => {
  const words = (day: string) => lotExpiry(day, '2026-11-20').words;
  expect(words('2026-12-21')).toBe('expires 21-12-2026');
  expect(words('2026-12-20')).toBe('expires in 30 days');
  expect(words('2026-11-21')).toBe('expires in 1 day');
  expect(words('2026-11-20')).toBe('expires today');
  expect(words('2026-11-19')).toBe('expired 19-11-2026');
});

test('STEP1-23 expired lots stand last, the others stay in their order', () => {
  const lots = ['2026-10-31', '2027-05-31', '2026-11-20'].map((expirationDate) => ({ expirationDate }));
  expect(expiredLast(lots, '2026-11-20').map(({ expirationDate }) => expirationDate)).toEqual([
    ...['2027-05-31', '2026-11-20', '2026-10-31'],
  ]);
});
