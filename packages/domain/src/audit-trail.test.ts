import { expect, it } from 'vitest';

import { actionsOfGroup, auditGroupOf } from './audit-trail.ts';

it('TRUST-363 sign-ins that failed stand with the sign-ins, and with what was refused', () => {
  const failed = ['user.sign-in-failed', 'user.sign-in-limited', 'user.account-unknown', 'user.token-reused'];
  expect(actionsOfGroup('signing-in')).toEqual(expect.arrayContaining([...failed, 'user.signed-in']));
  expect(actionsOfGroup('denied')).toEqual(expect.arrayContaining([...failed, 'access.refused']));
  expect(actionsOfGroup('signing-in')).not.toContain('access.refused');
  expect(auditGroupOf('user.sign-in-failed')).toBe('denied');
});
