import type { RunSummary } from '@curvewell/contracts';
import { Tooltip } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import styles from './send-mark.module.css';

/** Whether a decided run is still what was signed; nothing where nobody has signed or looked. */
export function RecordMark({ record }: Pick<RunSummary, 'record'>) {
  if (record === null) return null;
  const isChanged = record === 'changed';
  const label = isChanged ? text.record.changed : text.record.unchanged;
  const Icon = isChanged ? IconShieldX : IconShieldCheck;
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
      <span
        className={styles['mark']}
        role="img"
        aria-label={label}
        tabIndex={0}
        data-danger={isChanged || undefined}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
      </span>
    </Tooltip>
  );
}
