import { permissionsOf, type Permission } from './permissions.ts';

/** The administrator boxes of the user form, and the role that each stands for. */
export const ADMIN_BOXES = {
  salesAdmin: 'SALES_ADMIN',
  qaAdmin: 'QA_ADMIN',
  rdAdmin: 'R&D_ADMIN',
} as const satisfies Record<string, Permission>;
export type AdminBox = keyof typeof ADMIN_BOXES;
export const ADMIN_BOX_NAMES = Object.keys(ADMIN_BOXES) as readonly AdminBox[]; // the literal's own keys

/** What the rules look at; a new user has no id yet. */
export interface UserState extends Readonly<Record<AdminBox, boolean>> {
  readonly id: string | null;
  readonly laboratoryId: string | null;
  readonly physician: boolean;
  /** Roles without a box, such as `SUPER_ADMIN`. */
  readonly otherRoles: readonly string[];
}

/** Who changes a user. */
export interface UserEditor {
  readonly userId: string | null;
  readonly laboratoryId: string | null;
  readonly permissions: ReadonlySet<Permission>;
}

/** Rights that no administrator needs to hold to pass them on: those of the people of a laboratory. */
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

/**
 * Why the ways to a user's password are closed: who gets the link to set it, or mail in the user's
 * place, could sign in with rights that are not theirs.
 */
export function passwordLock(user: UserState, editor: UserEditor): 'more-rights' | null {
  if (isSelf(user, editor)) return null;
  const boxes = ADMIN_BOX_NAMES.filter((box) => user[box]).map((box) => ADMIN_BOXES[box]);
  const beyond = [...permissionsOf([...boxes, ...user.otherRoles])].filter((one) => !ORDINARY.has(one));
  return beyond.every((one) => editor.permissions.has(one)) ? null : 'more-rights';
}
