import { Button, EmptyState } from '@mantine/core';
import { IconDatabaseOff, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';

import { identityQueries, useCan } from '../../data/identity.ts';
import { runQueries } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/paths.ts';
import type { ListPlace, RunListView } from './run-list-address.ts';
import { RunPage } from './run-page.tsx';
import { useAskedDeletion, useDownload } from './use-run-actions.ts';

interface RunListProps {
  readonly view: RunListView;
  readonly onView: (view: RunListView) => void;
  readonly onFocusSearch: () => void;
}

/** The runs of the laboratory. */
export function RunList({ view, onView, onFocusSearch }: RunListProps) {
  const { search } = view;
  const deleteRun = useAskedDeletion();
  const download = useDownload();
  const navigate = useNavigate();
  const canDownload = useCanDownload();
  const place = useCallback(
    (next: ListPlace) => {
      onView({ ...next, search });
    },
    [onView, search],
  );
  return (
    <RunPage
      label={text.runs.title}
      place={view}
      onPlace={place}
      query={(paging) => runQueries.list({ ...paging, search })}
      empty={
        <NothingHere
          search={search}
          onClear={() => {
            onView({ ...view, search: '', page: 1 });
          }}
        />
      }
      onFocusSearch={onFocusSearch}
      onImport={() => void navigate(paths.runImport())}
      onDelete={deleteRun}
      onDownload={canDownload ? (run) => void download(run) : null}
    />
  );
}

/** Original files are given out only where the server allows it, and only to few. */
function useCanDownload(): boolean {
  const can = useCan()('SUPER_ADMIN');
  const { data } = useQuery({ ...identityQueries.properties, enabled: can });
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
