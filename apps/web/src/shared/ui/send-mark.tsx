import { Tooltip } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import styles from './send-mark.module.css';

/** Whether the files of a run lie on the file server; nothing while nobody tried. */
export function SendMark({ sent }: { readonly sent: boolean | null }) {
  if (sent === null) return null;
  const label = sent ? text.runs.sent : text.runs.notSent;
  const Icon = sent ? IconMail : IconMailOff;
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
      <span
        className={styles['mark']}
        role="img"
        aria-label={label}
        tabIndex={0}
        data-danger={!sent || undefined}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
      </span>
    </Tooltip>
  );
}
