import { type LaboratoryUser, USER_PAGE_SIZE } from '@curvewell/contracts';
import { Badge, Button, EmptyState } from '@mantine/core';
import { IconPlus, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useCan } from '../../data/identity.ts';
import { type UserSort, userQueries } from '../../data/users.ts';
import { text } from '../../locale/text.ts';
import { scrollToPart } from '../../shared/scroll-to-part.ts';
import { shortcutsEnabled } from '../../shared/shortcuts.ts';
import { ListFailed } from '../../shared/ui/list-failed.tsx';
import { PickPages, PickTable } from '../../shared/ui/pick-table.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { TOAST_MS, toastError } from '../../shared/ui/toast.tsx';
import { useLateLoading } from '../../shared/use-late-loading.ts';
import { StrangersDialog } from './strangers-dialog.tsx';
import { useCanWriteUsers } from './use-can-write-users.ts';
import { useUsersAddress } from './use-users-address.ts';
import styles from './users.module.css';

const words = text.users;

interface UserListProps {
  readonly laboratory: { readonly id: string; readonly name: string };
  /** Whether somebody else may be chosen. */
  readonly mayLeave: () => Promise<boolean>;
}

/** The users of a laboratory, of whom one is chosen. */
export function UserList({ laboratory, mayLeave }: UserListProps) {
  const can = useCan();
  const canWrite = useCanWriteUsers(laboratory.id);
  const { place, userId, show, choose, startNew } = useUsersAddress();
  const search = useRef<HTMLInputElement>(null);
  const [isTakingIn, setTakingIn] = useState(false);
  const { data, error, errorUpdatedAt, isError, isFetching, refetch } = useQuery(
    userQueries.list(laboratory.id, place),
  );
  const isLoading = useLateLoading(!data && !isError);
  const pages = Math.max(1, Math.ceil((data?.totalElements ?? 0) / USER_PAGE_SIZE));
  const [sort, direction] = place.sort.split(',') as [UserSort, 'asc' | 'desc']; // checked in the address

  useEffect(() => {
    if (error) toastError(words.listFailed, error, { ms: TOAST_MS.listError });
  }, [error, errorUpdatedAt]);

  const leaveFor = (go: () => void) => {
    void mayLeave().then((may) => {
      if (may) go();
    });
  };

  return (
    <section
      id="user-list"
      className={styles['card']}
      aria-labelledby="users-title"
      aria-busy={isFetching}
      onKeyDown={(event) => {
        const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
        if (event.key !== '/' || isTyping || !shortcutsEnabled()) return;
        event.preventDefault();
        search.current?.focus();
      }}
    >
      <div className={styles['bar']}>
        <h2 id="users-title" className={styles['title']}>
          {words.title}
        </h2>
        <SearchBox
          label={words.search}
          hint={words.searchHint}
          fill
          ref={search}
          value={place.search}
          onSearch={(next) => {
            show({ ...place, search: next, page: 0 });
          }}
        />
        {can('WRITE_ALL_USER') && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} stroke={1.6} />}
            aria-haspopup="dialog"
            onClick={() => {
              setTakingIn(true);
            }}
          >
            {words.strangers.open}
          </Button>
        )}
        {canWrite && data?.accountsAreOurs === true && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            onClick={() => {
              leaveFor(startNew);
            }}
          >
            {words.add}
          </Button>
        )}
      </div>
      <div className={styles['frame']}>
        {isError ? (
          <ListFailed title={words.listFailed} onRetry={() => void refetch()} />
        ) : data?.totalElements === 0 ? (
          <EmptyState description={place.search === '' ? words.empty : words.noMatch(place.search)}>
            {place.search === '' ? (
              canWrite && data.accountsAreOurs && <Button onClick={startNew}>{words.add}</Button>
            ) : (
              <Button
                variant="default"
                onClick={() => {
                  show({ ...place, search: '', page: 0 });
                }}
              >
                {text.common.clearSearch}
              </Button>
            )}
          </EmptyState>
        ) : (
          (data !== undefined || isLoading) && (
            <PickTable
              label={words.title}
              rows={data?.content ?? null}
              waitingRows={USER_PAGE_SIZE}
              columns={[
                {
                  label: words.columns.login,
                  sort: 'login',
                  width: '42%',
                  show: (row) => <Login user={row} />,
                },
                { label: words.columns.lastname, sort: 'lastname', show: ({ lastname }) => lastname },
                { label: words.columns.firstname, sort: 'firstname', show: ({ firstname }) => firstname },
              ]}
              nameOf={({ login, firstname, lastname }) => `${login}, ${firstname} ${lastname}`}
              picked={userId}
              onPick={(id) => {
                if (id !== userId)
                  leaveFor(() => {
                    choose(id);
                  });
              }}
              onOpen={() => {
                scrollToPart('user-detail');
              }}
              order={{ sort, direction }}
              onOrder={(order) => {
                show({ ...place, sort: `${order.sort},${order.direction}`, page: 0 });
              }}
            />
          )
        )}
      </div>
      <PickPages
        label={words.pages}
        page={place.page + 1}
        pages={pages}
        onPage={(page) => {
          show({ ...place, page: page - 1 });
        }}
        count={data && !isError ? words.count(data.totalElements) : ''}
      />
      {isTakingIn && (
        <StrangersDialog
          laboratory={laboratory}
          onClose={() => {
            setTakingIn(false);
          }}
        />
      )}
    </section>
  );
}

function Login({ user: { login, enabled } }: { readonly user: LaboratoryUser }) {
  return (
    <>
      <span className={enabled ? undefined : styles['quiet']}>{login}</span>
      {!enabled && (
        <Badge ml={8} size="sm" variant="light" color="gray" className={styles['word'] ?? ''}>
          {words.disabled}
        </Badge>
      )}
    </>
  );
}
