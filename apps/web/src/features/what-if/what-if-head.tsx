import { ofEachChannel, type ChannelName } from '@curvewell/domain';
import { Alert, Button, Progress, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlayerStop } from '@tabler/icons-react';

import type { WhatIfProgress } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import type { WhatIfKit } from '../../shared/what-if-kit.ts';
import {
  type ChangeFilter,
  filterCounts,
  type ListedChange,
  secondsLeft,
  type WhatIfFigures,
} from './change-groups.ts';
import styles from './what-if.module.css';

const words = text.whatIf;

interface WhatIfHeadProps {
  /** Null before the first start. */
  readonly evaluation: WhatIfProgress | null;
  /** The settings are incomplete and cannot be evaluated. */
  readonly isIncomplete: boolean;
  readonly figures: WhatIfFigures;
  readonly changes: readonly ListedChange[];
  readonly channels: readonly ChannelName[];
  readonly names: WhatIfKit['names'];
  readonly filter: ChangeFilter;
  readonly onFilter: (filter: ChangeFilter) => void;
  readonly onStop: () => void;
  readonly onAgain: () => void;
}

/** Progress of the evaluation, its totals, and the filter of the list. */
export function WhatIfHead(props: WhatIfHeadProps) {
  const { evaluation, isIncomplete, figures, onStop, onAgain, names } = props;
  const read = evaluation ? evaluation.runs.length + evaluation.skipped.length : 0;
  const part = evaluation && evaluation.total > 0 ? read / evaluation.total : 0;
  const isRunning = evaluation !== null && ['asked', 'waiting', 'running'].includes(evaluation.state);
  const isEnd = evaluation?.state === 'done' || evaluation?.state === 'stopped';

  return (
    <div className={styles['head']}>
      <div className={styles['figures']}>
        <h2>{words.change(figures.changed, figures.calls)}</h2>
        {figures.changedRuns > 0 && (
          <span className={styles['note']}>{words.inRuns(figures.changedRuns)}</span>
        )}
        <span className={styles['far']}>{evaluation && progressText(evaluation, read)}</span>
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
          aria-valuetext={evaluation ? words.progress(read, evaluation.total) : undefined}
        />
      </Progress.Root>
      {/* Announced at every quarter, not after each run. */}
      <VisuallyHidden role="status">
        {part > 0 &&
          `${Math.floor(4 * part) * 25} %. ${part === 1 ? words.change(figures.changed, figures.calls) : ''}`}
      </VisuallyHidden>
      <Filters {...props} />
      {isIncomplete && <Alert color="warning">{words.incomplete}</Alert>}
      {evaluation?.state === 'failed' && (
        <Alert color="danger" role="alert" title={words.state.failed}>
          {evaluation.failure}{' '}
          <Button size="compact-xs" variant="default" onClick={onAgain}>
            {words.state.tryAgain}
          </Button>
        </Alert>
      )}
      {evaluation?.state === 'done' && evaluation.total === 0 && (
        <Alert color="accent">{words.noRun(names.kit, names.buffer, names.analyser)}</Alert>
      )}
      {isEnd && evaluation.runs.length > 0 && figures.changed === 0 && (
        <Alert color="success" icon={<IconCheck size={18} stroke={1.6} aria-hidden />}>
          {words.noChange(evaluation.runs.length)}
        </Alert>
      )}
      {evaluation?.skipped.map(({ runId, businessId, reason }) => (
        <p key={runId} className={styles['skipped']}>
          {words.skipped(businessId, reason)}
        </p>
      ))}
      <Notes {...props} />
    </div>
  );
}

/** Notes on changes caused by a newer algorithm, and on changes not listed. */
function Notes({ evaluation, figures, changes }: WhatIfHeadProps) {
  const now = evaluation?.algorithmVersion ?? null;
  const others = figures.algorithms.filter((one) => one !== now);
  const byAlgorithm = changes.filter(({ isAlgorithm }) => isAlgorithm).length;
  return (
    <>
      {now !== null && others.length > 0 && (
        <p className={styles['skipped']}>{words.byAlgorithm(others.join(', '), now, byAlgorithm)}</p>
      )}
      {figures.listed < figures.changed && (
        <p className={styles['skipped']}>{words.listFull(figures.listed)}</p>
      )}
    </>
  );
}

function progressText(evaluation: WhatIfProgress, read: number): string {
  const { state, total } = evaluation;
  switch (state) {
    case 'asked':
    case 'waiting':
      return words.state[state];
    case 'running': {
      const left = secondsLeft(evaluation);
      const far = words.progress(read, total);
      return left === null ? far : `${far}, ${words.left(left)}`;
    }
    case 'stopped':
      return words.state.stopped(read, total);
    case 'done':
      return words.state.done(evaluation.runs.length);
    case 'failed':
      return words.state.failed;
  }
}

const FILTER_WORDS: Readonly<Record<ChangeFilter, (count: number) => string>> = {
  all: words.filters.all,
  approved: words.filters.approved,
  controls: words.filters.controls,
  ...ofEachChannel((name) => (count: number) => words.filters.channel(name, count)),
  overridden: words.filters.override,
  algorithm: words.filters.algorithm,
};

function Filters({ changes, channels, filter, onFilter }: WhatIfHeadProps) {
  return (
    <div className={styles['filters']} role="group" aria-label={words.filters.label} data-filters>
      {filterCounts(changes, channels).map(([each, count]) => (
        <button
          key={each}
          type="button"
          className={styles['filter']}
          aria-pressed={each === filter}
          onClick={() => onFilter(each)}
        >
          {FILTER_WORDS[each](count)}
        </button>
      ))}
    </div>
  );
}
