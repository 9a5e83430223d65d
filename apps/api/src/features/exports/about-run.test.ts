import type { RunStatus } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { rowNotice } from './about-run.ts';

test('EXPORT-173 every row of a run that is not approved says so', () => {
  const notice = (status: RunStatus) => rowNotice({ status, isTrial: true }, { isChanged: true });
  for (const status of ['RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL'] as const)
    expect(notice(status)).toBe(
      'NOT APPROVED: not a final result · NOT WHAT WAS SIGNED · Trial: not for patients',
    );
  expect(notice('APPROVED')).toBe('NOT WHAT WAS SIGNED · Trial: not for patients');
});

test('EXPORT-171 every row of a rejected run says so, beside other notices', () => {
  const notice = (status: 'APPROVED' | 'REJECTED', isTrial = false) =>
    rowNotice({ status, isTrial }, { isChanged: false });
  expect(notice('APPROVED')).toBeNull();
  expect(notice('REJECTED')).toBe('REJECTED: not a result');
  expect(notice('REJECTED', true)).toBe('REJECTED: not a result · Trial: not for patients');
});
