import { hasAdminBox, type LaboratoryUser } from '@curvewell/domain';
import { Badge } from '@mantine/core';
import {
  IconCheck,
  IconMail,
  IconMinus,
  IconSettings,
  IconShieldPause,
  IconStethoscope,
  IconUser,
} from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { formatDate, formatTime, withinText } from '../../shared/format/format.ts';
import { isLongAgo, userRoles, type UserUse, userUse } from './user-summary.ts';
import styles from './users.module.css';

const words = text.users;
const ICON = { size: 15, stroke: 1.6, 'aria-hidden': true } as const;

interface Of {
  readonly user: LaboratoryUser;
}

/** The name over the login. */
export const UserName = ({ user }: Of) => (
  <span className={styles['cell']} data-off={!user.enabled || undefined}>
    <b>{words.listedName(user.lastname, user.firstname)}</b>
    <small>{user.login}</small>
  </span>
);

/** The role with most permissions, and the others below. */
export function UserRole({ user }: Of) {
  const [main, ...others] = userRoles(user);
  const isAdmin = hasAdminBox(user) || user.otherRoles.length > 0;
  const Icon = isAdmin ? IconSettings : user.physician ? IconStethoscope : IconUser;
  return (
    <span className={styles['withIcon']}>
      <Icon {...ICON} />
      <span className={styles['cell']}>
        {main}
        {others.length > 0 && <small>{words.andRoles(others.map(withinText))}</small>}
      </span>
    </span>
  );
}

const USES: Readonly<
  Record<Exclude<UserUse, 'active'>, { readonly color: string; readonly Icon: typeof IconMail }>
> = {
  invited: { color: 'accent', Icon: IconMail },
  held: { color: 'warning', Icon: IconShieldPause },
  disabled: { color: 'gray', Icon: IconMinus },
};

/** Whether the user can sign in and use the permissions. */
export function UserState({ user }: Of) {
  const use = userUse(user);
  if (use === 'active')
    return (
      <span className={styles['withIcon']} data-tone="good">
        <IconCheck {...ICON} />
        {words.uses.active}
      </span>
    );
  const { color, Icon } = USES[use];
  return (
    <Badge
      size="sm"
      variant="light"
      color={color}
      className={styles['word'] ?? ''}
      leftSection={<Icon size={12} stroke={1.8} aria-hidden />}
    >
      {words.uses[use]}
    </Badge>
  );
}

/** The date over the time of the last sign-in, or that it was long ago. */
export function LastSignIn({ user: { lastSignInAt }, now }: Of & { readonly now: Date }) {
  if (lastSignInAt === null) return <span className={styles['never']}>{words.never}</span>;
  const isOld = isLongAgo(lastSignInAt, now);
  return (
    <span className={styles['cell']}>
      {formatDate(lastSignInAt)}
      <small data-tone={isOld ? 'warning' : undefined}>
        {isOld ? words.longAgo : formatTime(lastSignInAt)}
      </small>
    </span>
  );
}
