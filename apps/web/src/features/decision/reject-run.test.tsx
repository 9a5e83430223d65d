import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, refusal, showPage } from '../../../test/a-page.tsx';
import { aRun } from '../../../test/a-run.ts';
import { RejectRun } from './reject-run.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const RUN = `/api/run/${aRun.id}`;
const SEND_FAILED = "File couldn't be sent to FTP server";
const nothing = () => undefined;

/** A physician has entered a reason and sees the confirmation of the rejection. */
async function show(answers: Answers) {
  const onRejected = vi.fn<() => void>();
  const reject = (
    <RejectRun run={aRun} failedReason="" onFailed={nothing} onClose={nothing} onRejected={onRejected} />
  );
  const page = showPage(reject, { answers: { [`GET ${RUN}`]: aRun, ...answers } });
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

test('ERR-24 a failed change of status is reported', async () => {
  const { onRejected } = await show({ [`PUT ${RUN}/status`]: refusal('Out of order.') });
  confirm();
  const title = await screen.findByText('An error occurred during the status update');
  expect(title.closest('[role=alert]')?.textContent).toContain('Out of order.');
  expect(onRejected).not.toHaveBeenCalled();
});

test('FTP-21 a rejection whose files were not sent shows a file-transfer error', async () => {
  const rejected = { ...aRun, status: 'REJECTED' };
  await show({ [`PUT ${RUN}/status`]: { ...rejected, ftpSent: false } });
  confirm();
  expect((await screen.findByText(SEND_FAILED)).closest('[role=alert]')).toBeTruthy();
  cleanup();
  const { onRejected } = await show({ [`PUT ${RUN}/status`]: rejected });
  confirm();
  await waitFor(() => {
    expect(onRejected).toHaveBeenCalledOnce();
  });
  expect(screen.queryByText(SEND_FAILED)).toBeNull();
});
