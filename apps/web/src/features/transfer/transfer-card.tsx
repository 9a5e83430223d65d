import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import styles from './transfer.module.css';

interface TransferCardProps {
  readonly title: string;
  /** What the file is for. */
  readonly text: string;
  readonly children: ReactNode;
  /** Beside the button: what is missing, or what will not happen yet. */
  readonly note: string;
  /** The button is enabled, but only reports what is missing. */
  readonly isWaiting: boolean;
  readonly action: string;
  readonly icon: ReactNode;
  readonly isBusy: boolean;
  readonly onAct: () => void;
  /** Called with a file dropped on the card. */
  readonly onDrop?: (file: File) => void;
}

/** A card with fields, a button, and a note beside it. */
export function TransferCard(props: TransferCardProps) {
  const { title, text, children, note, isWaiting, action, icon, isBusy, onAct, onDrop } = props;
  return (
    <section
      className={styles['card']}
      aria-label={title}
      onDragOver={(event) => {
        if (onDrop) event.preventDefault();
      }}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!onDrop || file === undefined) return;
        event.preventDefault();
        onDrop(file);
      }}
    >
      <header className={styles['head']}>
        <h3>{title}</h3>
        <span className={styles['note']}>{text}</span>
      </header>
      <div className={styles['body']}>{children}</div>
      <div className={styles['foot']}>
        <span className={styles['note']}>{note}</span>
        <Button
          leftSection={icon}
          loading={isBusy}
          data-disabled={isWaiting}
          aria-disabled={isWaiting}
          onClick={onAct}
        >
          {action}
        </Button>
      </div>
    </section>
  );
}
