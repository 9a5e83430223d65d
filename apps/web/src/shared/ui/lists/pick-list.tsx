import { Button, EmptyState } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect } from 'react';

import { text } from '../../../locale/text.ts';
import { useLateLoading } from '../../hooks/use-late-loading.ts';
import { useSearchKey } from '../../navigation/use-search-key.ts';
import { ListFailed } from './list-failed.tsx';
import styles from './pick-list.module.css';
import { PickPages, PickTable } from './pick-table.tsx';
import { SearchBox } from './search-box.tsx';
import { TOAST_MS, toastError } from '../messages/toast.tsx';

/** Search, order and page of a list. */
interface Shown {
  /** From 0. */
  readonly page: number;
  readonly search: string;
}

interface PageQuery<Row> {
  readonly data: { readonly content: readonly Row[]; readonly totalElements: number } | undefined;
  readonly error: Error | null;
  readonly errorUpdatedAt: number;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface PickListWords {
  readonly title: string;
  readonly search: string;
  readonly searchHint: string;
  readonly listFailed: string;
  readonly empty: string;
  readonly noMatch: (search: string) => string;
  readonly pages: string;
  readonly count: (count: number) => string;
}

type Table<Row extends { readonly id: string }, Sort extends string> = ComponentProps<
  typeof PickTable<Row, Sort>
>;

interface PickListProps<
  Row extends { readonly id: string },
  Sort extends string,
  Place extends Shown,
> extends Pick<Table<Row, Sort>, 'columns' | 'nameOf' | 'picked' | 'onPick' | 'onOpen' | 'order'> {
  readonly id: string;
  readonly words: PickListWords;
  /** Show the title; screen readers get it in any case. */
  readonly hasTitle?: boolean;
  readonly query: PageQuery<Row>;
  readonly pageSize: number;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly onOrder: Table<Row, Sort>['onOrder'];
  /** Beside the search. */
  readonly actions: ReactNode;
  /** Between the search and the actions. */
  readonly filters?: ReactNode;
  /** Below the text for an empty list. */
  readonly emptyAction?: ReactNode;
}

/** A card with a searchable, sortable, paged list of which one row can be selected. */
export function PickList<Row extends { readonly id: string }, Sort extends string, Place extends Shown>(
  props: PickListProps<Row, Sort, Place>,
) {
  const {
    id,
    words,
    hasTitle = false,
    query,
    pageSize,
    place,
    onPlace,
    actions,
    filters,
    emptyAction,
    ...table
  } = props;
  const { data, error, errorUpdatedAt, isError, isFetching, refetch } = query;
  const { search, onKeyDown } = useSearchKey();
  const isLoading = useLateLoading(!data && !isError);
  useEffect(() => {
    if (error) toastError(words.listFailed, error, { ms: TOAST_MS.listError });
  }, [words, error, errorUpdatedAt]);
  const find = (next: string) => onPlace({ ...place, search: next, page: 0 });

  return (
    <section
      id={id}
      className={styles['card']}
      aria-label={words.title}
      aria-busy={isFetching}
      onKeyDown={onKeyDown}
    >
      <div className={styles['bar']}>
        {hasTitle && <h2 className={styles['title']}>{words.title}</h2>}
        <SearchBox
          label={words.search}
          hint={words.searchHint}
          fill
          ref={search}
          value={place.search}
          onSearch={find}
        />
        {filters}
        {actions}
      </div>
      <div className={styles['frame']}>
        {isError ? (
          <ListFailed title={words.listFailed} onRetry={() => void refetch()} />
        ) : data?.totalElements === 0 ? (
          <EmptyState description={place.search === '' ? words.empty : words.noMatch(place.search)}>
            {place.search === '' ? (
              emptyAction
            ) : (
              <Button variant="default" onClick={() => find('')}>
                {text.common.clearSearch}
              </Button>
            )}
          </EmptyState>
        ) : (
          (data !== undefined || isLoading) && (
            <PickTable label={words.title} rows={data?.content ?? null} waitingRows={pageSize} {...table} />
          )
        )}
      </div>
      <PickPages
        label={words.pages}
        page={place.page + 1}
        pages={Math.max(1, Math.ceil((data?.totalElements ?? 0) / pageSize))}
        onPage={(page) => onPlace({ ...place, page: page - 1 })}
        count={data && !isError ? words.count(data.totalElements) : ''}
      />
    </section>
  );
}
