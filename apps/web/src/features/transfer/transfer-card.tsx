import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import styles from './transfer.module.css';

interface TransferCardProps {
  readonly title: string;
  readonly children: ReactNode;
  /** At the left of the button: what it waits for, or what it does not do yet. */
  readonly note: string;
  /** The button works, but says what is missing. */
  readonly isWaiting: boolean;
  readonly action: string;
  readonly icon: ReactNode;
  readonly isBusy: boolean;
  readonly onAct: () => void;
  /** A file that was dropped on the card. */
  readonly onDrop?: (file: File) => void;
}

/** A card with what is to be chosen, and its button with the reason at its left. */
export function TransferCard(props: TransferCardProps) {
  const { title, children, note, isWaiting, action, icon, isBusy, onAct, onDrop } = props;
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
      <h3 className={styles['title']}>{title}</h3>
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
