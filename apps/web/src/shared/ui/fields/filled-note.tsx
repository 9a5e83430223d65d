import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import styles from './filled-note.module.css';

/** States that the only choice was filled in, and offers to undo that. */
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
