import type { ControlChoice } from '@curvewell/contracts';
import { EmptyState } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { controlQueries } from '../data/controls.ts';
import { ControlsBoard, WaitingBoard } from '../features/controls/controls-board.tsx';
import { ControlsPrintHead } from '../features/controls/controls-print-head.tsx';
import { ControlsHead } from '../features/controls/controls-head.tsx';
import { useControlsAddress } from '../features/controls/use-controls-address.ts';
import { SavedViews } from '../features/saved-views/saved-views.tsx';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { ListFailed } from '../shared/ui/lists/list-failed.tsx';
import { Screen } from '../shared/ui/screen/screen.tsx';

/** `/controls?kit=…&channel=FAM&control=…` – the control charts. */
export function ControlsScreen() {
  const { data, isError, refetch } = useQuery(controlQueries.choices);
  if (isError) return <FailedControls onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Screen title={text.controls.title}>
        <WaitingBoard />
      </Screen>
    );
  return <Controls choices={data} />;
}

function FailedControls({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Screen title={text.controls.title}>
      <ListFailed title={text.controls.failed} onRetry={onRetry} />
    </Screen>
  );
}

function Controls({ choices }: { readonly choices: readonly ControlChoice[] }) {
  const { view, set, saved, open } = useControlsAddress(choices);
  return (
    <Screen
      title={text.controls.title}
      beside={view && <SavedViews page="controls" path={paths.controls()} current={saved} onOpen={open} />}
      aside={view && <ControlsHead choices={choices} view={view} set={set} />}
    >
      {view === null ? (
        <EmptyState
          pt={80}
          icon={<IconChartLine size={28} stroke={1.6} aria-hidden />}
          description={text.controls.none}
        />
      ) : (
        <>
          <ControlsPrintHead choices={choices} view={view} />
          <ControlsBoard choices={choices} view={view} set={set} />
        </>
      )}
    </Screen>
  );
}
