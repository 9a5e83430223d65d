// @vitest-environment jsdom
import type { Dashboard } from '@curvewell/contracts';
import { afterEach, expect, test } from 'vitest';

import { closePanel, dangersOf, isPanelClosed, openPanel } from './closed-until.ts';

const today = { userId: 'tech', day: '2026-11-20' };
afterEach(() => {
  localStorage.clear();
});

test('MORNING-05 a closed panel stays closed until tomorrow, for the user who closed it', () => {
  expect(isPanelClosed(today, [])).toBe(false);
  closePanel(today, ['a']);
  expect(isPanelClosed(today, ['a'])).toBe(true);
  expect(isPanelClosed(today, [])).toBe(true);
  expect(isPanelClosed({ ...today, day: '2026-11-21' }, ['a'])).toBe(false);
  expect(isPanelClosed({ ...today, userId: 'physician' }, ['a'])).toBe(false);
});

test('MORNING-05 a new danger or the button reopens the panel', () => {
  closePanel(today, ['a']);
  expect(isPanelClosed(today, ['a', 'b'])).toBe(false);
  openPanel(today.userId);
  expect(isPanelClosed(today, ['a'])).toBe(false);
});

test('MORNING-05 controls out of range and undelivered runs are dangers; sections that failed to load are not', () => {
  const deliveries = { count: 1, lines: [{ runId: 'r', businessId: 1, since: '' }] };
  expect(dangersOf({ controls: null, deliveries } as Dashboard)).toEqual(['r']);
});
