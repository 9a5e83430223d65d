import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import { scrollToPart } from '../../shared/navigation/scroll-to-part.ts';

import styles from './laboratories.module.css';

interface LaboratoriesLayoutProps {
  /** Null on the page of the user's own laboratory. */
  readonly list: ReactNode;
  readonly children: ReactNode;
}

/** The list at the left and the selection at the right, stacked in a narrow window. */
export function LaboratoriesLayout({ list, children }: LaboratoriesLayoutProps) {
  if (list === null) return <div className={styles['detail']}>{children}</div>;
  return (
    <div className={styles['three']}>
      {list}
      <div id="laboratory-detail" className={styles['detail']}>
        <Button
          variant="subtle"
          size="xs"
          className={styles['back'] ?? ''}
          onClick={() => scrollToPart('laboratory-list')}
        >
          {text.laboratories.back}
        </Button>
        {children}
      </div>
    </div>
  );
}
