import { Skeleton } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import styles from './loading-screen.module.css';

/** A skeleton of a screen: header and one panel. Invisible for the first 150 ms. */
export function LoadingScreen() {
  return (
    <main id="content" tabIndex={-1} aria-busy className={styles['main']}>
      <span className="visually-hidden">{text.common.loading}</span>
      <Skeleton height={28} width={180} />
      <Skeleton className={styles['panel'] ?? ''} radius="lg" />
    </main>
  );
}
