import {
  ADMIN_BOX_NAMES,
  adminBoxLock,
  hasAdminBox,
  isAdministrator,
  physicianLock,
  type UserEditor,
  type UserState,
} from '@curvewell/domain';
import { Badge, Checkbox } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { otherRoleName } from './user-summary.ts';
import { isPhysician, tickedBoxes, type UserValues } from './user-values.ts';
import styles from './users.module.css';

const words = text.users;

interface UserRolesProps {
  /** The stored user, which determines what may be changed. */
  readonly saved: UserState;
  readonly values: UserValues;
  readonly changed: ReadonlySet<string>;
  readonly editor: UserEditor;
  readonly onChange: (change: Partial<UserValues>) => void;
}

/** The role checkboxes. A locked one says why. */
export function UserRoles({ saved, values, changed, editor, onChange }: UserRolesProps) {
  const isAdmin = hasAdminBox(values);
  const physicianReason =
    physicianLock(saved, editor) === 'own'
      ? words.locks.own
      : isAdmin
        ? words.physicianLocked(tickedBoxes(values))
        : null;
  const locks = ADMIN_BOX_NAMES.map((box) => ({ box, lock: adminBoxLock(box, saved, editor) }));
  /** A single sentence if all reasons are the same. */
  const [first] = locks;
  const isCommon = locks.every(({ lock }) => lock === first?.lock && lock !== 'other-role');
  const common = isCommon ? (first?.lock ?? null) : null;
  const reasonOf = ({ box, lock }: (typeof locks)[number]) => {
    if (lock === null || common !== null) return null;
    return lock === 'other-role' ? words.locks['other-role'](words[box]) : words.locks[lock];
  };

  return (
    <fieldset className={styles['roles']}>
      <legend>{words.roles}</legend>
      {isAdministrator(editor.permissions) && (
        <div className={styles['admins']}>
          {common !== null && common !== 'other-role' && (
            <p className={styles['reason']}>{words.locks[common]}</p>
          )}
          {locks.map((one) => (
            <Checkbox
              key={one.box}
              size="xs"
              label={<Label text={words[one.box]} isChanged={changed.has(one.box)} />}
              description={reasonOf(one)}
              checked={values[one.box]}
              disabled={one.lock !== null}
              onChange={({ currentTarget: { checked } }) => onChange({ [one.box]: checked })}
            />
          ))}
        </div>
      )}
      <Checkbox
        size="xs"
        label={
          <Label
            text={words.physician}
            isLocked={physicianReason !== null}
            isChanged={changed.has('physician')}
          />
        }
        description={physicianReason}
        checked={isPhysician(values)}
        disabled={physicianReason !== null}
        onChange={({ currentTarget: { checked } }) => onChange({ physician: checked })}
      />
      {saved.otherRoles.length > 0 && (
        <p className={styles['reason']}>{words.otherRoles(saved.otherRoles.map(otherRoleName).join(', '))}</p>
      )}
      <p className={styles['reason']}>{words.atProvider}</p>
    </fieldset>
  );
}

interface LabelProps {
  readonly text: string;
  readonly isChanged: boolean;
  readonly isLocked?: boolean;
}

function Label({ text: label, isChanged, isLocked = false }: LabelProps) {
  return (
    <span className={styles['boxLabel']}>
      {label}
      {isLocked && <IconLock size={14} stroke={1.6} aria-hidden />}
      {isChanged && (
        <Badge size="sm" variant="light" className={styles['word'] ?? ''}>
          {words.changed}
        </Badge>
      )}
    </span>
  );
}
