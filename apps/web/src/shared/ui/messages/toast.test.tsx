import { MantineProvider } from '@mantine/core';
import { cleanNotifications, notificationsStore } from '@mantine/notifications';
import { fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiProblem } from '../../api/api-problem.ts';
import { messages } from './messages.ts';
import { TOAST_MS, toastError, toastInfo, toastSuccess } from './toast.tsx';
import { Toasts } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  messages.set([]);
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
});
afterEach(() => {
  act(() => {
    cleanNotifications();
  });
  vi.useRealTimers();
});

const show = (toast: () => void) => {
  act(toast);
};
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

/** Duration of the fade-out of a toast. */
const FADE_MS = 250;

/** Expects the toast to be there 1 ms before its time is over, and gone after it. */
function expectToStay(title: string, ms: number) {
  const { notifications } = notificationsStore.getState();
  expect(notifications).toHaveLength(1);
  pass(ms - 1);
  expect(notificationsStore.getState().notifications).toEqual(notifications);
  expect(screen.queryByText(title)).not.toBeNull();
  pass(1);
  expect(notificationsStore.getState().notifications).toEqual([]);
  pass(FADE_MS);
  expect(screen.queryByText(title)).toBeNull();
}

test('SHELL-51 ERR-06 CONST-09 an error stays for 5000 ms, that of a list for 3000 ms', () => {
  show(() => {
    toastError('Reindex failed', new Error('No.'));
  });
  expectToStay('Reindex failed', 5000);
  show(() => {
    toastError('Runs not loaded', new Error('No.'), { ms: TOAST_MS.listError });
  });
  expectToStay('Runs not loaded', 3000);
});

test('SHELL-52 CONST-10 a success stays for 3000 ms', () => {
  show(() => {
    toastSuccess('Run deleted');
  });
  expectToStay('Run deleted', 3000);
});

test('SHELL-53 CONST-10 information stays for 3000 ms', () => {
  show(() => {
    toastInfo('Date cleared');
  });
  expectToStay('Date cleared', 3000);
});

test('ERR-04 SHELL-50 an error is red, at the bottom left, titled with the operation, and announced', () => {
  show(() => {
    toastError('Template creation error', new Error('The name is taken.'));
  });
  const toast = screen.getByRole('alert');
  expect(toast.textContent).toContain('Template creation errorThe name is taken.');
  expect(toast.style.getPropertyValue('--notification-color')).toContain('danger');
  expect(toast.closest('[data-position]')?.getAttribute('data-position')).toBe('bottom-left');
});

test('a success is announced politely', () => {
  show(() => {
    toastSuccess('Run archived');
  });
  expect(screen.getByRole('status').textContent).toContain('Run archived');
});

test('the timer of a toast stops while the pointer is on it', () => {
  show(() => {
    toastError('Reindex failed', new Error('No.'));
  });
  fireEvent.mouseEnter(screen.getByRole('alert'));
  pass(60_000);
  expect(screen.queryByText('Reindex failed')).not.toBeNull();
  fireEvent.mouseLeave(screen.getByRole('alert'));
  expectToStay('Reindex failed', 5000);
});

test('SHELL-140 repeating a visible message restarts its timer and announces it again', () => {
  const fail = () => {
    toastError('Reindex failed', new Error('No.'));
  };
  show(fail);
  const read = screen.getByText('Reindex failed').firstChild;
  for (const _again of [1, 2]) {
    pass(4000);
    show(fail);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  }
  expect(screen.getByText('Reindex failed').firstChild).not.toBe(read);
  pass(4990);
  expect(screen.queryByText('Reindex failed')).not.toBeNull();
  pass(20);
  pass(FADE_MS);
  expect(screen.queryByText('Reindex failed')).toBeNull();
  expect(messages.get()).toHaveLength(3);
  show(() => {
    toastError('Reindex failed', new Error('No.'));
    toastError('Reindex failed', new Error('Another reason.'));
  });
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});

test('SHELL-140 messages about one state share one toast, which shows the latest', () => {
  for (const text of ['Tried again in 4 s.', 'Tried again in 3 s.']) {
    show(() => {
      toastInfo('Too many requests.', { text, about: 'too-many-requests' });
    });
  }
  expect(screen.getByRole('status').textContent).toContain('Too many requests.Tried again in 3 s.');
  expect(messages.get()).toHaveLength(1);
});

test('ERR-02 cancelled requests and errors that reload the page are not shown', () => {
  show(() => {
    toastError('Runs not loaded', Object.assign(new Error('Cancelled.'), { name: 'AbortError' }));
    toastError('Runs not loaded', new ApiProblem({ code: 'unavailable', status: 503, message: 'Busy.' }));
  });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(messages.get()).toEqual([]);
});

test('the last 20 messages are kept, newest first', () => {
  show(() => {
    for (let count = 1; count <= 21; count += 1) toastInfo(`Message ${count}`);
  });
  const titles = messages.get().map(({ title }) => title);
  expect(titles).toHaveLength(20);
  expect([titles[0], titles[19]]).toEqual(['Message 21', 'Message 2']);
});
