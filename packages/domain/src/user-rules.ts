import { permissionsOf, type Permission, type Role } from './permissions.ts';

/** The administrator boxes of the user form, and the role that each stands for. */
export const ADMIN_BOXES = {
  salesAdmin: 'SALES_ADMIN',
  qaAdmin: 'QA_ADMIN',
  rdAdmin: 'R&D_ADMIN',
} as const satisfies Record<string, Permission & Role>;
export type AdminBox = keyof typeof ADMIN_BOXES;
export const ADMIN_BOX_NAMES = Object.keys(ADMIN_BOXES) as readonly AdminBox[]; // the literal's own keys

/** What the rules look at; a new user has no id yet. */
export interface UserState extends Readonly<Record<AdminBox, boolean>> {
  readonly id: string | null;
  readonly laboratoryId: string | null;
  readonly physician: boolean;
  /** Roles without a box, such as `SUPER_ADMIN`. */
  readonly otherRoles: readonly string[];
  /** Other people who had a way into the account since a second person confirmed whose it is. */
  readonly wayByIds: readonly string[];
}

/** Who changes a user. */
export interface UserEditor {
  readonly userId: string | null;
  readonly laboratoryId: string | null;
  readonly permissions: ReadonlySet<Permission>;
}

/** Permissions that no administrator needs to hold to pass them on: those of the people of a laboratory. */
const ORDINARY = permissionsOf(['PHYSICIAN', 'LABORATORY_MANAGER']);

const isSelf = (user: UserState, editor: UserEditor) => user.id !== null && user.id === editor.userId;

export const hasAdminBox = (user: Readonly<Record<AdminBox, boolean>>): boolean =>
  ADMIN_BOX_NAMES.some((box) => user[box]);

const isSuperAdmin = ({ otherRoles }: UserState) => otherRoles.includes('SUPER_ADMIN');

/** Whether somebody holds an administrator's role, and so sees the boxes. */
export const isAdministrator = (permissions: ReadonlySet<Permission>): boolean =>
  Object.values(ADMIN_BOXES).some((role) => permissions.has(role));

/** Why nothing of a user may be changed; null: it may. */
export function userLock(user: UserState, { permissions }: UserEditor): 'administrator' | 'super' | null {
  if (isSuperAdmin(user) && !permissions.has('SUPER_ADMIN')) return 'super';
  return hasAdminBox(user) && !isAdministrator(permissions) ? 'administrator' : null;
}

/** Why an administrator box cannot be turned; null: it can. */
export function adminBoxLock(
  box: AdminBox,
  user: UserState,
  editor: UserEditor,
): 'own' | 'other-laboratory' | 'other-role' | null {
  if (isSelf(user, editor)) return 'own';
  if (user.laboratoryId !== editor.laboratoryId) return 'other-laboratory';
  return editor.permissions.has(ADMIN_BOXES[box]) ? null : 'other-role';
}

/** Why the physician box cannot be turned: one's own, or an administrator, who is a physician in any case. */
export function physicianLock(user: UserState, editor: UserEditor): 'own' | 'administrator' | null {
  if (isSelf(user, editor)) return 'own';
  return hasAdminBox(user) ? 'administrator' : null;
}

/** Why a user cannot be disabled, enabled or deleted: nobody does that to themselves. */
export function presenceLock(user: UserState, editor: UserEditor): 'own' | null {
  return isSelf(user, editor) ? 'own' : null;
}

/** Permissions that only the person who holds them may use: signing, and opening ways into accounts. */
const GUARDED: readonly Permission[] = ['WRITE_DIAGNOSTIC', 'WRITE_OWN_LABORATORY_USER', 'WRITE_ALL_USER'];

/** All that the boxes and the other roles of a user carry, whether or not it is on hold. */
function rightsOf(user: Omit<UserState, 'id' | 'laboratoryId' | 'wayByIds'>): ReadonlySet<Permission> {
  const boxes = ADMIN_BOX_NAMES.filter((box) => user[box]).map((box) => ADMIN_BOXES[box]);
  return permissionsOf([...boxes, ...(user.physician ? ['PHYSICIAN'] : []), ...user.otherRoles]);
}

/** Whether a set of permissions is for one person alone. */
export const isGuarded = (permissions: ReadonlySet<Permission>): boolean =>
  GUARDED.some((one) => permissions.has(one));

/**
 * Whether the permissions of a user do not count: somebody else had a way into the account, and no second person has
 * confirmed whose it is. Who may neither sign nor open ways keeps what they may do.
 */
export const arePermissionsOnHold = (user: Omit<UserState, 'id' | 'laboratoryId'>): boolean =>
  user.wayByIds.length > 0 && isGuarded(rightsOf(user));

const holdsPermissionsOf = (user: UserState, { permissions }: UserEditor): boolean =>
  [...rightsOf(user)].every((one) => ORDINARY.has(one) || permissions.has(one));

/**
 * Why nobody else may open a way into an account: a link to its password, another address for its mail, another account
 * at the provider. Anyone who gets in could act with permissions that are not theirs.
 */
export function accessLock(user: UserState, editor: UserEditor): 'guarded' | 'more-rights' | null {
  if (isSelf(user, editor)) return null;
  if (!holdsPermissionsOf(user, editor)) return 'more-rights';
  return isGuarded(rightsOf(user)) && !arePermissionsOnHold(user) ? 'guarded' : null;
}

/** Why permissions cannot be put on hold, so that a way can be opened. */
export function holdLock(user: UserState, editor: UserEditor): 'own' | 'more-rights' | 'nothing' | null {
  if (isSelf(user, editor)) return 'own';
  if (!holdsPermissionsOf(user, editor)) return 'more-rights';
  return isGuarded(rightsOf(user)) && !arePermissionsOnHold(user) ? null : 'nothing';
}

/** Why somebody cannot confirm, as the second person, whose account it is. */
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
