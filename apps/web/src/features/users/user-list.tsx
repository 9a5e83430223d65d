import { USER_PAGE_SIZE, userFilterSchema } from '@curvewell/contracts';
import { Button } from '@mantine/core';
import { IconPlus, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useCan } from '../../data/identity.ts';
import { type UserSort, userQueries } from '../../data/users.ts';
import { text } from '../../locale/text.ts';
import { formatCount } from '../../shared/format/format.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { scrollToPart } from '../../shared/navigation/scroll-to-part.ts';
import { FilterButtons } from '../../shared/ui/lists/filter-buttons.tsx';
import { PickList } from '../../shared/ui/lists/pick-list.tsx';
import { UnassignedUsersDialog } from './unassigned-users-dialog.tsx';
import { useCanWriteUsers } from './use-can-write-users.ts';
import { useUsersAddress } from './use-users-address.ts';
import { LastSignIn, UserName, UserRole, UserState } from './user-cells.tsx';

const words = text.users;
/** Constant objects, since the list reports an error once for each. */
const LIST_WORDS = { all: words, 'to-look-at': { ...words, empty: words.noneToLookAt } } as const;

interface UserListProps {
  readonly laboratory: { readonly id: string; readonly name: string };
  /** Asks before leaving unsaved changes; resolves to whether to go on. */
  readonly mayLeave: () => Promise<boolean>;
}

export function UserList({ laboratory, mayLeave }: UserListProps) {
  const can = useCan();
  const canWrite = useCanWriteUsers(laboratory.id);
  const { place, userId, show, choose, startNew } = useUsersAddress();
  const [isAssigning, setAssigning] = useState(false);
  const now = new Date(useMinute());
  const query = useQuery(userQueries.list(laboratory.id, place));
  const canAdd = canWrite && query.data?.accountsAreOurs === true;
  const [sort, direction] = place.sort.split(',') as [UserSort, 'asc' | 'desc']; // validated when the address was read

  const leaveFor = (go: () => void) => {
    void mayLeave().then((may) => {
      if (may) go();
    });
  };

  return (
    <>
      <PickList
        id="user-list"
        words={LIST_WORDS[place.show]}
        hasTitle
        query={query}
        pageSize={USER_PAGE_SIZE}
        place={place}
        onPlace={show}
        actions={
          <>
            {can('WRITE_ALL_USER') && (
              <Button
                variant="default"
                leftSection={<IconUserPlus size={16} stroke={1.6} />}
                aria-haspopup="dialog"
                onClick={() => setAssigning(true)}
              >
                {words.unassigned.open}
              </Button>
            )}
            {canAdd && (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.6} />}
                onClick={() => leaveFor(startNew)}
              >
                {words.add}
              </Button>
            )}
          </>
        }
        filters={
          <FilterButtons
            label={words.filters}
            chosen={place.show}
            filters={userFilterSchema.options.map((name) => {
              const count = query.data?.counts[name] ?? 0;
              return {
                name,
                label: words.filter[name],
                count: query.data === undefined ? '' : formatCount(count),
                tone: name === 'to-look-at' && count > 0 ? 'warning' : undefined,
              };
            })}
            onChoose={(name) => show({ ...place, show: name, page: 0 })}
          />
        }
        emptyAction={canAdd && place.show === 'all' && <Button onClick={startNew}>{words.add}</Button>}
        columns={[
          {
            label: words.columns.lastname,
            sort: 'lastname',
            also: [
              { label: words.columns.firstname, sort: 'firstname' },
              { label: words.columns.login, sort: 'login' },
            ],
            show: (row) => <UserName user={row} />,
          },
          { label: words.columns.role, width: 122, show: (row) => <UserRole user={row} /> },
          { label: words.columns.state, width: 96, show: (row) => <UserState user={row} /> },
          { label: words.columns.signIn, width: 100, show: (row) => <LastSignIn user={row} now={now} /> },
        ]}
        nameOf={({ login, firstname, lastname }) => `${login}, ${firstname} ${lastname}`}
        picked={userId}
        onPick={(id) => {
          if (id !== userId) leaveFor(() => choose(id));
        }}
        onOpen={() => scrollToPart('user-detail')}
        order={{ sort, direction }}
        onOrder={(order) => show({ ...place, sort: `${order.sort},${order.direction}`, page: 0 })}
      />
      {isAssigning && <UnassignedUsersDialog laboratory={laboratory} onClose={() => setAssigning(false)} />}
    </>
  );
}
