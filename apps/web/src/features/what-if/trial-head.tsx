import type { ChannelName } from '@curvewell/domain';
import { Alert, Button, Progress, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlayerStop } from '@tabler/icons-react';

import type { TrialProgress } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import type { TriedKit } from '../../shared/tried-kit.ts';
import {
  type ChangeFilter,
  filterCounts,
  type ListedChange,
  secondsLeft,
  type TrialFigures,
} from './change-groups.ts';
import styles from './what-if.module.css';

const words = text.whatIf;

interface TrialHeadProps {
  /** Null: none has begun. */
  readonly trial: TrialProgress | null;
  /** The settings cannot be tried. */
  readonly isIncomplete: boolean;
  readonly figures: TrialFigures;
  readonly changes: readonly ListedChange[];
  readonly channels: readonly ChannelName[];
  readonly names: TriedKit['names'];
  readonly filter: ChangeFilter;
  readonly onFilter: (filter: ChangeFilter) => void;
  readonly onStop: () => void;
  readonly onAgain: () => void;
}

/** How far the trial has come, what changes, and which of it is listed. */
export function TrialHead(props: TrialHeadProps) {
  const { trial, isIncomplete, figures, onStop, onAgain, names } = props;
  const read = trial ? trial.runs.length + trial.leftOut.length : 0;
  const part = trial && trial.total > 0 ? read / trial.total : 0;
  const isRunning = trial !== null && ['asked', 'waiting', 'running'].includes(trial.state);
  const isEnd = trial?.state === 'done' || trial?.state === 'stopped';

  return (
    <div className={styles['head']}>
      <div className={styles['figures']}>
        <h2>{words.change(figures.changed, figures.calls)}</h2>
        {figures.changedRuns > 0 && (
          <span className={styles['note']}>{words.inRuns(figures.changedRuns)}</span>
        )}
        <span className={styles['far']}>{trial && progressText(trial, read)}</span>
        {isRunning && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={14} stroke={1.6} aria-hidden />}
            onClick={onStop}
          >
            {words.stop}
          </Button>
        )}
      </div>
      <Progress.Root size={6}>
        <Progress.Section
          value={100 * part}
          aria-label={words.progressName}
          aria-valuetext={trial ? words.progress(read, trial.total) : undefined}
        />
      </Progress.Root>
      {/* Announced at every quarter, not run by run. */}
      <VisuallyHidden role="status">
        {part > 0 &&
          `${Math.floor(4 * part) * 25} %. ${part === 1 ? words.change(figures.changed, figures.calls) : ''}`}
      </VisuallyHidden>
      <Filters {...props} />
      {isIncomplete && <Alert color="warning">{words.incomplete}</Alert>}
      {trial?.state === 'failed' && (
        <Alert color="danger" role="alert" title={words.state.failed}>
          {trial.failure}{' '}
          <Button size="compact-xs" variant="default" onClick={onAgain}>
            {words.state.tryAgain}
          </Button>
        </Alert>
      )}
      {trial?.state === 'done' && trial.total === 0 && (
        <Alert color="accent">{words.noRun(names.kit, names.buffer, names.analyser)}</Alert>
      )}
      {isEnd && trial.runs.length > 0 && figures.changed === 0 && (
        <Alert color="success" icon={<IconCheck size={18} stroke={1.6} aria-hidden />}>
          {words.noChange(trial.runs.length)}
        </Alert>
      )}
      {trial?.leftOut.map(({ runId, businessId, reason }) => (
        <p key={runId} className={styles['left-out']}>
          {words.leftOut(businessId, reason)}
        </p>
      ))}
      <Notes {...props} />
    </div>
  );
}

/** What another algorithm changes by itself, and that not all is listed. */
function Notes({ trial, figures, changes }: TrialHeadProps) {
  const now = trial?.algorithmVersion ?? null;
  const others = figures.algorithms.filter((one) => one !== now);
  const byAlgorithm = changes.filter(({ isAlgorithm }) => isAlgorithm).length;
  return (
    <>
      {now !== null && others.length > 0 && (
        <p className={styles['left-out']}>{words.byAlgorithm(others.join(', '), now, byAlgorithm)}</p>
      )}
      {figures.listed < figures.changed && (
        <p className={styles['left-out']}>{words.listFull(figures.listed)}</p>
      )}
    </>
  );
}

function progressText(trial: TrialProgress, read: number): string {
  const { state, total } = trial;
  switch (state) {
    case 'asked':
    case 'waiting':
      return words.state[state];
    case 'running': {
      const left = secondsLeft(trial);
      const far = words.progress(read, total);
      return left === null ? far : `${far}, ${words.left(left)}`;
    }
    case 'stopped':
      return words.state.stopped(read, total);
    case 'done':
      return words.state.done(trial.runs.length);
    case 'failed':
      return words.state.failed;
  }
}

const FILTER_WORDS: Readonly<Record<ChangeFilter, (count: number) => string>> = {
  all: words.filters.all,
  approved: words.filters.approved,
  controls: words.filters.controls,
  FAM: (count) => words.filters.channel('FAM', count),
  TEXAS_RED: (count) => words.filters.channel('TEXAS_RED', count),
  'by-hand': words.filters.byHand,
  algorithm: words.filters.algorithm,
};

function Filters({ changes, channels, filter, onFilter }: TrialHeadProps) {
  return (
    <div className={styles['filters']} role="group" aria-label={words.filters.label} data-filters>
      {filterCounts(changes, channels).map(([each, count]) => (
        <button
          key={each}
          type="button"
          className={styles['filter']}
          aria-pressed={each === filter}
          onClick={() => {
            onFilter(each);
          }}
        >
          {FILTER_WORDS[each](count)}
        </button>
      ))}
    </div>
  );
}
