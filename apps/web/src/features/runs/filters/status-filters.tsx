import { MAX_COUNTED_RUNS } from '@curvewell/contracts';
import type { RunStatus } from '@curvewell/domain';
import type { ReactNode } from 'react';

import type { RunPage } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { ageText } from '../../../shared/format/age-text.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { STATUS_LOOK } from '../../../shared/ui/badges/run-status-badge.tsx';
import { FilterButtons } from '../../../shared/ui/lists/filter-buttons.tsx';
import { useMinute } from '../../../shared/hooks/use-minute.ts';
import styles from './status-filters.module.css';

/** In order of urgency. */
const STATUSES = ['WAIT_FOR_APPROVAL', 'RUN_TO_INTERPRET', 'APPROVED', 'REJECTED'] as const;

interface StatusFiltersProps {
  /** null for all. */
  readonly status: RunStatus | null;
  readonly onStatus: (status: RunStatus | null) => void;
  /** The saved views of the user, after the statuses. */
  readonly views: ReactNode;
  /** Undefined while loading. */
  readonly counts: Pick<RunPage, 'byStatus' | 'oldestWaiting'> | undefined;
}

/** Filters the list by status, with the number of matching runs in each. */
export function StatusFilters({ status, onStatus, counts, views }: StatusFiltersProps) {
  const now = useMinute();
  const byStatus = counts?.byStatus;
  const all = byStatus && Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  const oldest = counts?.oldestWaiting ?? null;
  return (
    <div className={styles['row']}>
      <FilterButtons
        label={text.runs.filters}
        chosen={status ?? 'all'}
        filters={[
          { name: 'all', label: text.runs.allStatuses, count: countText(all) },
          ...STATUSES.map((each) => ({
            name: each,
            label: text.status[each],
            icon: <StatusIcon status={each} />,
            count: countText(byStatus?.[each]),
          })),
        ]}
        onChoose={(chosen) => onStatus(chosen === 'all' || chosen === status ? null : chosen)}
      />
      {views}
      {oldest !== null && <p className={styles['oldest']}>{text.runs.oldestWaits(ageText(oldest, now))}</p>}
    </div>
  );
}

function StatusIcon({ status }: { readonly status: RunStatus }) {
  const { Icon, color } = STATUS_LOOK[status];
  return <Icon size={15} stroke={1.6} aria-hidden style={{ color: `var(--${color})` }} />;
}

const countText = (count: number | undefined): string => {
  if (count === undefined) return '';
  return count > MAX_COUNTED_RUNS ? `${formatCount(MAX_COUNTED_RUNS)}+` : formatCount(count);
};
