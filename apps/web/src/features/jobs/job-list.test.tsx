import type { Job } from '@curvewell/domain';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { showPage } from '../../../test/a-page.tsx';
import { formatZone } from '../../shared/format/format.ts';
import { JobList } from './job-list.tsx';

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

test('SHELL-247 the list of jobs names the zone of its times', () => {
  showPage(<JobList jobs={[job]} state={null} onState={() => undefined} />);
  expect(screen.getByText(`Times are in ${formatZone(job.since)}.`, { exact: false })).toBeTruthy();
});
