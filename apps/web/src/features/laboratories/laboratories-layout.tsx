import type { ReactNode } from 'react';

import styles from './laboratories.module.css';

interface LaboratoriesLayoutProps {
  /** Null: one's own laboratory, which needs no list. */
  readonly list: ReactNode;
  readonly children: ReactNode;
}

/** The list at the left, what is chosen at the right; one below the other where there is no room. */
export function LaboratoriesLayout({ list, children }: LaboratoriesLayoutProps) {
  if (list === null)
    return (
      <div className={styles['detail']} data-own>
        {children}
      </div>
    );
  return (
    <div className={styles['three']}>
      {list}
      <div className={styles['detail']}>{children}</div>
    </div>
  );
}
