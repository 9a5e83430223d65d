import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

import styles from './state-mark.module.css';

interface StateMarkProps {
  /** What it says, for pointer and screen reader. */
  readonly label: string;
  readonly icon: Icon;
  readonly isDanger: boolean;
}

/** A state in a row of a list: a sign with a tooltip of its words. */
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
