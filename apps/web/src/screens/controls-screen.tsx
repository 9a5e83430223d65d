import { EmptyState } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';

import { controlQueries } from '../data/controls.ts';
import { ControlsBoard } from '../features/controls/controls-board.tsx';
import { ControlsPrintHead } from '../features/controls/controls-print-head.tsx';
import { ControlsHead } from '../features/controls/controls-head.tsx';
import { useControlsAddress } from '../features/controls/use-controls-address.ts';
import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen/screen.tsx';

/** `/controls?kit=…&channel=FAM&control=…` – the control charts. */
export function ControlsScreen() {
  const { data: choices } = useSuspenseQuery(controlQueries.choices);
  const { view, set } = useControlsAddress(choices);
  return (
    <Screen
      title={text.controls.title}
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
