import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { showPage } from '../../../../test/a-page.tsx';
import { aChart, aRun, idOf } from '../../../../test/a-run.ts';
import { UpdateNotice } from './update-notice.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const SAVED = {
  changeId: idOf('5'),
  wellId: idOf('a1'),
  position: 'A1',
  name: 'Negative',
  reason: undefined,
} as const;
const [A1] = aChart;

/** Shows the notice of an update. @returns whether it has ended */
function show() {
  const onGone = vi.fn<() => void>();
  showPage(<UpdateNotice runId={aRun.id} scheme="light" saved={SAVED} onGone={onGone} />, {
    answers: { [`PATCH /api/run/${aRun.id}/interpreted-wells`]: [A1] },
  });
  return () => onGone.mock.calls.length > 0;
}
/** One at a time, because each second starts the next timer. */
async function passSeconds(count: number) {
  for (let second = 0; second < count; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
}

test('CONST-11 REVIEW-63 an updated diagnostic is shown for 6000 ms, or 10 s while it can be undone', async () => {
  const isGone = show();
  expect(screen.getByRole('status').textContent).toContain('A1 is now Negative.');
  await passSeconds(9);
  expect(isGone()).toBe(false);
  await passSeconds(1);
  expect(isGone()).toBe(true);
});

test('CONST-11 an undone update is shown for 6000 ms', async () => {
  const isGone = show();
  await passSeconds(3);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByRole('status').textContent).toMatch(/^A1 is .* again\.\s*$/);
  await passSeconds(5);
  expect(isGone()).toBe(false);
  await passSeconds(1);
  expect(isGone()).toBe(true);
});
