import type { Lot } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { locksVersion, LOT_WORDS, lotIssues, lotValues } from './lot-values.ts';

const TODAY = '2026-11-20';

it('LOT-16 LOT-17 ERR-46 a new lot needs a name and an expiry date', () => {
  const against = { today: TODAY, original: null };
  expect(lotIssues({ name: ' ', expirationDate: '' }, against)).toEqual({
    name: 'Lot name can not be empty',
    expirationDate: 'Lot expiry date can not be empty',
  });
  expect(Object.values(lotIssues({ name: 'A', expirationDate: TODAY }, against))).toEqual([
    undefined,
    undefined,
  ]);
});

it('LOT-18 ERR-47 a past date may stay, but cannot be set', () => {
  const against = { today: TODAY, original: '2026-10-31' };
  expect(lotIssues({ expirationDate: '2026-10-31' }, against).expirationDate).toBeUndefined();
  expect(lotIssues({ expirationDate: '2026-11-19' }, against).expirationDate).toBe(
    "Lot's expiry date can't be set in the past",
  );
});

it('LOT-19 a day is stored the same in every time zone', () => {
  expect(LOT_WORDS.expirationDate.show('2026-11-20')).toBe('20-11-2026');
});

it('the first active lot locks its version, later ones do not', () => {
  const lots = (...active: boolean[]) => active.map((is) => ({ active: is })) as Lot[]; // the only field used
  expect(locksVersion(true, lots(false))).toBe(true);
  expect(locksVersion(false, lots(false))).toBe(false);
  expect(locksVersion(true, lots(false, true))).toBe(false);
});

it('date and active state of a lot can change, each with a label', () => {
  const lot = { id: 'l', name: '26B', active: true, expirationDate: '2026-11-20', admin: true } as Lot; // the only fields used
  expect(lotValues(lot)).toEqual({ active: true, expirationDate: '2026-11-20' });
  expect([LOT_WORDS.active.show(true), LOT_WORDS.active.show(false)]).toEqual(['yes', 'no']);
});
