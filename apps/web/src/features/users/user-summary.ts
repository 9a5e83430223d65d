import { UNUSED_DAYS } from '@curvewell/contracts';
import { ADMIN_BOX_NAMES, type LaboratoryUser } from '@curvewell/domain';
import dayjs from 'dayjs';

import { text } from '../../locale/text.ts';

const words = text.users;

export type UserUse = 'active' | 'invited' | 'held' | 'disabled';

/**
 * `invited`: the password is not set yet. `held`: the permissions wait for a second person to confirm the
 * account.
 */
export function userUse({ enabled, wayBy, requiredActions, lastSignInAt }: LaboratoryUser): UserUse {
  if (!enabled) return 'disabled';
  if (wayBy.length > 0) return 'held';
  return requiredActions.length > 0 && lastSignInAt === null ? 'invited' : 'active';
}

/** The name of a role without a form field; a role of the provider alone has only its code. */
export const otherRoleName = (role: string): string =>
  (words.roleOf as Readonly<Record<string, string>>)[role] ?? role;

/** The roles of a user, the one with most permissions first; a user without any is a technician. */
export function userRoles(user: LaboratoryUser): readonly string[] {
  const others = user.otherRoles.map(otherRoleName);
  const boxes = ADMIN_BOX_NAMES.filter((box) => user[box]).map((box) => words[box]);
  const roles = [...others, ...boxes, ...(user.physician ? [words.physician] : [])];
  return roles.length === 0 ? [words.technician] : roles;
}

/** Whether the last sign-in was more than 90 days before `now`. */
export const isLongAgo = (lastSignInAt: string, now: Date): boolean =>
  dayjs(now).diff(lastSignInAt, 'day') > UNUSED_DAYS;
