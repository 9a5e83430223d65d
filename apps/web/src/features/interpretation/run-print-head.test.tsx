import { expect, test } from 'vitest';

import { warningOf } from './run-print-head.tsx';

test('IMPEXP-135 a printed page states what its reader must not overlook', () => {
  const plain = { isTrial: false, record: null } as const;
  expect(warningOf({ ...plain, status: 'WAIT_FOR_APPROVAL' })).toBe('Not approved');
  expect(warningOf({ ...plain, status: 'RUN_TO_INTERPRET' })).toBe('Not approved');
  expect(warningOf({ ...plain, status: 'REJECTED' })).toBe('Rejected');
  expect(warningOf({ ...plain, status: 'APPROVED' })).toBeNull();
  expect(warningOf({ status: 'APPROVED', isTrial: false, record: 'changed' })).toBe('NOT WHAT WAS SIGNED');
  expect(warningOf({ status: 'WAIT_FOR_APPROVAL', isTrial: true, record: null })).toMatch(/^Not approved · /);
});
