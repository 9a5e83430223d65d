import { MAX_COUNTED_RUNS } from '@curvewell/contracts';
import type { RunStatus } from '@curvewell/domain';
import { UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import type { RunPage } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { ageText } from '../../../shared/format/age-text.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { STATUS_LOOK } from '../../../shared/ui/badges/run-status-badge.tsx';
import { useMinute } from '../../../shared/hooks/use-minute.ts';
import styles from './status-filters.module.css';

/** In order of urgency. */
const STATUSES = ['WAIT_FOR_APPROVAL', 'RUN_TO_INTERPRET', 'APPROVED', 'REJECTED'] as const;

interface StatusFiltersProps {
  /** null for all. */
  readonly status: RunStatus | null;
  readonly onStatus: (status: RunStatus | null) => void;
  /** Undefined while loading. */
  readonly counts: Pick<RunPage, 'byStatus' | 'oldestWaiting'> | undefined;
}

/** Filters the list by status, with the number of matching runs in each. */
export function StatusFilters({ status, onStatus, counts }: StatusFiltersProps) {
  const now = useMinute();
  const byStatus = counts?.byStatus;
  const all = byStatus && Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  const oldest = counts?.oldestWaiting ?? null;
  return (
    <div className={styles['row']}>
      <div
        role="group"
        aria-label={text.runs.filters}
        className={styles['filters']}
        onKeyDown={moveFocus}
        data-status-filters
      >
        <Filter
          name={text.runs.allStatuses}
          count={all}
          isOn={status === null}
          onPick={() => {
            onStatus(null);
          }}
        />
        {STATUSES.map((each) => (
          <Filter
            key={each}
            name={text.status[each]}
            look={STATUS_LOOK[each]}
            count={byStatus?.[each]}
            isOn={status === each}
            onPick={() => {
              onStatus(status === each ? null : each);
            }}
          />
        ))}
      </div>
      {oldest !== null && <p className={styles['oldest']}>{text.runs.oldestWaits(ageText(oldest, now))}</p>}
    </div>
  );
}

/** Arrow keys move the focus between filters. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return;
  const buttons = [...currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons.at((at + step) % buttons.length)?.focus();
}

interface FilterProps {
  readonly name: string;
  readonly look?: (typeof STATUS_LOOK)[RunStatus];
  readonly count: number | undefined;
  readonly isOn: boolean;
  readonly onPick: () => void;
}

function Filter({ name, look, count, isOn, onPick }: FilterProps) {
  return (
    <UnstyledButton className={styles['filter'] ?? ''} aria-pressed={isOn} onClick={onPick}>
      {look && <look.Icon size={15} stroke={1.6} aria-hidden style={{ color: `var(--${look.color})` }} />}
      {name}
      <b>{count === undefined ? '' : countText(count)}</b>
    </UnstyledButton>
  );
}

const countText = (count: number): string =>
  count > MAX_COUNTED_RUNS ? `${formatCount(MAX_COUNTED_RUNS)}+` : formatCount(count);
