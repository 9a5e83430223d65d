import { type Stranger, USER_PAGE_SIZE } from '@curvewell/contracts';
import { Badge, Button, EmptyState, Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useLinkAccount, userQueries, useTakeIn } from '../../data/users.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format.ts';
import { askAndDo } from '../../shared/ui/ask-and-do.ts';
import { ListFailed } from '../../shared/ui/list-failed.tsx';
import { PickPages } from '../../shared/ui/pick-table.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';
import styles from './users.module.css';

const words = text.users.strangers;

interface StrangersDialogProps {
  readonly laboratory: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** People who signed in and belong nowhere: they are taken into this laboratory, or their new account is linked. */
export function StrangersDialog({ laboratory, onClose }: StrangersDialogProps) {
  const [place, setPlace] = useState({ page: 0, search: '' });
  const { data, isError, refetch } = useQuery(userQueries.strangers(place));
  const search = useRef<HTMLInputElement>(null);
  return (
    <Modal opened onClose={onClose} size={640} title={words.title}>
      <p style={{ marginTop: 0 }}>{words.intro}</p>
      <SearchBox
        ref={search}
        label={words.search}
        value={place.search}
        onSearch={(search) => {
          setPlace({ page: 0, search });
        }}
      />
      {isError ? (
        <ListFailed title={words.failed} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={160} mt={8} aria-busy />
      ) : data.totalElements === 0 ? (
        <EmptyState description={words.empty} />
      ) : (
        <>
          <ul className={styles['strangers']} aria-label={words.title}>
            {data.content.map((stranger) => (
              <StrangerRow
                key={stranger.id}
                stranger={stranger}
                laboratory={laboratory}
                onGone={() => search.current?.focus()}
              />
            ))}
          </ul>
          <PickPages
            label={words.pages}
            page={place.page + 1}
            pages={Math.max(1, Math.ceil(data.totalElements / USER_PAGE_SIZE))}
            onPage={(page) => {
              setPlace({ ...place, page: page - 1 });
            }}
            count={words.count(data.totalElements)}
          />
        </>
      )}
    </Modal>
  );
}

interface StrangerRowProps {
  readonly stranger: Stranger;
  readonly laboratory: StrangersDialogProps['laboratory'];
  /** The row, with the button that had the focus, is no more. */
  readonly onGone: () => void;
}

function StrangerRow({ stranger, laboratory, onGone }: StrangerRowProps) {
  const { login, firstname, lastname, email, seenAt, lacks } = stranger;
  const taking = useTakeIn(laboratory.id);
  const linking = useLinkAccount();
  const takeIn = async () => {
    try {
      await taking.mutateAsync(stranger);
      toastSuccess(words.takenIn(login));
      onGone();
    } catch (error) {
      toastError(words.notTakenIn, error);
    }
  };
  const link = async () => {
    const isDone = await askAndDo({
      question: words.linkQuestion(login),
      text: words.linkText(login, `${firstname} ${lastname}`),
      destroys: true,
      action: () => linking.mutateAsync(stranger),
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
            {words.anew}
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
          aria-label={words.takeIn(login, laboratory.name)}
          onClick={() => void takeIn()}
        >
          {words.takeInShort}
        </Button>
      )}
    </li>
  );
}
