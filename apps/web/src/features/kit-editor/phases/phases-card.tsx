import type { KitRun } from '@curvewell/contracts';
import { ActionIcon, Alert, Button, Group, Select } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronLeft,
  IconChevronRight,
  IconZoomReset,
} from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { formatDate } from '../../../shared/format.ts';
import { draftChanges } from '../draft/draft-changes.ts';
import type { KitDraft } from '../draft/kit-draft.ts';
import styles from '../kit-editor.module.css';
import type { useDraft } from '../use-draft.ts';
import type { Range } from '../charts/chart-layout.ts';
import { KitCharts } from '../charts/kit-charts.tsx';
import { PhasesFields } from './phases-fields.tsx';

const words = text.kits.phases;
const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface PhasesCardProps {
  readonly runs: readonly KitRun[];
  readonly run: KitRun | null;
  readonly onRun: (runId: string) => void;
  /** null: it did not fail. */
  readonly onRunFailed: (() => void) | null;
  readonly work: ReturnType<typeof useDraft>;
  readonly nameOf: (id: string | null) => string;
}

/** Phases and zones: on the curves of a run, and in fields. */
export function PhasesCard({ runs, run, onRun, onRunFailed, work, nameOf }: PhasesCardProps) {
  const { history } = work;
  const [told, setTold] = useState('');
  const [zoom, setZoom] = useState<Range | null>(null);
  const step = (kind: 'undo' | 'redo'): void => {
    const to: KitDraft | undefined = kind === 'undo' ? history.past.at(-1) : history.future[0];
    if (to === undefined) return;
    const [first] = draftChanges(history.draft, to, nameOf);
    const what = first ? text.kits.changes.one(first) : '';
    setTold(kind === 'undo' ? words.undone(what) : words.redoneWhat(what));
    work[kind]();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey)) {
      const isTyping = event.target instanceof HTMLInputElement;
      if (!isTyping && !event.altKey && (event.key === ',' || event.key === '.'))
        go(event.key === ',' ? -1 : 1);
      return;
    }
    if (event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'z') step(event.shiftKey ? 'redo' : 'undo');
    else if (key === 'y') step('redo');
    else return;
    event.preventDefault();
  };
  const at = runs.findIndex(({ runId }) => runId === run?.runId);
  const go = (by: number): void => {
    const next = runs[at + by];
    if (next) onRun(next.runId);
  };

  return (
    <section className={styles['card']} aria-labelledby="phases-title" onKeyDown={onKeyDown}>
      <div className={styles['bar']}>
        <h2 id="phases-title" className={styles['title']}>
          {words.title}
        </h2>
        {run && (
          <Group gap={4} wrap="nowrap">
            <span>{words.on}</span>
            <Select
              size="xs"
              w={236}
              aria-label={words.run}
              allowDeselect={false}
              data={runs.map(({ runId, businessId, runDate, wells }) => ({
                value: runId,
                label: words.runOption(businessId, formatDate(runDate), wells),
              }))}
              value={run.runId}
              onChange={(runId) => {
                if (runId !== null) onRun(runId);
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.newerRun}
              disabled={at <= 0}
              onClick={() => {
                go(-1);
              }}
            >
              <IconChevronLeft {...ICON} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.olderRun}
              disabled={at < 0 || at >= runs.length - 1}
              onClick={() => {
                go(1);
              }}
            >
              <IconChevronRight {...ICON} />
            </ActionIcon>
          </Group>
        )}
        <Group gap={4} ml="auto" wrap="nowrap">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconArrowBackUp {...ICON} />}
            disabled={history.past.length === 0}
            onClick={() => {
              step('undo');
            }}
          >
            {words.undo}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconArrowForwardUp {...ICON} />}
            disabled={history.future.length === 0}
            onClick={() => {
              step('redo');
            }}
          >
            {words.redo}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconZoomReset {...ICON} />}
            disabled={zoom === null}
            onClick={() => {
              setZoom(null);
            }}
          >
            {text.kits.charts.resetZoom}
          </Button>
        </Group>
      </div>
      {onRunFailed && (
        <Alert color="danger" role="alert" p={8}>
          {words.curvesFailed}{' '}
          <Button size="compact-xs" variant="default" onClick={onRunFailed}>
            {text.common.tryAgain}
          </Button>
        </Alert>
      )}
      <KitCharts zoom={zoom} onZoom={setZoom} />
      <PhasesFields />
      <div className="visually-hidden" role="status">
        {told}
      </div>
    </section>
  );
}
