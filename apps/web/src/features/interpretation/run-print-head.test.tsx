import { expect, test } from 'vitest';

import { runWarning } from './state/run-warning.ts';

test('IMPEXP-135 a printed page states what its reader must not overlook', () => {
  const plain = { isTrial: false, record: null } as const;
  expect(runWarning({ ...plain, status: 'WAIT_FOR_APPROVAL' })).toBe('Not approved');
  expect(runWarning({ ...plain, status: 'RUN_TO_INTERPRET' })).toBe('Not approved');
  expect(runWarning({ ...plain, status: 'REJECTED' })).toBe('Rejected: not a result');
  expect(runWarning({ ...plain, status: 'APPROVED' })).toBeNull();
  expect(runWarning({ status: 'APPROVED', isTrial: false, record: 'changed' })).toBe('NOT WHAT WAS SIGNED');
  expect(runWarning({ status: 'WAIT_FOR_APPROVAL', isTrial: true, record: null })).toMatch(
    /^Not approved · /,
  );
});
