import { expect, test } from 'vitest';

import { statusAgeText, waitsLong } from './run-age.ts';

const SINCE = '2026-11-20T12:00:00Z';
const after = (minutes: number) => Date.parse(SINCE) + minutes * 60_000;

test('an age is in whole minutes, hours or days, worded by status', () => {
  const waiting = { status: 'WAIT_FOR_APPROVAL', since: SINCE } as const;
  expect(statusAgeText(waiting, after(59.9))).toBe('waiting 59 min');
  expect(statusAgeText(waiting, after(60))).toBe('waiting 1 h');
  expect(statusAgeText({ status: 'RUN_TO_INTERPRET', since: SINCE }, after(24 * 60 - 1))).toBe('for 23 h');
  expect(statusAgeText({ status: 'APPROVED', since: SINCE }, after(24 * 60))).toBe('1 day ago');
  expect(statusAgeText({ status: 'REJECTED', since: SINCE }, after(3 * 24 * 60))).toBe('3 days ago');
  expect(statusAgeText(waiting, after(-5))).toBe('waiting 0 min');
});

test('only a run that has waited for approval for more than a day counts as waiting long', () => {
  expect(waitsLong({ status: 'WAIT_FOR_APPROVAL', since: SINCE }, after(24 * 60 + 1))).toBe(true);
  expect(waitsLong({ status: 'WAIT_FOR_APPROVAL', since: SINCE }, after(24 * 60))).toBe(false);
  expect(waitsLong({ status: 'APPROVED', since: SINCE }, after(24 * 60 * 9))).toBe(false);
});
