import type { JobPage } from '@curvewell/contracts';
import type { Job } from '@curvewell/domain';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { showPage } from '../../test/a-page.tsx';
import type { Sent } from '../../test/fake-network.ts';
import { JobsScreen } from './jobs-screen.tsx';
import { formatZone } from '../shared/format/format.ts';

const job: Job = {
  id: '01979a53-1f3a-7000-8000-000000000001',
  kind: 'delivery',
  state: 'done',
  since: '2026-11-20T09:00:00.000Z',
  dueAt: null,
  tries: 1,
  error: null,
  run: null,
  laboratory: null,
};
const laboratory = { id: '01979a53-1f3a-7000-8000-000000000002', name: 'Laboratory South' };
const counts = { failed: 0, running: 0, waiting: 0, done: 0, dailyAt: null, isHourly: false };
const jobs: JobPage = {
  counts: [
    { ...counts, kind: 'archive', failed: 2 },
    { ...counts, kind: 'delivery', done: 73 },
  ],
  jobs: [job],
  found: { failed: 0, running: 0, waiting: 0, done: 73 },
  laboratories: [laboratory],
  restoredCopy: null,
  largeForBackupFile: null,
};
const none: JobPage = { ...jobs, jobs: [], found: { ...jobs.found, done: 0 } };
const ofArchive = 'kind=archive';
const ofSouth = `laboratoryId=${laboratory.id}`;

const show = (at = '/admin/jobs') =>
  showPage(<JobsScreen />, {
    at,
    answers: {
      'GET /api/jobs': ({ address }: Sent) =>
        Response.json([ofArchive, ofSouth].some((query) => address === `/api/jobs?${query}`) ? none : jobs),
    },
  });

test('SHELL-247 the list of jobs names the zone of its times', async () => {
  show();
  expect(await screen.findByText(`Times are in ${formatZone(job.since)}.`, { exact: false })).toBeTruthy();
});

test('SHELL-284 each state has the number of all jobs that the filters find, also of those that are not listed', async () => {
  show();
  expect(await screen.findByRole('radio', { name: 'Done 73' })).toBeTruthy();
});

test('SHELL-285 a number of the table by type lists its jobs', async () => {
  const { router } = show(`/admin/jobs?state=failed&kind=archive&laboratory=${laboratory.id}`);
  const number = await screen.findByRole('button', { name: 'List Failed 2: Archive a run' });
  // Those of one laboratory are not all that it counts.
  expect(number.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(number);
  expect(router.state.location.search).toBe('?state=failed&kind=archive');
  expect(number.getAttribute('aria-pressed')).toBe('true');
  expect(await screen.findByText('No jobs match these filters.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(router.state.location.search).toBe('');
});

test('SHELL-284 jobs are filtered by the laboratories that have any', async () => {
  const { router } = show();
  fireEvent.click(await screen.findByRole('combobox', { name: 'Laboratory' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Laboratory South', hidden: true }));
  expect(router.state.location.search).toBe(`?laboratory=${laboratory.id}`);
  expect(await screen.findByText('No jobs match these filters.')).toBeTruthy();
});
