import type { SortDirection } from '@curvewell/contracts';
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';

import styles from './sort-button.module.css';

const ICONS = { asc: IconArrowUp, desc: IconArrowDown, none: IconArrowsSort } as const;

interface SortButtonProps {
  readonly label: string;
  /** Null if the list is sorted by another column. */
  readonly direction: SortDirection | null;
  readonly onSort: () => void;
}

export function SortButton({ label, direction, onSort }: SortButtonProps) {
  const Icon = ICONS[direction ?? 'none'];
  return (
    <UnstyledButton
      className={styles['sort'] ?? ''}
      data-sorted={direction !== null || undefined}
      onClick={onSort}
    >
      {label}
      <Icon size={14} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}
