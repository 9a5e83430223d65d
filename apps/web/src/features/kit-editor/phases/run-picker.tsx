import type { KitRun } from '@curvewell/contracts';
import { ActionIcon, Group, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { formatDate } from '../../../shared/format/format.ts';
import styles from './phases.module.css';

const words = text.kits.phases;
const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** The next newer (-1) or older (1) run; undefined if there is none. */
export const neighbourRun = (runs: readonly KitRun[], run: KitRun | null, by: -1 | 1): KitRun | undefined => {
  const at = runs.findIndex(({ runId }) => runId === run?.runId);
  return at < 0 ? undefined : runs[at + by];
};

interface RunPickerProps {
  readonly runs: readonly KitRun[];
  readonly otherRuns: readonly KitRun[];
  readonly run: KitRun | null;
  readonly onRun: (runId: string) => void;
}

/** Chooses the run whose curves are shown: one with the kit, or any other of the analyser. */
export function RunPicker({ runs, otherRuns, run, onRun }: RunPickerProps) {
  if (runs.length + otherRuns.length === 0) return null;
  const group = run !== null && otherRuns.includes(run) ? otherRuns : runs;
  const newer = neighbourRun(group, run, -1);
  const older = neighbourRun(group, run, 1);
  const option = ({ runId, businessId, runDate, wells }: KitRun) => ({
    value: runId,
    label: words.runOption(businessId, formatDate(runDate), wells),
  });
  return (
    <Group gap={4} wrap="nowrap" miw={0} className={styles['run-picker'] ?? ''}>
      <span>{words.on}</span>
      <Select
        size="xs"
        aria-label={words.run}
        placeholder={words.otherRun}
        allowDeselect={false}
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage={words.noSuchRun}
        data={[
          ...(runs.length > 0 ? [{ group: words.runsWithKit, items: runs.map(option) }] : []),
          ...(otherRuns.length > 0 ? [{ group: words.otherRuns, items: otherRuns.map(option) }] : []),
        ]}
        value={run?.runId ?? null}
        onChange={(runId) => {
          if (runId !== null) onRun(runId);
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.newerRun}
        disabled={newer === undefined}
        onClick={() => {
          if (newer) onRun(newer.runId);
        }}
      >
        <IconChevronLeft {...ICON} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.olderRun}
        disabled={older === undefined}
        onClick={() => {
          if (older) onRun(older.runId);
        }}
      >
        <IconChevronRight {...ICON} />
      </ActionIcon>
    </Group>
  );
}
