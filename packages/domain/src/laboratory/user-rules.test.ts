import { describe, expect, it } from 'vitest';

import { permissionsOf } from './permissions.ts';
import {
  adminBoxLock,
  arePermissionsOnHold,
  confirmLock,
  holdLock,
  isAdministrator,
  physicianLock,
  presenceLock,
  userLock,
  accessLock,
  type UserEditor,
  type UserState,
} from './user-rules.ts';

const NOTHING = {
  salesAdmin: false,
  qaAdmin: false,
  rdAdmin: false,
  physician: false,
  otherRoles: [],
  wayByIds: [],
};
const user = (state: Partial<UserState> = {}): UserState => ({
  ...NOTHING,
  id: 'u',
  laboratoryId: 'north',
  ...state,
});
const editor = (...roles: string[]): UserEditor => ({
  userId: 'e',
  laboratoryId: 'north',
  permissions: permissionsOf(roles),
});
const SUPER = { otherRoles: ['SUPER_ADMIN'] };

describe('changes between users', () => {
  it.each([
    [{}, 'LABORATORY_MANAGER', null],
    [{ physician: true }, 'LABORATORY_MANAGER', null],
    [{ salesAdmin: true }, 'LABORATORY_MANAGER', 'administrator'],
    [{ qaAdmin: true }, 'LABORATORY_MANAGER', 'administrator'],
    [{ rdAdmin: true }, 'SALES_ADMIN', null],
    [SUPER, 'SALES_ADMIN', 'super'],
    [SUPER, 'LABORATORY_MANAGER', 'super'],
    [SUPER, 'SUPER_ADMIN', null],
  ])('LAB-100 %j by %s: %s', (state, role, lock) => {
    expect(userLock(user(state), editor(role))).toBe(lock);
  });

  it('LAB-20 LAB-22 users cannot enable, disable or delete themselves', () => {
    expect(presenceLock(user({ id: 'e' }), editor('SUPER_ADMIN'))).toBe('own');
    expect(presenceLock(user(), editor('LABORATORY_MANAGER'))).toBeNull();
    // A new user has no id, and must not equal an editor without one.
    expect(presenceLock(user({ id: null }), { ...editor(), userId: null })).toBeNull();
  });
});

describe('the role fields', () => {
  it.each([
    ['salesAdmin', 'SALES_ADMIN'],
    ['qaAdmin', 'QA_ADMIN'],
    ['rdAdmin', 'R&D_ADMIN'],
  ] as const)(
    'LAB-15 LAB-16 LAB-17 %s is changed by %s, in the same laboratory, not for oneself',
    (box, role) => {
      expect(adminBoxLock(box, user(), editor(role))).toBeNull();
      expect(adminBoxLock(box, user(), editor('SUPER_ADMIN'))).toBeNull();
      for (const other of ['SALES_ADMIN', 'QA_ADMIN', 'R&D_ADMIN', 'LABORATORY_MANAGER'].filter(
        (one) => one !== role,
      ))
        expect(adminBoxLock(box, user(), editor(other))).toBe('other-role');
      expect(adminBoxLock(box, user({ laboratoryId: 'south' }), editor(role))).toBe('other-laboratory');
      expect(adminBoxLock(box, user({ id: 'e' }), editor(role))).toBe('own');
    },
  );

  it('LAB-143 are changed by a super administrator in any laboratory, not for oneself', () => {
    for (const box of ['salesAdmin', 'qaAdmin', 'rdAdmin'] as const) {
      expect(adminBoxLock(box, user({ laboratoryId: 'south' }), editor('SUPER_ADMIN'))).toBeNull();
      const nowhere = { ...editor('SUPER_ADMIN'), laboratoryId: null };
      expect(adminBoxLock(box, user(), nowhere)).toBeNull();
      expect(adminBoxLock(box, user({ id: 'e' }), editor('SUPER_ADMIN'))).toBe('own');
    }
  });

  it('LAB-14 are shown to administrators', () => {
    for (const role of ['SALES_ADMIN', 'QA_ADMIN', 'R&D_ADMIN', 'SUPER_ADMIN'])
      expect(isAdministrator(permissionsOf([role]))).toBe(true);
    for (const role of ['PHYSICIAN', 'LABORATORY_MANAGER', 'WRITE_ALL_USER'])
      expect(isAdministrator(permissionsOf([role]))).toBe(false);
  });

  it('LAB-18 LAB-21 the physician role is locked with any of them, and for oneself', () => {
    expect(physicianLock(user(), editor('LABORATORY_MANAGER'))).toBeNull();
    for (const box of ['salesAdmin', 'qaAdmin', 'rdAdmin'])
      expect(physicianLock(user({ [box]: true }), editor('SUPER_ADMIN'))).toBe('administrator');
    expect(physicianLock(user({ id: 'e' }), editor('SUPER_ADMIN'))).toBe('own');
  });
});

