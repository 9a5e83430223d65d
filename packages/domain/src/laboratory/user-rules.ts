import { permissionsOf, type Permission, type Role } from './permissions.ts';

/** The administrator roles of the user form, by field. */
export const ADMIN_BOXES = {
  salesAdmin: 'SALES_ADMIN',
  qaAdmin: 'QA_ADMIN',
  rdAdmin: 'R&D_ADMIN',
} as const satisfies Record<string, Permission & Role>;
export type AdminBox = keyof typeof ADMIN_BOXES;
export const ADMIN_BOX_NAMES = Object.keys(ADMIN_BOXES) as readonly AdminBox[]; // the literal's own keys

/** The fields that the rules use; a new user has no id yet. */
export interface UserState extends Readonly<Record<AdminBox, boolean>> {
  readonly id: string | null;
  readonly laboratoryId: string | null;
  readonly physician: boolean;
  /** Roles without a form field, such as `SUPER_ADMIN`. */
  readonly otherRoles: readonly string[];
  /** Other users with access to the account since a second person last confirmed it. */
  readonly wayByIds: readonly string[];
}

export interface UserEditor {
  readonly userId: string | null;
  readonly laboratoryId: string | null;
  readonly permissions: ReadonlySet<Permission>;
}

/** Permissions that an administrator may grant without holding them: those of laboratory members. */
const ORDINARY = permissionsOf(['PHYSICIAN', 'LABORATORY_MANAGER']);

const isSelf = (user: UserState, editor: UserEditor) => user.id !== null && user.id === editor.userId;

export const hasAdminBox = (user: Readonly<Record<AdminBox, boolean>>): boolean =>
  ADMIN_BOX_NAMES.some((box) => user[box]);

const isSuperAdmin = ({ otherRoles }: UserState) => otherRoles.includes('SUPER_ADMIN');

export const isAdministrator = (permissions: ReadonlySet<Permission>): boolean =>
  Object.values(ADMIN_BOXES).some((role) => permissions.has(role));

/** Why nothing of a user may be changed; null: changes are allowed. */
export function userLock(user: UserState, { permissions }: UserEditor): 'administrator' | 'super' | null {
  if (isSuperAdmin(user) && !permissions.has('SUPER_ADMIN')) return 'super';
  return hasAdminBox(user) && !isAdministrator(permissions) ? 'administrator' : null;
}

/**
 * Why an administrator role cannot be changed; null: it can. A super administrator gives any of them to anyone else, in
 * any laboratory.
 */
export function adminBoxLock(
  box: AdminBox,
  user: UserState,
  editor: UserEditor,
): 'own' | 'other-laboratory' | 'other-role' | null {
  if (isSelf(user, editor)) return 'own';
  if (editor.permissions.has('SUPER_ADMIN')) return null;
  if (user.laboratoryId !== editor.laboratoryId) return 'other-laboratory';
  return editor.permissions.has(ADMIN_BOXES[box]) ? null : 'other-role';
}

/**
 * Why the physician role cannot be changed: it is the editor's own, or the user is an administrator, who is
 * always a physician.
 */
export function physicianLock(user: UserState, editor: UserEditor): 'own' | 'administrator' | null {
  if (isSelf(user, editor)) return 'own';
  return hasAdminBox(user) ? 'administrator' : null;
}

/** Why a user cannot be disabled, enabled or deleted: not by themselves. */
export function presenceLock(user: UserState, editor: UserEditor): 'own' | null {
  return isSelf(user, editor) ? 'own' : null;
}

/** Permissions that only their holder may exercise: signing, and opening access to accounts. */
const GUARDED: readonly Permission[] = ['WRITE_DIAGNOSTIC', 'WRITE_OWN_LABORATORY_USER', 'WRITE_ALL_USER'];

/** The permissions of a user's roles, whether or not they are on hold. */
function rightsOf(user: Omit<UserState, 'id' | 'laboratoryId' | 'wayByIds'>): ReadonlySet<Permission> {
  const boxes = ADMIN_BOX_NAMES.filter((box) => user[box]).map((box) => ADMIN_BOXES[box]);
  return permissionsOf([...boxes, ...(user.physician ? ['PHYSICIAN'] : []), ...user.otherRoles]);
}

/** Whether a set of permissions includes a guarded one. */
const isGuarded = (permissions: ReadonlySet<Permission>): boolean =>
  GUARDED.some((one) => permissions.has(one));

/**
 * Whether a user's permissions are on hold: another person had access to the account and no second person has
 * confirmed it since. Users without guarded permissions are not affected.
 */
export const arePermissionsOnHold = (user: Omit<UserState, 'id' | 'laboratoryId'>): boolean =>
  user.wayByIds.length > 0 && isGuarded(rightsOf(user));

const holdsPermissionsOf = (user: UserState, { permissions }: UserEditor): boolean =>
  [...rightsOf(user)].every((one) => ORDINARY.has(one) || permissions.has(one));

/**
 * Why nobody else may get access to an account (by a link to its password, another mail address, or another
 * account at the provider): that person could use permissions that they lack.
 */
export function accessLock(user: UserState, editor: UserEditor): 'guarded' | 'more-rights' | null {
  if (isSelf(user, editor)) return null;
  if (!holdsPermissionsOf(user, editor)) return 'more-rights';
  return isGuarded(rightsOf(user)) && !arePermissionsOnHold(user) ? 'guarded' : null;
}

/** Why permissions cannot be put on hold to allow such access. */
export function holdLock(user: UserState, editor: UserEditor): 'own' | 'more-rights' | 'nothing' | null {
  if (isSelf(user, editor)) return 'own';
  if (!holdsPermissionsOf(user, editor)) return 'more-rights';
  return isGuarded(rightsOf(user)) && !arePermissionsOnHold(user) ? null : 'nothing';
}

/** Why a user cannot confirm an account as the second person. */
export function confirmLock(
  user: UserState,
  editor: UserEditor,
): 'nothing' | 'own' | 'opened' | 'more-rights' | null {
  if (user.wayByIds.length === 0) return 'nothing';
  if (isSelf(user, editor)) return 'own';
  if (editor.userId === null || user.wayByIds.includes(editor.userId)) return 'opened';
  return editor.permissions.has('WRITE_DIAGNOSTIC') && holdsPermissionsOf(user, editor)
    ? null
    : 'more-rights';
}
