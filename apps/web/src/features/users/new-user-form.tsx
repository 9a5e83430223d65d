import type { LaboratoryUser, PasswordOffer, UserEditor } from '@curvewell/domain';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useCreateUser } from '../../data/users.ts';
import { text } from '../../locale/text.ts';
import { ApiProblem } from '../../shared/api/api-problem.ts';
import { SaveForm } from '../../shared/ui/fields/save-form.tsx';
import { toastError } from '../../shared/ui/messages/toast.tsx';
import { bodyIssues, issuesOf } from '../../shared/forms/use-record-form.ts';
import { useReportChanged } from '../../shared/forms/use-report-changed.ts';
import { UserFields } from './user-fields.tsx';
import { UserRoles } from './user-roles.tsx';
import { createdSchema, NEW_USER, stateOf, suggestedLogin, type UserValues } from './user-values.ts';
import styles from './users.module.css';

const words = text.users;

interface NewUserFormProps {
  readonly laboratoryId: string;
  readonly editor: UserEditor;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onMade: (user: LaboratoryUser, password: PasswordOffer) => void;
  readonly onCancel: () => void;
}

/** The form for a new user, who gets a password link after saving. */
export function NewUserForm({ laboratoryId, editor, onChanged, onMade, onCancel }: NewUserFormProps) {
  /** Null: not typed yet. */
  const [typedLogin, setLogin] = useState<string | null>(null);
  const [values, setValues] = useState<UserValues>(NEW_USER);
  const login = typedLogin ?? suggestedLogin(values);
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});
  const { mutateAsync, isPending } = useCreateUser(laboratoryId);
  const isChanged = login !== '' || JSON.stringify(values) !== JSON.stringify(NEW_USER);
  useReportChanged(isChanged, onChanged);

  const save = async () => {
    const body = { ...values, login };
    const found = issuesOf(createdSchema.safeParse(body).error?.issues ?? []);
    setIssues(found);
    if (Object.keys(found).length > 0) return;
    try {
      const { password, ...user } = await mutateAsync(body);
      onChanged(false);
      onMade(user, password);
    } catch (error) {
      if (error instanceof ApiProblem) setIssues(bodyIssues(error.issues));
      toastError(words.notSaved, error);
    }
  };

  return (
    <SaveForm className={styles['form']} aria-labelledby="user-title" onSave={save}>
      <div className={styles['head']}>
        <h2 id="user-title" className={styles['title']}>
          {words.newUser}
        </h2>
      </div>
      <div className={styles['fields']}>
        <UserFields
          login={
            <TextInput
              label={words.login}
              description={words.loginHelp}
              required
              maxLength={255}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
              ref={focusOnce}
              value={login}
              error={issues['login']}
              onChange={({ currentTarget: { value } }) => setLogin(value.trim().toLowerCase())}
            />
          }
          values={values}
          issues={issues}
          emailVerified={null}
          emailLock={null}
          enabledLock={null}
          onChange={(change) => setValues((now) => ({ ...now, ...change }))}
        />
        <UserRoles
          saved={stateOf(null, laboratoryId, NEW_USER)}
          values={values}
          changed={new Set()}
          editor={editor}
          onChange={(change) => setValues((now) => ({ ...now, ...change }))}
        />
      </div>
      <div className={styles['foot']}>
        <Button variant="default" ml="auto" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={isPending}>
          {words.save}
        </Button>
      </div>
    </SaveForm>
  );
}

/** Focuses the field once, when the form opens. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
