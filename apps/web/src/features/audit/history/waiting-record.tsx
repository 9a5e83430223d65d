import { Skeleton } from '@mantine/core';
import { Fragment } from 'react';

import { text } from '../../../locale/text.ts';
import styles from './history.module.css';

const words = text.audit.history.record;
/** The lines that each row usually has, so that nothing below moves when the rows arrive. */
const ROWS = [
  [words.entries, 2],
  [words.checked, 2],
  [words.whole.title, 5],
  [words.last, 2],
] as const;
const SIGNED_ROWS = [
  [words.signed, 3],
  [words.content, 2],
] as const;

/** The rows of the record while they load. */
export function WaitingRecord({ isDecided }: { readonly isDecided: boolean }) {
  return (
    <dl aria-busy>
      {[...ROWS, ...(isDecided ? SIGNED_ROWS : [])].map(([title, lines]) => (
        <Fragment key={title}>
          <dt>{title}</dt>
          <dd className={styles['waiting']} style={{ height: `${lines * LINE_REM}rem` }}>
            {Array.from({ length: lines }, (_, line) => (
              <Skeleton key={line} height={10} />
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The line height of the rows. */
const LINE_REM = 1.125;
