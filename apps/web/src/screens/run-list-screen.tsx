import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useCallback, useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import { useCan, useRestoredCopy } from '../data/identity.ts';
import { MorningPanel } from '../features/morning/morning-panel.tsx';
import { TodayButton } from '../features/morning/today-button.tsx';
import { useMorning } from '../features/morning/use-morning.ts';
import { addressOf, firstOrder, type RunListView, viewOf } from '../features/runs/run-list-address.ts';
import { RunList } from '../features/runs/run-list.tsx';
import { text } from '../locale/text.ts';
import { paths } from '../shared/paths.ts';
import { RestoredCopyNote } from '../shared/ui/restored-copy-note.tsx';
import { SearchBox } from '../shared/ui/search-box.tsx';
import { Screen } from '../shared/ui/screen.tsx';

/** `/?page=2&search=LCT&status=APPROVED&sort=created&sortDirection=asc` – find a run or bring in a new one. */
export function RunListScreen() {
  const [address, setAddress] = useSearchParams();
  const search = useRef<HTMLInputElement>(null);
  const can = useCan();
  const decides = can('WRITE_DIAGNOSTIC');
  const copy = useRestoredCopy();
  const first = useMemo(() => firstOrder(decides), [decides]);
  const view = viewOf(address, first);
  const panel = useRef<HTMLElement>(null);
  const morning = useMorning();
  const show = useCallback(
    (next: RunListView) => {
      setAddress(addressOf(next, first), { replace: true });
    },
    [setAddress, first],
  );

  return (
    <Screen
      title={text.runs.title}
      aside={
        <>
          <TodayButton state={morning} />
          <SearchBox
            label={text.runs.search}
            ref={search}
            value={view.search}
            onSearch={(next) => {
              show({ ...view, search: next, page: 1 });
            }}
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
      {copy !== null && can('SUPER_ADMIN') && <RestoredCopyNote copy={copy} />}
      <MorningPanel state={morning} ref={panel} />
      <RunList
        view={view}
        onView={show}
        onFocusSearch={() => search.current?.focus()}
        onFocusMorning={() => panel.current?.focus()}
      />
    </Screen>
  );
}
