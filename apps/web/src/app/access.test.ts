import type { LoggedInUser } from '@curvewell/contracts';
import { permissionsOf } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { pageAccess, railEntries, refusalOf, userIcon } from './access.ts';

const somebody = (
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

test('SHELL-23, SHELL-24, SHELL-28 a technician sees runs and archive, and no laboratory', () => {
  expect(railEntries(somebody([]))).toEqual(['runs', 'archive', 'controls']);
});

test('SHELL-25, SHELL-27 a physician sees the configuration and the caller’s laboratory', () => {
  expect(railEntries(somebody(['PHYSICIAN']))).toEqual([
    'runs',
    'archive',
    'controls',
    'configuration',
    'laboratory',
  ]);
});

test('SHELL-26 who reads all laboratories sees the list of them', () => {
  expect(railEntries(somebody(['QA_ADMIN']))).toEqual([
    'runs',
    'archive',
    'controls',
    'configuration',
    'laboratories',
    'audit',
  ]);
});

test('without a laboratory only what is not bound to one is left', () => {
  expect(railEntries(somebody([], 'none'))).toEqual([]);
  expect(railEntries(somebody(['SALES_ADMIN'], 'none'))).toEqual(['configuration', 'laboratories']);
});

test('pages of a laboratory say why they stay closed', () => {
  expect(refusalOf(pageAccess.runs, somebody([], 'none'))).toBe('no-laboratory');
  expect(refusalOf(pageAccess.runs, somebody([], 'inactive'))).toBe('laboratory-inactive');
  expect(refusalOf(pageAccess.configuration, somebody([]))).toBe('not-permitted');
  expect(refusalOf(pageAccess.runs, somebody([]))).toBeNull();
});

test('SHELL-18 AUTH-27 laboratories are added by those who write them and see them all', () => {
  expect(refusalOf(pageAccess.laboratoryAdd, somebody(['SALES_ADMIN']))).toBeNull();
  expect(refusalOf(pageAccess.laboratoryAdd, somebody(['LABORATORY_MANAGER']))).toBe('not-permitted');
  expect(refusalOf(pageAccess.laboratoryAdd, somebody(['QA_ADMIN']))).toBe('not-permitted');
});

test('OPS-153 the page of jobs is for super administrators', () => {
  expect(refusalOf(pageAccess.jobs, somebody(['SUPER_ADMIN'], 'none'))).toBeNull();
  expect(refusalOf(pageAccess.jobs, somebody(['QA_ADMIN']))).toBe('not-permitted');
});

test('SHELL-04 AUTH-29 administrators have a cog', () => {
  for (const role of ['QA_ADMIN', 'R&D_ADMIN', 'SALES_ADMIN', 'SALES_ROLE']) {
    expect(userIcon(somebody([role])), role).toBe('cog');
  }
});

test('SHELL-05 AUTH-19 those who write diagnostics and are no administrators have a stethoscope', () => {
  expect(userIcon(somebody(['PHYSICIAN']))).toBe('stethoscope');
  expect(userIcon(somebody(['WRITE_DIAGNOSTIC']))).toBe('stethoscope');
  expect(userIcon(somebody(['PHYSICIAN', 'QA_ADMIN']))).toBe('cog');
});

test('SHELL-06 everyone else has a person', () => {
  expect(userIcon(somebody([]))).toBe('person');
});
