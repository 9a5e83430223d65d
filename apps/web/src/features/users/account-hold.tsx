import {
  arePermissionsOnHold,
  confirmLock,
  holdLock,
  type LaboratoryUser,
  type UserEditor,
} from '@curvewell/domain';
import { Alert, Button, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';

import { useConfirmAccount, useHoldPermissions } from '../../data/users.ts';
import { text } from '../../locale/text.ts';
import { confirmAndRun } from '../../shared/ui/dialogs/confirm-and-run.ts';
import { stateOf, valuesOf } from './user-values.ts';
import styles from './users.module.css';

const words = text.users.hold;

interface AccountHoldProps {
  readonly user: LaboratoryUser;
  readonly laboratoryId: string;
  readonly editor: UserEditor;
  /** Whether the editor may change this user. */
  readonly canWrite: boolean;
}

/** Shows permissions on hold. Lets the editor put them on hold, or confirm the account as second person. */
export function AccountHold({ user, laboratoryId, editor, canWrite }: AccountHoldProps) {
  const place = { laboratoryId, userId: user.id };
  const confirming = useConfirmAccount(place);
  const holding = useHoldPermissions(place);
  const state = stateOf(user, laboratoryId, valuesOf(user));
  const name = `${user.firstname} ${user.lastname}`;

  if (arePermissionsOnHold(state)) {
    const lock = confirmLock(state, editor);
    const confirm = () =>
      confirmAndRun({
        question: words.confirmQuestion(name),
        text: words.confirmText(name),
        action: () => confirming.mutateAsync(user.revision),
        done: words.confirmed,
        failed: words.notConfirmed,
      });
    return (
      <div className={styles['hold']}>
        <Alert color="warning" title={words.title} icon={<IconLock size={18} stroke={1.6} />}>
          {words.why(user.wayBy.map((by) => by.name).join(', '))}
          <Group mt={8} justify="space-between">
            <span>{lock === null ? words.mayConfirm : words.waits}</span>
            {lock === null && (
              <Button size="xs" onClick={() => void confirm()}>
                {words.confirm}
              </Button>
            )}
          </Group>
        </Alert>
      </div>
    );
  }
  if (!canWrite || holdLock(state, editor) !== null) return null;
  const hold = () =>
    confirmAndRun({
      question: words.holdQuestion(name),
      text: words.holdText(name),
      destroys: true,
      action: () => holding.mutateAsync(user.revision),
      done: words.held,
      failed: words.notHeld,
    });
  return (
    <div className={styles['hold']}>
      <p className={styles['reason']}>{words.guarded}</p>
      <Button variant="subtle" size="xs" ml="auto" onClick={() => void hold()}>
        {words.hold}
      </Button>
    </div>
  );
}
