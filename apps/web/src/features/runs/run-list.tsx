import type { RunSummary } from '@curvewell/contracts';
import { INITIAL_PAGE_SIZE } from '@curvewell/contracts';
import { Button, EmptyState, Pagination } from '@mantine/core';
import { IconDatabaseOff, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';

import { paths } from '../../app/paths.ts';
import { text } from '../../locale/text.ts';
import { formatCount } from '../../shared/format.ts';
import { sessionQueries, useCan } from '../../shared/session.ts';
import { TOAST_MS, toastError } from '../../shared/ui/toast.tsx';
import { useLateLoading } from '../../shared/use-late-loading.ts';
import { usePageSize } from '../../shared/use-page-size.ts';
import { handleListKey } from './list-keys.ts';
import { runQueries } from './queries.ts';
import { type RunListView, sortedBy } from './run-list-address.ts';
import styles from './run-list.module.css';
import { isDeletable } from './run-row.tsx';
import { RunTable } from './run-table.tsx';
import { downloadRunFiles, useDeleteRun } from './use-run-actions.ts';

/** Height of the heads of the columns, px. */
const HEAD_HEIGHT = 40;

interface RunListProps {
  readonly view: RunListView;
  readonly onView: (view: RunListView) => void;
  readonly onFocusSearch: () => void;
}

/** One page of runs, as many as fit. */
export function RunList({ view, onView, onFocusSearch }: RunListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = usePageSize(frame, HEAD_HEIGHT);
  const { page, search, sort, sortDirection } = view;
  const { data, error, errorUpdatedAt, isError, isFetching, refetch } = useQuery({
    ...runQueries.list({ page: page - 1, size: size ?? INITIAL_PAGE_SIZE, search, sort, sortDirection }),
    enabled: size !== null,
  });
  const isLoading = useLateLoading(!data && !isError);
  const deleteRun = useDeleteRun();
  const navigate = useNavigate();
  const canDownload = useCanDownload();
  const pages = Math.max(1, Math.ceil((data?.numberOfObjects ?? 0) / (size ?? INITIAL_PAGE_SIZE)));

  useEffect(() => {
    if (error) toastError(text.runs.listFailed, error, { ms: TOAST_MS.listError });
  }, [error, errorUpdatedAt]);

  // The last run of the last page was deleted, or the window has grown.
  useEffect(() => {
    if (data && !isFetching && page > pages) onView({ ...view, page: pages });
  }, [data, isFetching, page, pages, onView, view]);

  const runs = isError ? [] : (data?.listObjects ?? null);
  const ask = (run: RunSummary) => {
    void deleteRun(run).then((isGone) => {
      // The row that had the focus is no more.
      if (isGone) frame.current?.focus();
    });
  };

  return (
    <section
      className={styles['panel']}
      aria-label={text.runs.title}
      aria-busy={isFetching}
      onKeyDown={(event) => {
        handleListKey(event, {
          onSearch: onFocusSearch,
          onImport: () => void navigate(paths.runImport()),
          onDelete: (runId) => {
            const run = runs?.find(({ id }) => id === runId);
            if (run && isDeletable(run)) ask(run);
          },
        });
      }}
    >
      {isFetching && data && <div className={styles['refreshing']} />}
      <div ref={frame} className={styles['frame']} tabIndex={-1}>
        {isError ? (
          <div className={styles['failed']}>
            <span>{text.runs.listFailed}</span>
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              {text.common.tryAgain}
            </Button>
          </div>
        ) : data?.numberOfObjects === 0 ? (
          <NothingHere
            search={search}
            onClear={() => {
              onView({ ...view, search: '', page: 1 });
            }}
          />
        ) : (
          (runs !== null || isLoading) && (
            <RunTable
              runs={isLoading ? null : runs}
              waitingRows={size ?? INITIAL_PAGE_SIZE}
              view={view}
              onSort={(column) => {
                onView(sortedBy(view, column));
              }}
              onDelete={ask}
              onDownload={canDownload ? (run) => void downloadRunFiles(run) : null}
            />
          )
        )}
      </div>
      <div className={styles['foot']}>
        {data && !isError && pages > 1 && (
          <nav aria-label={text.runs.pages}>
            <Pagination
              size="sm"
              total={pages}
              value={page}
              onChange={(next) => {
                onView({ ...view, page: next });
              }}
              getItemProps={(item) => ({ 'aria-label': text.runs.page(item) })}
              getControlProps={(control) => ({ 'aria-label': CONTROL_NAMES[control] })}
            />
          </nav>
        )}
        <p role="status" className={styles['count']}>
          {data && !isError ? countOf(data.numberOfObjects) : ''}
        </p>
      </div>
    </section>
  );
}

const CONTROL_NAMES = {
  first: text.runs.firstPage,
  previous: text.runs.previousPage,
  next: text.runs.nextPage,
  last: text.runs.lastPage,
} as const;

const countOf = (count: number) => (count === 1 ? text.runs.oneRun : text.runs.count(formatCount(count)));

/** Original files are given out only where the server allows it, and only to few. */
function useCanDownload(): boolean {
  const can = useCan()('SUPER_ADMIN');
  const { data } = useQuery({ ...sessionQueries.properties, enabled: can });
  return can && data?.runFileDownload === true;
}

interface NothingHereProps {
  readonly search: string;
  readonly onClear: () => void;
}

function NothingHere({ search, onClear }: NothingHereProps) {
  const icon = { size: 28, stroke: 1.6, 'aria-hidden': true } as const;
  return search === '' ? (
    <EmptyState pt={80} icon={<IconDatabaseOff {...icon} />} description={text.runs.empty}>
      <Button component={Link} to={paths.runImport()}>
        {text.runs.import}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState pt={80} icon={<IconSearchOff {...icon} />} description={text.runs.noMatch(search)}>
      <Button variant="default" onClick={onClear}>
        {text.common.clearSearch}
      </Button>
    </EmptyState>
  );
}
