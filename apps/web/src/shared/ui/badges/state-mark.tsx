import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

import styles from './state-mark.module.css';

interface StateMarkProps {
  /** Text of the tooltip and for screen readers. */
  readonly label: string;
  readonly icon: Icon;
  readonly isDanger: boolean;
}

/** An icon for a state in a list row, explained by a tooltip. */
export function StateMark({ label, icon: Sign, isDanger }: StateMarkProps) {
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
      <span
        className={styles['mark']}
        role="img"
        aria-label={label}
        tabIndex={0}
        data-danger={isDanger || undefined}
      >
        <Sign size={18} stroke={1.6} aria-hidden />
      </span>
    </Tooltip>
  );
}
