import { USER_PAGE_SIZE } from '@curvewell/contracts';
import type { UnassignedUser } from '@curvewell/domain';
import { Badge, Button, EmptyState, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useLinkAccount, userQueries, useAddToLaboratory } from '../../data/users.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import { confirmAndRun } from '../../shared/ui/dialogs/confirm-and-run.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { PickPages } from '../../shared/ui/lists/pick-table.tsx';
import { SearchBox } from '../../shared/ui/lists/search-box.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import styles from './users.module.css';
import { WaitingRows } from '../../shared/ui/screen/waiting.tsx';

const words = text.users.unassigned;

interface UnassignedUsersDialogProps {
  readonly laboratory: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Unassigned users: adds them to this laboratory, or links their new account to an existing user. */
export function UnassignedUsersDialog({ laboratory, onClose }: UnassignedUsersDialogProps) {
  const [place, setPlace] = useState({ page: 0, search: '' });
  const { data, isError, refetch } = useQuery(userQueries.unassigned(place));
  const search = useRef<HTMLInputElement>(null);
  return (
    <Modal opened onClose={onClose} size={640} title={words.title}>
      <p style={{ marginTop: 0 }}>{words.intro}</p>
      <SearchBox
        ref={search}
        label={words.search}
        value={place.search}
        onSearch={(search) => setPlace({ page: 0, search })}
      />
      {isError ? (
        <ListFailed title={words.failed} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <WaitingRows rows={4} height={40} isBare />
      ) : data.totalElements === 0 ? (
        <EmptyState description={words.empty} />
      ) : (
        <>
          <ul className={styles['unassigned']} aria-label={words.title}>
            {data.content.map((user) => (
              <UnassignedUserRow
                key={user.id}
                user={user}
                laboratory={laboratory}
                onGone={() => search.current?.focus()}
              />
            ))}
          </ul>
          <PickPages
            label={words.pages}
            page={place.page + 1}
            pages={Math.max(1, Math.ceil(data.totalElements / USER_PAGE_SIZE))}
            onPage={(page) => setPlace({ ...place, page: page - 1 })}
            count={words.count(data.totalElements)}
          />
        </>
      )}
    </Modal>
  );
}

interface UnassignedUserRowProps {
  readonly user: UnassignedUser;
  readonly laboratory: UnassignedUsersDialogProps['laboratory'];
  /** Called when the row, which had the focus, is removed. */
  readonly onGone: () => void;
}

function UnassignedUserRow({ user, laboratory, onGone }: UnassignedUserRowProps) {
  const { login, firstname, lastname, email, seenAt, lacks } = user;
  const taking = useAddToLaboratory(laboratory.id);
  const linking = useLinkAccount();
  const addUser = async () => {
    try {
      await taking.mutateAsync(user);
      toastSuccess(words.takenIn(login));
      onGone();
    } catch (error) {
      toastError(words.notTakenIn, error);
    }
  };
  const link = async () => {
    const isDone = await confirmAndRun({
      question: words.linkQuestion(login),
      text: words.linkText(login, `${firstname} ${lastname}`),
      destroys: true,
      action: () => linking.mutateAsync(user),
      done: words.linked(login),
      failed: words.notLinked,
    });
    if (isDone) onGone();
  };

  return (
    <li>
      <div className={styles['grow']}>
        <b>{login}</b> {firstname} {lastname}
        <span className={styles['note']}>
          {email}
          {seenAt !== null && ` · ${words.seen(formatDateTime(seenAt))}`}
        </span>
        {lacks === 'account' && (
          <Badge size="sm" variant="light" color="warning" className={styles['word'] ?? ''}>
            {words.newAccount}
          </Badge>
        )}
      </div>
      {lacks === 'account' ? (
        <Button variant="default" aria-label={words.link(login)} onClick={() => void link()}>
          {words.linkShort}
        </Button>
      ) : (
        <Button
          variant="default"
          loading={taking.isPending}
          aria-label={words.addTo(login, laboratory.name)}
          onClick={() => void addUser()}
        >
          {words.addShort}
        </Button>
      )}
    </li>
  );
}
