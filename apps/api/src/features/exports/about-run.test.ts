import { expect, test } from 'vitest';

import { rowNotice } from './about-run.ts';

test('EXPORT-171 every row of a rejected run says so, beside other notices', () => {
  const notice = (status: 'APPROVED' | 'REJECTED', isTrial = false) =>
    rowNotice({ status, isTrial }, { isChanged: false });
  expect(notice('APPROVED')).toBeNull();
  expect(notice('REJECTED')).toBe('REJECTED: not a result');
  expect(notice('REJECTED', true)).toBe('REJECTED: not a result · Trial: not for patients');
});
