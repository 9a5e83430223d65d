import type { LaboratoryUser } from '@curvewell/domain';
import { Alert } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import { Facts } from '../../shared/ui/screen/facts.tsx';
import { userRoles } from './user-summary.ts';
import styles from './users.module.css';

const words = text.users;

/** A read-only user, with the reason why it cannot be changed. */
export function UserFacts({ user, reason }: { readonly user: LaboratoryUser; readonly reason: string }) {
  const { login, enabled, firstname, lastname, email, emailVerified, lastSignInAt } = user;
  const facts = [
    [words.login, login],
    [words.enabled, enabled ? words.yes : words.no],
    [words.lastname, lastname],
    [words.firstname, firstname],
    [words.email, `${email} (${emailVerified ? words.verified : words.notVerified})`],
    [words.roles, userRoles(user).join(', ')],
    [words.signIn, lastSignInAt === null ? words.neverSignedIn : formatDateTime(lastSignInAt)],
  ] as const;
  return (
    <>
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          {lastname}, {firstname}
        </h2>
      </div>
      <div className={styles['fields']}>
        <Alert>{reason}</Alert>
        <Facts label={words.user} facts={facts} />
      </div>
    </>
  );
}
