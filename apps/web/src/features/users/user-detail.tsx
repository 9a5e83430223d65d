import { type LaboratoryUser, type PasswordOffer, type UserEditor, userLock } from '@curvewell/domain';
import { Alert, Button, EmptyState, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';

import { useMe } from '../../data/identity.ts';
import { useOfferPassword, userQueries } from '../../data/users.ts';
import { text } from '../../locale/text.ts';
import { messageOf } from '../../shared/api/api-problem.ts';
import { focusList, scrollToPart } from '../../shared/navigation/scroll-to-part.ts';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { AccountHold } from './account-hold.tsx';
import { NewUserForm } from './new-user-form.tsx';
import { type ShownLink, SetPasswordDialog } from './set-password-dialog.tsx';
import { useCanWriteUsers } from './use-can-write-users.ts';
import { UserFacts } from './user-facts.tsx';
import { UserForm } from './user-form.tsx';
import { stateOf, valuesOf } from './user-values.ts';
import { useUsersAddress } from './use-users-address.ts';
import styles from './users.module.css';
import { WaitingFields } from '../../shared/ui/screen/waiting.tsx';

const words = text.users;

interface UserDetailProps {
  readonly laboratoryId: string;
  readonly onChanged: (isChanged: boolean) => void;
}

/** The form of the selected or a new user, and the password link. */
export function UserDetail({ laboratoryId, onChanged }: UserDetailProps) {
  const { place, userId, isNew, choose } = useUsersAddress();
  const [link, setLink] = useState<ShownLink | null>(null);
  const [unsent, setUnsent] = useState<LaboratoryUser | null>(null);
  const me = useMe();
  const canWrite = useCanWriteUsers(laboratoryId);
  const editor = useMemo<UserEditor>(
    () => ({
      userId: me.id,
      laboratoryId: me.laboratories[0]?.id ?? null,
      permissions: new Set(me.permissions),
    }),
    [me],
  );
  const { data: page } = useQuery(userQueries.list(laboratoryId, place));
  const known = page?.content.find(({ id }) => id === userId);
  const { data, error, isError, refetch } = useQuery({
    ...userQueries.detail({ laboratoryId, userId: userId ?? '' }),
    enabled: userId !== null,
    ...(known !== undefined && { placeholderData: known }),
  });
  const lock = data ? userLock(stateOf(data, laboratoryId, valuesOf(data)), editor) : null;
  const lockText = canWrite ? lock && words.locks[lock] : words.readOnly;
  const offer = useOfferPassword({ laboratoryId, userId: userId ?? '' });

  const reportPassword = (user: LaboratoryUser, password: PasswordOffer, isFirst: boolean) => {
    if (password.kind === 'mail') toastSuccess(words.saved, { text: words.mailed(password.email) });
    else if (password.kind === 'mail-failed') setUnsent(user);
    else {
      const { login, firstname, lastname } = user;
      setLink({ ...password, isFirst, login, name: `${firstname} ${lastname}` });
    }
  };
  const newLink = async (user: LaboratoryUser) => {
    try {
      const password = await offer.mutateAsync();
      setUnsent(null);
      reportPassword(user, password, false);
    } catch (failure) {
      toastError(words.noLink, failure);
    }
  };

  return (
    <section
      id="user-detail"
      className={styles['card']}
      aria-label={words.user}
      data-empty={(!isNew && userId === null) || undefined}
    >
      {(isNew || userId !== null) && (
        <Button
          variant="subtle"
          size="xs"
          className={styles['back'] ?? ''}
          onClick={() => scrollToPart('user-list')}
        >
          {words.back}
        </Button>
      )}
      {data !== undefined && (
        <AccountHold
          user={data}
          laboratoryId={laboratoryId}
          editor={editor}
          canWrite={canWrite && lock === null}
        />
      )}
      {isNew && canWrite ? (
        <NewUserForm
          laboratoryId={laboratoryId}
          editor={editor}
          onChanged={onChanged}
          onMade={(user, password) => {
            choose(user.id);
            reportPassword(user, password, true);
          }}
          onCancel={() => choose(null)}
        />
      ) : userId === null ? (
        <EmptyState description={words.choose} />
      ) : data === undefined && isError ? (
        <EmptyState description={messageOf(error, words.notFound)} role="alert">
          <Button variant="default" onClick={() => void refetch()}>
            {text.common.tryAgain}
          </Button>
        </EmptyState>
      ) : data === undefined ? (
        <WaitingFields count={6} isBare />
      ) : lockText !== null ? (
        <UserFacts user={data} reason={lockText} />
      ) : (
        <UserForm
          key={data.id}
          user={data}
          laboratoryId={laboratoryId}
          editor={editor}
          onChanged={onChanged}
          onGone={() => {
            choose(null);
            focusList('user-list');
          }}
          onNewLink={page?.accountsAreOurs === true ? () => void newLink(data) : null}
        />
      )}
      {unsent !== null && unsent.id === userId && (
        <MailFailedDialog
          email={unsent.email}
          isSending={offer.isPending}
          onSendAgain={() => void newLink(unsent)}
          onClose={() => setUnsent(null)}
        />
      )}
      {link !== null && <SetPasswordDialog {...link} onClose={() => setLink(null)} />}
    </section>
  );
}

interface MailFailedDialogProps {
  readonly email: string;
  readonly isSending: boolean;
  readonly onSendAgain: () => void;
  readonly onClose: () => void;
}

/** Shown if a user was created but the mail with the password link could not be sent. */
function MailFailedDialog({ email, isSending, onSendAgain, onClose }: MailFailedDialogProps) {
  return (
    <Modal opened onClose={onClose} size={520} title={text.users.mailFailed.title}>
      <Alert color="warning" role="alert" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
        {text.users.mailFailed.text(email)}
      </Alert>
      <Group mt={16} gap={8} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {text.users.mailFailed.close}
        </Button>
        <Button data-autofocus loading={isSending} onClick={onSendAgain}>
          {text.users.mailFailed.sendAgain}
        </Button>
      </Group>
    </Modal>
  );
}
