import { Skeleton } from '@mantine/core';

import styles from './waiting.module.css';

/** More rows than fit into any window; what does not fit is cut. */
const FILLING_ROWS = 30;

interface WaitingRowsProps {
  /** By default as many as fill the room. */
  readonly rows?: number;
  /** The height of a row, px. */
  readonly height: number;
  /** A bar with search or filters above the rows. */
  readonly hasBar?: boolean;
  /** Inside a card, so without an edge of its own. */
  readonly isBare?: boolean;
}

/** A list while it loads: rows of the final height. */
export function WaitingRows({ rows, height, hasBar = false, isBare = false }: WaitingRowsProps) {
  const classes = ['late', ...(isBare ? [] : ['card']), ...(rows === undefined ? ['fill'] : [])];
  return (
    <div aria-busy className={classes.map((name) => styles[name]).join(' ')}>
      {hasBar && (
        <div className={styles['bar']}>
          <Skeleton height={12} width={200} />
        </div>
      )}
      {Array.from({ length: rows ?? FILLING_ROWS }, (_, row) => (
        <div key={row} className={styles['row']} style={{ height }}>
          <Skeleton height={12} width="22%" />
          <Skeleton height={12} width="60%" />
        </div>
      ))}
    </div>
  );
}

interface WaitingFieldsProps {
  readonly count: number;
  readonly isBare?: boolean;
}

/** A form while it loads: labels and the boxes of its fields. */
export function WaitingFields({ count, isBare = false }: WaitingFieldsProps) {
  return (
    <div aria-busy className={`${styles['late']} ${isBare ? '' : styles['card']}`}>
      <div className={styles['fields']}>
        {Array.from({ length: count }, (_, field) => (
          <div key={field}>
            <Skeleton height={12} width={90} />
            <div className={styles['field']} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** A card while it loads, such as a chart. @param height px; by default it fills the room */
export function WaitingCard({ height }: { readonly height?: number }) {
  const classes = ['late', 'card', ...(height === undefined ? ['fill'] : [])];
  return (
    <div aria-busy className={classes.map((name) => styles[name]).join(' ')} style={{ height }}>
      <div className={styles['bar']}>
        <Skeleton height={12} width={120} />
      </div>
    </div>
  );
}
