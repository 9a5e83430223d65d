import { IconArrowRight } from '@tabler/icons-react';

import styles from '../audit.module.css';
import type { EntryChange } from './entry-changes.ts';
import { EntryValue } from './entry-value.tsx';

interface ChangeArrowProps {
  readonly change: EntryChange;
  /** For a table row. */
  readonly isPlain?: boolean;
}

/** Old → new, or a single value. */
export function ChangeArrow({ change: { from, to }, isPlain = false }: ChangeArrowProps) {
  if (from === undefined) return <EntryValue value={to} isPlain={isPlain} />;
  return (
    <span className={styles['change']}>
      <span className={styles['old']}>
        <EntryValue value={from} isPlain={isPlain} />
      </span>
      <IconArrowRight size={13} stroke={1.6} aria-label="→" className={styles['arrow'] ?? ''} />
      <EntryValue value={to} isPlain={isPlain} />
    </span>
  );
}
