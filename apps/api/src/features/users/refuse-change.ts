import {
  ADMIN_BOX_NAMES,
  ADMIN_BOXES,
  adminBoxLock,
  confirmLock,
  holdLock,
  physicianLock,
  presenceLock,
  userLock,
  accessLock,
  type AdminBox,
  type UserEditor,
  type UserState,
} from '@curvewell/domain';

import { AppError } from '../../errors.ts';

type Boxes = Readonly<Record<AdminBox | 'physician', boolean>>;

export interface UserChange extends Boxes {
  readonly enabled: boolean;
  readonly email: string;
}

const BOX_REASONS = {
  own: () => 'You cannot change your own roles.',
  'other-laboratory': () => "Only in the user's own laboratory.",
  'other-role': (box: AdminBox) => `Only a user with the role ${ADMIN_BOXES[box]} may change this.`,
} as const;

/** Refuses any change of a user with more permissions. @throws AppError `forbidden` */
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

const WAY_REASONS = {
  'more-rights': 'This user has permissions that you do not have, so you cannot give access to the account.',
  guarded:
    'This user may sign or manage users: changing access to this account requires two people. Put the permissions on hold first. A second person then confirms the account.',
} as const;

/** Refuses a change that gives access to another user's account. @throws AppError `forbidden` */
export function refuseAccessChange(user: UserState, editor: UserEditor, place: readonly string[] = []): void {
  refuseLocked(user, editor);
  const lock = accessLock(user, editor);
  if (lock !== null) throw refusal(place, WAY_REASONS[lock]);
}

/** @throws AppError `forbidden` */
export function refuseHold(user: UserState, editor: UserEditor): void {
  refuseLocked(user, editor);
  const lock = holdLock(user, editor);
  if (lock === 'own') throw new AppError('forbidden', 'You cannot put your own permissions on hold.');
  if (lock === 'more-rights') throw new AppError('forbidden', WAY_REASONS[lock]);
  if (lock === 'nothing') throw new AppError('forbidden', 'This user has no permissions to put on hold.');
}

const CONFIRM_REASONS = {
  nothing: 'There is nothing to confirm: no other person had access to this account.',
  own: 'Another person must confirm your account.',
  opened: 'You had access to this account. Another person who may approve must confirm it.',
  'more-rights': 'Only a person with the permissions of this user can confirm the account.',
} as const;

/** @throws AppError `forbidden` */
export function refuseConfirmation(user: UserState, editor: UserEditor): void {
  const lock = confirmLock(user, editor);
  if (lock !== null) throw new AppError('forbidden', CONFIRM_REASONS[lock]);
}

/** @throws AppError `forbidden` that names the field */
export function refuseUserChange(user: UserState & UserChange, editor: UserEditor, to: UserChange): void {
  refuseLocked(user, editor);
  refuseBoxes(user, editor, to);
  if (to.enabled !== user.enabled && presenceLock(user, editor) !== null)
    throw refusal(['enabled'], 'You cannot enable or disable yourself.');
  // Receiving the user's mail gives access to the password.
  if (to.email !== user.email) refuseAccessChange(user, editor, ['email']);
}

/**
 * Each administrator role is granted by its own role, in its own laboratory, or by a super administrator, and not to
 * oneself. @throws AppError
 * `forbidden`
 */
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
