import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, refusal, showPage } from '../../../test/a-page.tsx';
import { aRun } from '../../../test/a-run.ts';
import { RejectRun } from './reject-run.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const RUN = `/api/run/${aRun.id}`;
const nothing = () => undefined;

/** A physician has chosen to reject the run, with a reason, and is asked whether. */
async function show(answers: Answers) {
  const onRejected = vi.fn<() => void>();
  const page = showPage(<RejectRun run={aRun} onClose={nothing} onRejected={onRejected} />, {
    answers: { [`GET ${RUN}`]: aRun, ...answers },
  });
  const field = await screen.findByRole('textbox', { name: 'Reason' });
  fireEvent.change(field, { target: { value: 'Controls failed' } });
  return { ...page, onRejected };
}
const confirm = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Reject run 1284' }));
};

test('REVIEW-30 a rejection is confirmed before the run becomes REJECTED', async () => {
  const { changes, onRejected } = await show({ [`PUT ${RUN}/status`]: { ...aRun, status: 'REJECTED' } });
  expect(screen.getByRole('heading', { name: 'Reject run 1284?' })).toBeTruthy();
  expect(changes()).toEqual([]);
  confirm();
  await waitFor(() => {
    expect(onRejected).toHaveBeenCalledOnce();
  });
  expect(changes()).toMatchObject([[`PUT ${RUN}/status?status=REJECTED`, { reason: 'Controls failed' }]]);
});

test('ERR-24 a status that was not changed is reported in these words', async () => {
  const { onRejected } = await show({ [`PUT ${RUN}/status`]: refusal('Out of order.') });
  confirm();
  const title = await screen.findByText('An error occurred during the status update');
  expect(title.closest('[role=alert]')?.textContent).toContain('Out of order.');
  expect(onRejected).not.toHaveBeenCalled();
});
