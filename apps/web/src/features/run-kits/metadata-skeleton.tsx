import { Skeleton } from '@mantine/core';

import { text } from '../../locale/text.ts';
import styles from './run-metadata.module.css';

const { runCard, kitsCard } = text.step1;

/** A skeleton of the two cards of step 1. */
export function MetadataSkeleton() {
  return (
    <div className={styles['form']} aria-busy>
      {[runCard, kitsCard].map((title) => (
        <section key={title} className={styles['card']}>
          <h2 className={styles['cardTitle']}>{title}</h2>
          <div className={styles['facts']}>
            {[1, 2, 3, 4].map((field) => (
              <Skeleton key={field} height={34} mt={22} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
