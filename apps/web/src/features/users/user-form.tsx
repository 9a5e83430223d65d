import { type LaboratoryUser, presenceLock, type UserEditor, accessLock } from '@curvewell/domain';
import { Badge, Button } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';

import { useDeleteUser, useFreshUser, useUpdateUser } from '../../data/users.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import { confirmAndRun } from '../../shared/ui/dialogs/confirm-and-run.ts';
import { ConflictAlert } from '../../shared/ui/alerts/conflict-alert.tsx';
import { SaveForm } from '../../shared/ui/fields/save-form.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { useRecordForm } from '../../shared/forms/use-record-form.ts';
import { useReportChanged } from '../../shared/forms/use-report-changed.ts';
import { UserFields } from './user-fields.tsx';
import { UserRoles } from './user-roles.tsx';
import {
  changedSchema,
  changesPermissions,
  stateOf,
  USER_WORDS,
  type UserValues,
  valuesOf,
} from './user-values.ts';
import styles from './users.module.css';

const words = text.users;

interface UserFormProps {
  readonly user: LaboratoryUser;
  readonly laboratoryId: string;
  readonly editor: UserEditor;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onGone: () => void;
  /** Null if passwords are managed elsewhere. */
  readonly onNewLink: (() => void) | null;
}

/** A user: personal data, enabled or not, and roles. */
export function UserForm(props: UserFormProps) {
  const { user, laboratoryId, editor, onChanged, onGone, onNewLink } = props;
  const place = { laboratoryId, userId: user.id };
  const load = useFreshUser(place);
  const update = useUpdateUser(place);
  const remove = useDeleteUser(place);
  const form = useRecordForm<LaboratoryUser, UserValues>({
    saved: user,
    revisionOf: ({ revision }) => revision,
    valuesOf,
    schema: changedSchema,
    words: USER_WORDS,
    load,
  });
  const { values, changed, isChanged, conflict } = form;
  useReportChanged(isChanged, onChanged);

  const saved = stateOf(user, laboratoryId, valuesOf(user));
  const isSelf = presenceLock(saved, editor) !== null;
  const beyond = accessLock(saved, editor);

  const failed = (error: unknown) => toastError(words.notSaved, error);
  const save = async () => {
    try {
      const hadPermissions = changesPermissions(changed);
      if ((await form.submit((body) => update.mutateAsync(body))) !== null)
        toastSuccess(hadPermissions ? words.permissionsSaved : words.saved);
    } catch (error) {
      failed(error);
    }
  };
  const askDelete = async () => {
    const isGone = await confirmAndRun({
      question: words.deleteQuestion(user.login),
      text: words.deleteText,
      answers: 'yes-no',
      action: () => remove.mutateAsync(),
      done: words.deleted,
      failed: words.notDeleted,
    });
    if (isGone) onGone();
  };

  return (
    <SaveForm className={styles['form']} aria-labelledby="user-title" onSave={save}>
      <div className={styles['head']}>
        <h2 id="user-title" className={styles['title']}>
          {user.lastname}, {user.firstname}
        </h2>
        {isChanged && (
          <Badge variant="light" className={styles['word'] ?? ''}>
            {words.unsaved(changed.size)}
          </Badge>
        )}
      </div>
      <div className={styles['fields']}>
        {conflict !== null && <ConflictAlert conflict={conflict} onFailed={failed} />}
        <UserFields
          login={
            <>
              <span className={styles['label']}>{words.login}</span>
              <span className={styles['login']}>{user.login}</span>
            </>
          }
          values={values}
          issues={form.issues}
          emailVerified={user.emailVerified}
          emailLock={beyond && words.locks[beyond]}
          enabledLock={isSelf ? words.locks.ownEnabled : null}
          onChange={form.set}
        />
        <UserRoles saved={saved} values={values} changed={changed} editor={editor} onChange={form.set} />
        <div className={styles['line']}>
          <IconKey size={18} stroke={1.6} aria-hidden />
          <span className={styles['when']}>
            {user.lastSignInAt === null
              ? words.neverSignedIn
              : words.lastSignIn(formatDateTime(user.lastSignInAt))}
          </span>
          {onNewLink !== null && beyond === null && user.enabled && (
            <Button variant="subtle" size="xs" ml="auto" onClick={onNewLink}>
              {words.newLink}
            </Button>
          )}
        </div>
      </div>
      <div className={styles['foot']}>
        <Button
          variant="subtle"
          color="danger"
          leftSection={<IconTrash size={16} stroke={1.6} />}
          disabled={isSelf}
          title={isSelf ? words.locks.ownDelete : undefined}
          onClick={() => void askDelete()}
        >
          {words.delete}
        </Button>
        <Button variant="default" ml="auto" disabled={!isChanged} onClick={form.reset}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={update.isPending} disabled={!isChanged && conflict === null}>
          {words.save}
        </Button>
      </div>
    </SaveForm>
  );
}
