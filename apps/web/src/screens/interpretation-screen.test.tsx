import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';

import { refusal, showPage, timeOf } from '../../test/a-page.tsx';
import { aChart, aRun, idOf } from '../../test/a-run.ts';
import { InterpretationScreen } from './interpretation-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const RUN = `/api/run/${aRun.id}`;

test('REVIEW-36 ERR-19 CONST-12 a run that cannot be loaded is reported for 10 s, without curves or a selection', async () => {
  const { router } = showPage(
    <Routes>
      <Route path="/run/:runId/interpretation" element={<InterpretationScreen />} />
    </Routes>,
    {
      at: `/run/${aRun.id}/interpretation?wells=A1`,
      answers: { [`GET ${RUN}`]: refusal('Out of order.'), [`GET ${RUN}/chart`]: aChart },
    },
  );
  await waitFor(() => {
    expect(timeOf('The run could not be loaded.')).toBe(10_000);
  });
  expect(router.state.location.search).toBe('');
  expect(screen.queryByRole('figure')).toBeNull();
  expect(screen.queryByRole('article')).toBeNull();
});

test('REVIEW-32 a failed rejection closes its dialog and keeps the reason for the next attempt', async () => {
  const { changes } = showPage(
    <Routes>
      <Route path="/run/:runId/interpretation" element={<InterpretationScreen />} />
    </Routes>,
    {
      at: `/run/${aRun.id}/interpretation`,
      answers: {
        [`GET ${RUN}`]: aRun,
        [`GET ${RUN}/chart`]: aChart,
        [`PUT ${RUN}/status`]: refusal('Out of order.'),
      },
    },
  );
  const dialog = () => screen.queryByRole('dialog', { name: 'Reject run 1284?' });
  const reason = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Reject' }));
    await waitFor(() => {
      expect(dialog()).toBeTruthy();
    });
  };
  await open();
  expect(reason().value).toBe('');
  fireEvent.change(reason(), { target: { value: 'Controls failed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Reject run 1284' }));
  const title = await screen.findByText('An error occurred during the status update');
  expect(title.closest('[role=alert]')?.textContent).toContain('Out of order.');
  await waitFor(() => {
    expect(dialog()).toBeNull();
  });
  expect(changes()).toHaveLength(1);
  await open();
  expect(reason().value).toBe('Controls failed');
});

test('SHELL-227 after a rejection on the plate the link to the next run has the focus', async () => {
  const decided = { ...aRun, status: 'REJECTED', permissions: { ...aRun.permissions, canDecide: false } };
  const next = {
    ...aRun,
    id: idOf('62'),
    businessId: 62,
    permissions: { ...aRun.permissions, canApprove: true },
  };
  showPage(
    <Routes>
      <Route path="/run/:runId/interpretation" element={<InterpretationScreen />} />
    </Routes>,
    {
      at: `/run/${aRun.id}/interpretation?wells=A1`,
      permissions: ['WRITE_DIAGNOSTIC'],
      answers: {
        [`GET ${RUN}`]: aRun,
        [`GET ${RUN}/chart`]: aChart,
        [`PUT ${RUN}/status`]: decided,
        'GET /api/run': {
          listObjects: [next],
          numberOfObjects: 1,
          numberByStatus: { RUN_TO_INTERPRET: 0, WAIT_FOR_APPROVAL: 1, APPROVED: 0, REJECTED: 0 },
          oldestWaiting: null,
        },
      },
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Reject' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Reason' }), { target: { value: 'Spikes' } });
  fireEvent.click(screen.getByRole('button', { name: 'Reject run 1284' }));
  const link = await screen.findByRole('link', { name: 'Next waiting: run 62' });
  await waitFor(() => {
    expect(document.activeElement).toBe(link);
  });
});

test('SHELL-279 Ctrl Enter on the plate opens the check; a held key does not go further', async () => {
  const { router, changes } = showPage(
    <Routes>
      <Route path="/run/:runId/interpretation" element={<InterpretationScreen />} />
    </Routes>,
    {
      at: `/run/${aRun.id}/interpretation?wells=A1`,
      answers: { [`GET ${RUN}`]: aRun, [`GET ${RUN}/chart`]: aChart },
    },
  );
  const well = await screen.findByRole('gridcell', { name: /^A1,/ });
  await screen.findByRole('button', { name: 'Approve' });
  fireEvent.keyDown(well, { key: 'Enter', ctrlKey: true, repeat: true });
  expect(router.state.location.search).not.toContain('check=');
  fireEvent.keyDown(well, { key: 'Enter', ctrlKey: true });
  await waitFor(() => {
    expect(router.state.location.search).toContain('check=approve');
  });
  expect(changes()).toEqual([]);
});
