import { Badge, Checkbox, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import type { UserValues } from './user-values.ts';
import styles from './users.module.css';

const words = text.users;

interface UserFieldsProps {
  /** The login: a field for a new user, text for an existing one. */
  readonly login: ReactNode;
  readonly values: UserValues;
  readonly issues: Readonly<Record<string, string>>;
  /** Null for a new user. */
  readonly emailVerified: boolean | null;
  /** Why the e-mail cannot be changed; null if it can. */
  readonly emailLock: string | null;
  readonly enabledLock: string | null;
  readonly onChange: (change: Partial<UserValues>) => void;
}

export function UserFields(props: UserFieldsProps) {
  const { login, values, issues, emailVerified, emailLock, enabledLock, onChange } = props;
  return (
    <>
      <div className={styles['line']}>
        <div className={styles['grow']}>{login}</div>
        <Checkbox
          label={words.enabled}
          description={enabledLock}
          checked={values.enabled}
          disabled={enabledLock !== null}
          onChange={({ currentTarget: { checked } }) => onChange({ enabled: checked })}
        />
      </div>
      <div className={styles['pair']}>
        <TextInput
          label={words.lastname}
          required
          maxLength={100}
          value={values.lastname}
          error={issues['lastname']}
          onChange={({ currentTarget: { value } }) => onChange({ lastname: value })}
        />
        <TextInput
          label={words.firstname}
          required
          maxLength={100}
          value={values.firstname}
          error={issues['firstname']}
          onChange={({ currentTarget: { value } }) => onChange({ firstname: value })}
        />
      </div>
      <div className={styles['email']}>
        <TextInput
          type="email"
          label={words.email}
          required
          maxLength={254}
          autoComplete="off"
          value={values.email}
          error={issues['email']}
          description={emailLock}
          disabled={emailLock !== null}
          onChange={({ currentTarget: { value } }) => onChange({ email: value })}
        />
        {emailVerified !== null && <Verified is={emailVerified} />}
      </div>
    </>
  );
}

function Verified({ is }: { readonly is: boolean }) {
  return (
    <Badge
      size="sm"
      variant="light"
      color={is ? 'success' : 'gray'}
      className={styles['verified'] ?? ''}
      leftSection={is && <IconCheck size={12} stroke={1.6} aria-hidden />}
    >
      {is ? words.verified : words.notVerified}
    </Badge>
  );
}
