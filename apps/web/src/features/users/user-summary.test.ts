import type { LaboratoryUser } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { idOf } from '../../../test/a-run.ts';
import { isLongAgo, userRoles, userUse } from './user-summary.ts';

const user: LaboratoryUser = {
  id: idOf('1'),
  login: 'm.okafor',
  lastname: 'Okafor',
  firstname: 'Maria',
  email: 'm@lab.example',
  emailVerified: true,
  enabled: true,
  salesAdmin: false,
  qaAdmin: false,
  rdAdmin: false,
  physician: false,
  otherRoles: [],
  requiredActions: [],
  wayBy: [],
  lastSignInAt: '2026-11-20T07:58:00.000Z',
  revision: 1,
};

it('SHELL-152 a user is active, invited until the first sign-in, on hold, or disabled', () => {
  const invited = { ...user, requiredActions: ['UPDATE_PASSWORD'], lastSignInAt: null };
  const held = { ...invited, wayBy: [{ id: idOf('2'), name: 'S. Aas' }] };
  const uses = [
    user,
    invited,
    { ...invited, lastSignInAt: user.lastSignInAt },
    held,
    { ...held, enabled: false },
  ];
  expect(uses.map(userUse)).toEqual(['active', 'invited', 'active', 'held', 'disabled']);
});

it('SHELL-152 the role with most permissions comes first, and without a role a user is a technician', () => {
  expect(userRoles(user)).toEqual(['Technician']);
  expect(userRoles({ ...user, physician: true })).toEqual(['Physician']);
  expect(
    userRoles({ ...user, physician: true, qaAdmin: true, otherRoles: ['SUPER_ADMIN', 'OTHER'] }),
  ).toEqual(['Super admin', 'OTHER', 'QA admin', 'Physician']);
});

it('SHELL-152 a sign-in more than 90 days ago is long ago', () => {
  const at = '2026-08-22T08:00:00.000Z';
  expect(isLongAgo(at, new Date('2026-11-20T08:00:00Z'))).toBe(false);
  expect(isLongAgo(at, new Date('2026-11-21T08:00:00Z'))).toBe(true);
});
