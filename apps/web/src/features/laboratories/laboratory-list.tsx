import { LABORATORY_PAGE_SIZE, type Laboratory } from '@curvewell/contracts';
import { Badge, Button, EmptyState } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { laboratoryQueries } from '../../data/laboratories.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/paths.ts';
import { scrollToPart } from '../../shared/scroll-to-part.ts';
import { shortcutsEnabled } from '../../shared/shortcuts.ts';
import { ListFailed } from '../../shared/ui/list-failed.tsx';
import { PickPages, PickTable } from '../../shared/ui/pick-table.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { TOAST_MS, toastError } from '../../shared/ui/toast.tsx';
import { useLateLoading } from '../../shared/use-late-loading.ts';
import styles from './laboratories.module.css';
import { useLaboratoriesAddress } from './use-laboratories-address.ts';

const words = text.laboratories;

interface LaboratoryListProps {
  /** Whether something else may be chosen. */
  readonly mayLeave: () => Promise<boolean>;
}

/** The laboratories, of which one is chosen. */
export function LaboratoryList({ mayLeave }: LaboratoryListProps) {
  const can = useCan();
  const { place, laboratoryId, show, choose } = useLaboratoriesAddress();
  const search = useRef<HTMLInputElement>(null);
  const { data, error, errorUpdatedAt, isError, isFetching, refetch } = useQuery(
    laboratoryQueries.list(place),
  );
  const isLoading = useLateLoading(!data && !isError);
  const pages = Math.max(1, Math.ceil((data?.totalElements ?? 0) / LABORATORY_PAGE_SIZE));

  useEffect(() => {
    if (error) toastError(words.listFailed, error, { ms: TOAST_MS.listError });
  }, [error, errorUpdatedAt]);

  return (
    <section
      id="laboratory-list"
      className={styles['card']}
      aria-label={words.title}
      aria-busy={isFetching}
      onKeyDown={(event) => {
        if (
          event.key !== '/' ||
          !shortcutsEnabled() ||
          (event.target instanceof HTMLInputElement && event.target.type === 'search')
        )
          return;
        event.preventDefault();
        search.current?.focus();
      }}
    >
      <div className={styles['bar']}>
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
        {can('WRITE_LABORATORY') && can('READ_ALL_LABORATORY') && (
          <Button
            component={Link}
            to={paths.laboratoryAdd()}
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            aria-label={words.addLaboratories}
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
            {place.search !== '' && (
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
              waitingRows={LABORATORY_PAGE_SIZE}
              columns={[
                { label: words.columns.name, sort: 'name', show: (row) => <Name laboratory={row} /> },
                { label: words.columns.users, isEnd: true, width: 72, show: ({ userCount }) => userCount },
              ]}
              nameOf={({ name }) => name}
              picked={laboratoryId}
              onPick={(id) => {
                if (id === laboratoryId) return;
                void mayLeave().then((may) => {
                  if (may) choose(id);
                });
              }}
              onOpen={() => {
                scrollToPart('laboratory-detail');
              }}
              order={{ sort: 'name', direction: place.sort === 'name,asc' ? 'asc' : 'desc' }}
              onOrder={({ direction }) => {
                show({ ...place, sort: `name,${direction}`, page: 0 });
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
    </section>
  );
}

function Name({ laboratory: { name, active } }: { readonly laboratory: Laboratory }) {
  return (
    <>
      {name}
      {!active && (
        <Badge ml={8} size="sm" variant="light" color="gray" className={styles['word'] ?? ''}>
          {words.inactive}
        </Badge>
      )}
    </>
  );
}
