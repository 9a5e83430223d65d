import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeNetwork, signInFor } from '../../test/fake-network.ts';
import { identityQueries } from '../data/identity.ts';
import { openSession, sessionLocked } from '../shared/identity/idle.ts';
import { IdleLock } from './idle-lock.tsx';
import { createQueryClient } from './query-client.ts';

const me = {
  id: null,
  preferredUsername: 'm.okafor',
  name: 'M. Okafor',
  laboratories: [],
  timeZone: 'UTC',
  laboratoryState: 'active' as const,
  roles: [],
  permissions: [],
  idleLockMinutes: 5,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  signInFor(3600);
  fakeNetwork(() => Response.json(me));
  // jsdom does not implement dialogs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => undefined;
  openSession();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionLocked.set(false);
  localStorage.clear();
});
afterAll(() => {
  for (const name of ['showModal', 'close']) Reflect.deleteProperty(HTMLDialogElement.prototype, name);
});

function show(minutes: number | null) {
  const client = createQueryClient();
  client.setQueryData(identityQueries.me.queryKey, { ...me, idleLockMinutes: minutes });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <label>
          Comment <input defaultValue="not saved" />
        </label>
        <IdleLock />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const pass = (seconds: number) => {
  act(() => {
    vi.advanceTimersByTime(seconds * 1000);
  });
};

test('TRUST-352 warns before the page locks, and a key press keeps it open', () => {
  show(5);
  pass(269);
  expect(screen.queryByRole('alert')).toBeNull();
  pass(2);
  expect(screen.getByRole('alert').textContent).toContain('locks in 29 s');
  fireEvent.keyDown(window, { key: 'a' });
  pass(1);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sessionLocked.get()).toBe(false);
});

test("TRUST-352 locks after the laboratory's time limit and keeps typed text behind the lock", () => {
  show(5);
  pass(300);
  expect(sessionLocked.get()).toBe(true);
  expect(screen.getByRole('dialog', { name: 'Session locked' }).textContent).toContain('m.okafor');
  expect(document.querySelector('input')?.value).toBe('not saved');
  // Shortcuts do nothing while the page is covered.
  fireEvent.keyDown(window, { key: 'a' });
  pass(5);
  expect(sessionLocked.get()).toBe(true);
});

test('TRUST-352 never locks without a time limit', () => {
  show(null);
  pass(36_000);
  expect(sessionLocked.get()).toBe(false);
});
