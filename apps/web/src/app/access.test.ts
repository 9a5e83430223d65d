import type { LoggedInUser } from '@curvewell/contracts';
import { permissionsOf, runPermissions, type RunState } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { pageAccess, railEntries, refusalOf, userIcon } from './access.ts';

const userWith = (
  roles: readonly string[],
  laboratoryState: LoggedInUser['laboratoryState'] = 'active',
): LoggedInUser => ({
  id: null,
  preferredUsername: 'somebody',
  name: 'Some Body',
  laboratories: [],
  laboratoryState,
  timeZone: 'UTC',
  roles: [...roles],
  permissions: [...permissionsOf(roles)],
});

test('SHELL-23, SHELL-24, SHELL-28 a technician sees runs and the archive, but no laboratory', () => {
  expect(railEntries(userWith([]))).toEqual(['runs', 'archive', 'controls']);
});

test('SHELL-25, SHELL-27 a physician sees the configuration and their own laboratory', () => {
  expect(railEntries(userWith(['PHYSICIAN']))).toEqual([
    'runs',
    'archive',
    'controls',
    'configuration',
    'laboratory',
  ]);
});

const SUBMITTED: RunState = {
  status: 'WAIT_FOR_APPROVAL',
  isInterpreted: true,
  isArchived: false,
  isBeingArchived: false,
  ftpSent: null,
  submittedById: 'a technician',
  interpretedById: 'a technician',
  isTrial: false,
};

test('AUTH-18 a physician sees the configuration, and may approve and reject', () => {
  const rights = (roles: readonly string[]) => {
    const user = userWith(roles);
    const actor = {
      userId: 'somebody',
      permissions: new Set(user.permissions),
      submitterMayApprove: false,
      fourEyes: true,
      isFileTransferConfigured: false,
    };
    const { canApprove, canDecide } = runPermissions(SUBMITTED, actor);
    return [railEntries(user).includes('configuration'), canApprove, canDecide];
  };
  expect(rights(['PHYSICIAN'])).toEqual([true, true, true]);
  expect(rights([])).toEqual([false, false, false]);
});

test('SHELL-26 a user who may read all laboratories sees their list', () => {
  expect(railEntries(userWith(['QA_ADMIN']))).toEqual([
    'runs',
    'archive',
    'controls',
    'configuration',
    'laboratories',
    'audit',
  ]);
});

test('a user without a laboratory sees only pages that belong to none', () => {
  expect(railEntries(userWith([], 'none'))).toEqual([]);
  expect(railEntries(userWith(['SALES_ADMIN'], 'none'))).toEqual(['configuration', 'laboratories']);
});

test('pages of a laboratory give the reason when they refuse a user', () => {
  expect(refusalOf(pageAccess.runs, userWith([], 'none'))).toBe('no-laboratory');
  expect(refusalOf(pageAccess.runs, userWith([], 'inactive'))).toBe('laboratory-inactive');
  expect(refusalOf(pageAccess.configuration, userWith([]))).toBe('not-permitted');
  expect(refusalOf(pageAccess.runs, userWith([]))).toBeNull();
});

test('SHELL-18 AUTH-27 only a user who may write and see all laboratories adds one', () => {
  expect(refusalOf(pageAccess.laboratoryAdd, userWith(['SALES_ADMIN']))).toBeNull();
  expect(refusalOf(pageAccess.laboratoryAdd, userWith(['LABORATORY_MANAGER']))).toBe('not-permitted');
  expect(refusalOf(pageAccess.laboratoryAdd, userWith(['QA_ADMIN']))).toBe('not-permitted');
});

test('OPS-153 only super administrators see the page of jobs', () => {
  expect(refusalOf(pageAccess.jobs, userWith(['SUPER_ADMIN'], 'none'))).toBeNull();
  expect(refusalOf(pageAccess.jobs, userWith(['QA_ADMIN']))).toBe('not-permitted');
});

test('SHELL-04 AUTH-29 administrators have a cog icon', () => {
  for (const role of ['QA_ADMIN', 'R&D_ADMIN', 'SALES_ADMIN', 'SALES_ROLE']) {
    expect(userIcon(userWith([role])), role).toBe('cog');
  }
});

test('SHELL-05 AUTH-19 users who write diagnostics and are not administrators have a stethoscope icon', () => {
  expect(userIcon(userWith(['PHYSICIAN']))).toBe('stethoscope');
  expect(userIcon(userWith(['WRITE_DIAGNOSTIC']))).toBe('stethoscope');
  expect(userIcon(userWith(['PHYSICIAN', 'QA_ADMIN']))).toBe('cog');
});

test('SHELL-06 all other users have a person icon', () => {
  expect(userIcon(userWith([]))).toBe('person');
});
