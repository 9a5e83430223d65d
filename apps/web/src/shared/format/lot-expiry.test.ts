import { expect, test } from 'vitest';

import { expiryDay, lotExpiry, lotExpiryOn, lotsInOrder, lotUsed } from './lot-expiry.ts';

test('STEP1-23 the expiry of a lot is in days within 30 days, otherwise a date', () => {
  const words = (day: string, used = '2026-11-20') => lotExpiry(day, { today: '2026-11-20', used }).words;
  expect(words('2026-12-21')).toBe('expires 21-12-2026');
  expect(words('2026-12-20')).toBe('expires in 30 days');
  expect(words('2026-11-21')).toBe('expires in 1 day');
  expect(words('2026-11-20')).toBe('expires today');
  expect(words('2026-11-19')).toBe('expired 19-11-2026');
  const tone = (day: string) => lotExpiry(day, { today: '2026-11-20', used: '2026-11-20' }).tone;
  expect(['2026-12-21', '2026-12-20', '2026-11-20', '2026-11-19', '2099-12-31'].map(tone)).toEqual([
    'good',
    'soon',
    'soon',
    'expired',
    'none',
  ]);
});

test('LOT-110 the day of expiry, or that there is none', () => {
  expect(expiryDay('2027-05-31')).toBe('31-05-2027');
  expect(expiryDay('2099-12-31')).toBe('no expiry date');
});

test('LOT-110 LOT-125 a lot counts as expired by the day of the run, and a missing date is stated', () => {
  const words = (day: string, used: string) => lotExpiry(day, { today: '2026-11-20', used }).words;
  expect(words('2026-11-19', '2026-11-19')).toBe('expires 19-11-2026');
  expect(words('2026-11-18', '2026-11-19')).toBe('expired 18-11-2026');
  expect(words('2026-11-25', '2026-11-26')).toBe('expired 25-11-2026');
  expect(lotExpiry('2099-12-31', { today: '2026-11-20', used: '2026-11-19' })).toEqual({
    tone: 'none',
    words: 'no expiry date',
  });
  expect([lotExpiryOn('2026-11-21', '2026-11-20'), lotExpiryOn('2026-11-19', '2026-11-20')]).toEqual([
    'expires 21-11-2026',
    'expired 19-11-2026',
  ]);
});

test('STEP1-23 lots are ordered by last use, unused ones by name, expired ones last', () => {
  const lot = (name: string, expirationDate: string, lastUsedOn: string | null) => ({
    name,
    expirationDate,
    lastUsedOn,
  });
  const lots = [
    lot('expired', '2026-10-31', '2026-11-19'),
    lot('never b', '2027-05-31', null),
    lot('once', '2026-11-20', '2026-01-05'),
    lot('never a', '2027-05-31', null),
    lot('lately', '2027-05-31', '2026-11-19'),
  ];
  expect(lotsInOrder(lots, '2026-11-20').map(({ name }) => name)).toEqual([
    'lately',
    'once',
    'never a',
    'never b',
    'expired',
  ]);
});

test('the last use of a lot is in days, or a date if long ago', () => {
  const words = (day: string) => lotUsed(day, '2026-11-20');
  expect(words('2026-11-20')).toBe('used today');
  expect(words('2026-11-19')).toBe('used yesterday');
  expect(words('2026-10-31')).toBe('used 20 days ago');
  expect(words('2026-09-21')).toBe('used 60 days ago');
  expect(words('2026-09-20')).toBe('used 20-09-2026');
  expect(words('2026-02-03')).toBe('used 03-02-2026');
});
