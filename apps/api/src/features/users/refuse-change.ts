import {
  ADMIN_BOX_NAMES,
  ADMIN_BOXES,
  adminBoxLock,
  passwordLock,
  physicianLock,
  presenceLock,
  userLock,
  type AdminBox,
  type UserEditor,
  type UserState,
} from '@curvewell/contracts';

import { AppError } from '../../errors.ts';

type Boxes = Readonly<Record<AdminBox | 'physician', boolean>>;

/** What of a user is to be changed, and how it was. */
export interface UserChange extends Boxes {
  readonly enabled: boolean;
  readonly email: string;
}

const BOX_REASONS = {
  own: () => 'You cannot change your own roles.',
  'other-laboratory': () => "Only in the user's own laboratory.",
  'other-role': (box: AdminBox) => `Only somebody with the role ${ADMIN_BOXES[box]} may change this.`,
} as const;

/** Any change of somebody who has more to say. @throws AppError `forbidden` */
export function refuseLocked(user: UserState, editor: UserEditor): void {
  const lock = userLock(user, editor);
  if (lock === 'super') throw new AppError('forbidden', 'Only a super administrator may change this user.');
  if (lock !== null) throw new AppError('forbidden', 'Only an administrator may change this user.');
}

/** @throws AppError `forbidden` */
export function refuseDeletion(user: UserState, editor: UserEditor): void {
  refuseLocked(user, editor);
  if (presenceLock(user, editor) !== null) throw new AppError('forbidden', 'You cannot delete yourself.');
}

/** A way to somebody's password, for somebody who has fewer rights. @throws AppError `forbidden` */
export function refusePassword(user: UserState, editor: UserEditor, place: readonly string[] = []): void {
  refuseLocked(user, editor);
  if (passwordLock(user, editor) === null) return;
  throw refusal(place, 'This user has rights that you do not have: you cannot open a way to their password.');
}

/** @throws AppError `forbidden` that names the field */
export function refuseUserChange(user: UserState & UserChange, editor: UserEditor, to: UserChange): void {
  refuseLocked(user, editor);
  refuseBoxes(user, editor, to);
  if (to.enabled !== user.enabled && presenceLock(user, editor) !== null)
    throw refusal(['enabled'], 'You cannot enable or disable yourself.');
  // Mail in the user's place is a way to the password.
  if (to.email !== user.email) refusePassword(user, editor, ['email']);
}

/** Administrator boxes each by its own role, and nobody's own. @throws AppError `forbidden` */
export function refuseBoxes(user: UserState, editor: UserEditor, to: Boxes): void {
  for (const box of ADMIN_BOX_NAMES) {
    const lock = to[box] === user[box] ? null : adminBoxLock(box, user, editor);
    if (lock !== null) throw refusal([box], BOX_REASONS[lock](box));
  }
  if (to.physician !== user.physician && physicianLock(user, editor) === 'own')
    throw refusal(['physician'], BOX_REASONS.own());
}

function refusal(place: readonly string[], message: string): AppError {
  return new AppError('forbidden', message, {
    issues: place.length === 0 ? [] : [{ path: ['body', ...place], message }],
  });
}
