import { runStatusSchema, type RunStatus } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { aboutRun, rowNotice } from './about-run.ts';

test('EXPORT-173 the status of a run that is not approved says so', () => {
  const statusOf = (status: RunStatus) => aboutRun({ status }, { check: null, why: 'Not checked' }).status;
  expect(runStatusSchema.options.map(statusOf)).toEqual([
    'NOT APPROVED: Run to interpret',
    'NOT APPROVED: Wait for approval',
    'Approved',
    'Rejected',
  ]);
});

test('EXPORT-171 every row of a rejected run says so, beside other notices', () => {
  const notice = (status: 'APPROVED' | 'REJECTED', isTrial = false) =>
    rowNotice({ status, isTrial }, { isChanged: false });
  expect(notice('APPROVED')).toBeNull();
  expect(notice('REJECTED')).toBe('REJECTED: not a result');
  expect(notice('REJECTED', true)).toBe('REJECTED: not a result · Trial: not for patients');
});
