import { Skeleton } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import styles from './loading-screen.module.css';
import { WaitingRows } from './waiting.tsx';

const ROW = 56.5;

/** A screen while it loads: header and a list, as index.html draws them. Invisible for the first 150 ms. */
export function LoadingScreen() {
  return (
    <main id="content" tabIndex={-1} aria-busy className={styles['main']}>
      <h1 className="visually-hidden">{text.common.loading}</h1>
      <Skeleton height={28} width={180} />
      <WaitingRows height={ROW} />
    </main>
  );
}
