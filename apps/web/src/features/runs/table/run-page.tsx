import { INITIAL_PAGE_SIZE, reachOf, type RunSort } from '@curvewell/contracts';
import type { RunSummary } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';

import type { RunPage as LoadedPage, RunPageQuery, RunPaging } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { Pages } from '../../../shared/ui/lists/pages.tsx';
import { TOAST_MS, toastError } from '../../../shared/ui/messages/toast.tsx';
import { useStable } from '../../../shared/hooks/use-stable.ts';
import { useLateLoading } from '../../../shared/hooks/use-late-loading.ts';
import { usePageSize } from '../../../shared/hooks/use-page-size.ts';
import { handleListKey, useKeysOnArrival } from './list-keys.ts';
import { runCountText } from '../filters/run-count.ts';
import { type ListPlace, sortedBy } from '../filters/run-list-address.ts';
import styles from './run-list.module.css';
import { isDeletable } from './run-row.tsx';
import { RunTable } from './run-table.tsx';

/** Height of the column headers, px. */
const HEAD_HEIGHT = 40;

interface RunPageProps {
  readonly label: string;
  readonly isArchive?: boolean;
  readonly place: ListPlace;
  readonly onPlace: (place: ListPlace) => void;
  readonly query: (paging: RunPaging) => RunPageQuery;
  /** Shown instead of the table if there are no runs. */
  readonly empty: ReactNode;
  /** Above the table; gets the page for its counts. */
  readonly above?: (page: LoadedPage | undefined) => ReactNode;
  /** Focus targets of keyboard shortcuts. */
  readonly ways: { readonly search: () => void; readonly dashboard?: () => void };
  readonly onImport?: () => void;
  /** Both resolve to whether the run has left the list. */
  readonly onDelete: (run: RunSummary) => Promise<boolean>;
  readonly onRestore?: (run: RunSummary) => Promise<boolean>;
  readonly onDownload?: ((run: RunSummary) => void) | null;
}

/** No list has a page behind it. */
const lastPage = (sort: RunSort, size: number | null) =>
  Math.ceil(reachOf(sort) / (size ?? INITIAL_PAGE_SIZE));

/** One page of runs, as many as fit. */
export function RunPage(props: RunPageProps) {
  const { label, isArchive = false, place, onPlace, query, empty, onDelete, onRestore } = props;
  const frame = useRef<HTMLDivElement>(null);
  const size = usePageSize(frame, HEAD_HEIGHT);
  const { page, sort, sortDirection } = place;
  const { data, error, errorUpdatedAt, isError, isFetching, refetch } = useQuery({
    ...query({
      page: Math.min(page, lastPage(sort, size)) - 1,
      size: size ?? INITIAL_PAGE_SIZE,
      sort,
      sortDirection,
    }),
    enabled: size !== null,
  });
  const isLoading = useLateLoading(!data && !isError);
  const counted = Math.min(data?.count ?? 0, reachOf(sort));
  const pages = Math.max(1, Math.ceil(counted / (size ?? INITIAL_PAGE_SIZE)));

  useEffect(() => {
    if (error) toastError(text.runs.listFailed, error, { ms: TOAST_MS.listError });
  }, [error, errorUpdatedAt]);

  // The last run of the last page has left the list, or the window has grown.
  useEffect(() => {
    if (data && !isFetching && page > pages) onPlace({ page: pages, sort, sortDirection });
  }, [data, isFetching, page, pages, onPlace, sort, sortDirection]);

  const runs = isError ? [] : (data?.runs ?? null);
  const actWith = (act?: (run: RunSummary) => Promise<boolean>) => (run: RunSummary) => {
    void act?.(run).then((isGone) => {
      // The focused row has been removed.
      if (isGone) frame.current?.focus();
    });
  };
  const actions = {
    isArchive,
    onDelete: actWith(onDelete),
    onRestore: actWith(onRestore),
    onDownload: props.onDownload ?? null,
  };

  const onKey = useStable((event: Parameters<typeof handleListKey>[0]) =>
    handleListKey(event, {
      onSearch: props.ways.search,
      onDashboard: props.ways.dashboard ?? null,
      onImport: props.onImport ?? null,
      onDelete: (runId) => {
        const run = runs?.find(({ id }) => id === runId);
        if (run && isDeletable(run)) actions.onDelete(run);
      },
    }),
  );
  const list = useRef<HTMLDivElement>(null);
  useKeysOnArrival(list, onKey);

  return (
    <div ref={list} className={styles['list']} onKeyDown={onKey}>
      {props.above?.(isError ? undefined : data)}
      <section className={styles['panel']} aria-label={label} aria-busy={isFetching}>
        {isFetching && data && <div className={styles['refreshing']} />}
        <div ref={frame} className={styles['frame']} tabIndex={-1}>
          {isError ? (
            <div className={styles['failed']}>
              <span>{text.runs.listFailed}</span>
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                {text.common.tryAgain}
              </Button>
            </div>
          ) : data?.count === 0 ? (
            empty
          ) : (
            (runs !== null || isLoading) && (
              <RunTable
                runs={isLoading ? null : runs}
                waitingRows={size ?? INITIAL_PAGE_SIZE}
                view={place}
                onSort={(column) => onPlace(sortedBy(place, column))}
                label={label}
                actions={actions}
              />
            )
          )}
        </div>
        <div className={styles['foot']}>
          {data && !isError && (
            <Pages
              label={text.runs.pages}
              total={pages}
              page={page}
              onPage={(next) => onPlace({ page: next, sort, sortDirection })}
            />
          )}
          <p role="status" className={styles['count']}>
            {data && !isError ? runCountText(data.count, sort) : ''}
          </p>
        </div>
      </section>
    </div>
  );
}
