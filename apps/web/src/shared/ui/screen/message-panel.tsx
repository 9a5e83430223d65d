import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';

import styles from './message-panel.module.css';
import { ScreenHeading } from './screen-heading.tsx';

interface MessagePanelProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A screen with only a message, centred. */
export function MessagePanel({ title, children, actions }: MessagePanelProps) {
  return (
    <main id="content" tabIndex={-1} className={styles['main']}>
      <Paper withBorder radius="lg" className={styles['panel']}>
        <ScreenHeading title={title} />
        <div className={styles['text']}>{children}</div>
        <div className={styles['actions']}>{actions}</div>
      </Paper>
    </main>
  );
}