const OPENED = { wayByIds: ['opener'] };

describe('access to accounts', () => {
  it.each([
    [{}, 'SALES_ADMIN', null],
    [{ otherRoles: ['CREATE_DELETE_ARCHIVE'] }, 'LABORATORY_MANAGER', null],
    [{ otherRoles: ['IMPORT_KIT'] }, 'QA_ADMIN', 'more-rights'],
    [{ otherRoles: ['EXPORT_KIT'] }, 'QA_ADMIN', null],
    [{ qaAdmin: true }, 'SALES_ADMIN', 'more-rights'],
    [{ rdAdmin: true }, 'QA_ADMIN', 'more-rights'],
    [SUPER, 'QA_ADMIN', 'more-rights'],
    // Users who may sign or open access to accounts are protected from any single person.
    [{ physician: true }, 'LABORATORY_MANAGER', 'guarded'],
    [{ physician: true }, 'PHYSICIAN', 'guarded'],
    [{ otherRoles: ['WRITE_DIAGNOSTIC'] }, 'SUPER_ADMIN', 'guarded'],
    [{ otherRoles: ['LABORATORY_MANAGER'] }, 'SALES_ADMIN', 'guarded'],
    [{ salesAdmin: true }, 'SALES_ADMIN', 'guarded'],
    [SUPER, 'SUPER_ADMIN', 'guarded'],
    // On hold, so that access may be opened.
    [{ physician: true, ...OPENED }, 'LABORATORY_MANAGER', null],
    [{ qaAdmin: true, ...OPENED }, 'SALES_ADMIN', 'more-rights'],
  ])('TRUST-340 LAB-101 %j by %s: %s', (state, role, lock) => {
    expect(accessLock(user(state), editor(role))).toBe(lock);
  });

  it('TRUST-340 LAB-101 is always allowed for one’s own', () => {
    expect(accessLock(user({ id: 'e', rdAdmin: true }), editor())).toBeNull();
  });

  it('TRUST-341 permissions are on hold once another person had access, unless the user can neither sign nor open access', () => {
    expect(arePermissionsOnHold(user({ physician: true }))).toBe(false);
    expect(arePermissionsOnHold(user({ physician: true, ...OPENED }))).toBe(true);
    expect(arePermissionsOnHold(user({ otherRoles: ['LABORATORY_MANAGER'], ...OPENED }))).toBe(true);
    expect(arePermissionsOnHold(user({ otherRoles: ['CREATE_ARCHIVE'], ...OPENED }))).toBe(false);
  });

  it.each([
    [{ physician: true }, 'LABORATORY_MANAGER', null],
    [{ id: 'e', physician: true }, 'LABORATORY_MANAGER', 'own'],
    [{ qaAdmin: true }, 'LABORATORY_MANAGER', 'more-rights'],
    [{}, 'LABORATORY_MANAGER', 'nothing'],
    [{ physician: true, ...OPENED }, 'LABORATORY_MANAGER', 'nothing'],
  ])('TRUST-341 hold %j by %s: %s', (state, role, lock) => {
    expect(holdLock(user(state), editor(role))).toBe(lock);
  });

  it.each([
    [{ physician: true }, 'PHYSICIAN', 'nothing'],
    [{ physician: true, ...OPENED }, 'PHYSICIAN', null],
    [{ otherRoles: ['LABORATORY_MANAGER'], ...OPENED }, 'PHYSICIAN', null],
    [{ physician: true, ...OPENED }, 'LABORATORY_MANAGER', 'more-rights'],
    [{ qaAdmin: true, ...OPENED }, 'PHYSICIAN', 'more-rights'],
    [{ physician: true, wayByIds: ['opener', 'e'] }, 'SUPER_ADMIN', 'opened'],
    [{ id: 'e', physician: true, ...OPENED }, 'SUPER_ADMIN', 'own'],
  ])('TRUST-342 confirm %j by %s: %s', (state, role, lock) => {
    expect(confirmLock(user(state), editor(role))).toBe(lock);
  });
});
