import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import { firstStepQueries } from '../data/first-steps.ts';
import { useCan, useRestoredCopy } from '../data/identity.ts';
import { DashboardPanel } from '../features/dashboard/dashboard-panel.tsx';
import { TodayButton } from '../features/dashboard/today-button.tsx';
import { useDashboard } from '../features/dashboard/use-dashboard.ts';
import {
  addressOf,
  firstOrder,
  type RunListView,
  viewOf,
} from '../features/runs/filters/run-list-address.ts';
import { RepeatListButton } from '../features/repeat-list/repeat-list-button.tsx';
import { RunList } from '../features/runs/run-list.tsx';
import { SavedViews } from '../features/saved-views/saved-views.tsx';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { RestoredCopyNote } from '../shared/ui/alerts/restored-copy-note.tsx';
import { SearchBox } from '../shared/ui/lists/search-box.tsx';
import { Screen } from '../shared/ui/screen/screen.tsx';

const FirstSteps = lazy(async () => ({
  default: (await import('../features/first-steps/first-steps.tsx')).FirstSteps,
}));

/** `/` – the list of runs, or the first steps of a laboratory that has none yet. */
export function RunListScreen() {
  const [isEmpty, setEmpty] = useState(false);
  const steps = useQuery({ ...firstStepQueries.read, enabled: isEmpty });
  const noteEmpty = useCallback(() => setEmpty(true), []);
  // An answer of an earlier visit, or one that could not be refreshed, must not hide runs imported since.
  if (isEmpty && steps.isSuccess && steps.isFetchedAfterMount && steps.data)
    return (
      <Suspense>
        <FirstSteps steps={steps.data} note={<CopyNote />} />
      </Suspense>
    );
  return <ListedRuns onEmpty={noteEmpty} />;
}

/** For super administrators of a restored copy. */
function CopyNote() {
  const can = useCan();
  const copy = useRestoredCopy();
  return copy !== null && can('SUPER_ADMIN') && <RestoredCopyNote copy={copy} />;
}

interface ListedRunsProps {
  /** Called when the laboratory has no live run. */
  readonly onEmpty: () => void;
}

/** `/?page=2&search=LCT&status=APPROVED&sort=created&sortDirection=asc` – the list of runs. */
function ListedRuns({ onEmpty }: ListedRunsProps) {
  const [address, setAddress] = useSearchParams();
  const search = useRef<HTMLInputElement>(null);
  const can = useCan();
  const decides = can('WRITE_DIAGNOSTIC');
  const first = useMemo(() => firstOrder(decides), [decides]);
  const view = viewOf(address, first);
  const panel = useRef<HTMLElement>(null);
  const dashboard = useDashboard();
  const show = useCallback(
    (next: RunListView) => setAddress(addressOf(next, first), { replace: true }),
    [setAddress, first],
  );

  return (
    <Screen
      title={text.runs.title}
      aside={
        <>
          <TodayButton state={dashboard} />
          <RepeatListButton of={null} />
          <SearchBox
            label={text.runs.search}
            ref={search}
            value={view.search}
            onSearch={(next) => show({ ...view, search: next, page: 1 })}
          />
          <Button
            component={Link}
            to={paths.runImport()}
            leftSection={<IconFileImport size={18} stroke={1.6} />}
          >
            {text.runs.import}
          </Button>
        </>
      }
    >
      <CopyNote />
      <DashboardPanel state={dashboard} ref={panel} />
      <RunList
        view={view}
        onView={show}
        views={
          <SavedViews
            page="runs"
            path={paths.runList()}
            current={addressOf({ ...view, page: 1 }, first).toString()}
            onOpen={(saved) => show({ ...viewOf(new URLSearchParams(saved), first), page: 1 })}
            isAfterFilters
          />
        }
        onEmpty={onEmpty}
        onFocusSearch={() => search.current?.focus()}
        onFocusDashboard={() => panel.current?.focus()}
      />
    </Screen>
  );
}
