import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import styles from './filled-note.module.css';

/** That something was filled in because it has one answer, and the way to take it back. */
export function FilledNote({
  children,
  onClear,
}: {
  readonly children: ReactNode;
  readonly onClear: () => void;
}) {
  return (
    <div className={styles['note']} role="status">
      <IconCheck size={18} stroke={1.6} aria-hidden />
      <span>{children}</span>
      <Button size="xs" variant="default" onClick={onClear}>
        {text.filled.clear}
      </Button>
    </div>
  );
}
