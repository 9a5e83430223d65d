import { Button, EmptyState } from '@mantine/core';
import { IconDatabaseOff, IconFilterOff, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';

import { identityQueries, useCan } from '../../data/identity.ts';
import { runQueries } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import type { ListPlace, RunListView } from './filters/run-list-address.ts';
import { RunPage } from './table/run-page.tsx';
import { StatusFilters } from './filters/status-filters.tsx';
import { useConfirmedDeletion, useDownload } from './actions/use-run-actions.ts';

interface RunListProps {
  readonly view: RunListView;
  readonly onView: (view: RunListView) => void;
  /** The saved views of the user. */
  readonly views: ReactNode;
  /** Called when the laboratory has no live run. */
  readonly onEmpty: () => void;
  readonly onFocusSearch: () => void;
  /** Moves the focus to the dashboard above the list. */
  readonly onFocusDashboard: () => void;
}

/** The runs of the laboratory. */
export function RunList({ view, onView, views, onEmpty, onFocusSearch, onFocusDashboard }: RunListProps) {
  const { search, status } = view;
  const deleteRun = useConfirmedDeletion();
  const download = useDownload();
  const navigate = useNavigate();
  const canDownload = useCanDownload();
  const place = useCallback(
    (next: ListPlace) => {
      onView({ ...next, search, status });
    },
    [onView, search, status],
  );
  return (
    <RunPage
      label={text.runs.title}
      place={view}
      onPlace={place}
      query={(paging) => runQueries.list({ ...paging, search, status })}
      empty={
        <NothingHere
          view={view}
          onView={(next) => {
            onView({ ...next, page: 1 });
          }}
          onEmpty={onEmpty}
        />
      }
      above={(page) => (
        <StatusFilters
          status={status}
          onStatus={(next) => {
            onView({ ...view, status: next, page: 1 });
          }}
          counts={page}
          views={views}
        />
      )}
      ways={{ search: onFocusSearch, dashboard: onFocusDashboard }}
      onImport={() => void navigate(paths.runImport())}
      onDelete={deleteRun}
      onDownload={canDownload ? (run) => void download(run) : null}
    />
  );
}

/** Whether the user may download original files. */
function useCanDownload(): boolean {
  const can = useCan()('SUPER_ADMIN');
  const { data } = useQuery({ ...identityQueries.properties, enabled: can });
  return can && data?.runFileDownload === true;
}

type NothingHereProps = Pick<RunListProps, 'view' | 'onView' | 'onEmpty'>;

function NothingHere({ view, onView, onEmpty }: NothingHereProps) {
  const { search, status } = view;
  const isEmpty = search === '' && status === null;
  useEffect(() => {
    if (isEmpty) onEmpty();
  }, [isEmpty, onEmpty]);
  const icon = { size: 28, stroke: 1.6, 'aria-hidden': true } as const;
  if (search !== '')
    return (
      <EmptyState
        pt={80}
        icon={<IconSearchOff {...icon} />}
        description={`${text.runs.noMatch(search)} ${text.runs.notSearched}`}
      >
        <Button
          variant="default"
          onClick={() => {
            onView({ ...view, search: '' });
          }}
        >
          {text.common.clearSearch}
        </Button>
      </EmptyState>
    );
  if (status !== null)
    return (
      <EmptyState pt={80} icon={<IconFilterOff {...icon} />} description={text.runs.noneInStatus[status]}>
        <Button
          variant="default"
          onClick={() => {
            onView({ ...view, status: null });
          }}
        >
          {text.runs.showAll}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState pt={80} icon={<IconDatabaseOff {...icon} />} description={text.runs.empty}>
      <Button component={Link} to={paths.runImport()}>
        {text.runs.import}
      </Button>
    </EmptyState>
  );
}
