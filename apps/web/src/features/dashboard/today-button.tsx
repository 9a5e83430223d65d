import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { formatCount } from '../../shared/format/format.ts';
import styles from './dashboard.module.css';
import { dashboardParts } from './dashboard-sections.tsx';
import { hasNews, type DashboardState } from './use-dashboard.ts';

const words = text.dashboard;

/** Reopens the panel that was closed for the day, and shows the number of its items. */
export function TodayButton({ state: { day, dashboard, isOpen, open } }: { readonly state: DashboardState }) {
  const can = useCan();
  if (dashboard === null || isOpen || !hasNews(dashboard)) return null;
  const parts = dashboardParts(dashboard, { day, canReadLots: can('READ_LOT_CONFIG_ADMIN'), canSend: false });
  const sentences = parts.flatMap(({ count, sentence }) =>
    count === null ? [] : [`${formatCount(count)} ${sentence}`],
  );
  return (
    <Button
      variant="default"
      aria-label={words.open(sentences.join(', '))}
      onClick={open}
      rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
    >
      <span className={styles['counts']}>
        {words.title}
        {parts.map(({ name, icon: PartIcon, tone, count }) => (
          <span key={name} className={styles['count']}>
            <PartIcon size={14} stroke={1.6} aria-hidden className={styles[tone]} />
            {count}
          </span>
        ))}
      </span>
    </Button>
  );
}
