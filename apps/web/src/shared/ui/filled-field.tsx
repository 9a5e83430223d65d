import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import styles from './filled-field.module.css';

/** What a field that may have been filled in by itself is given. */
export interface FilledField {
  readonly label: ReactNode;
  readonly classNames?: { readonly input?: string };
  readonly onBlur?: () => void;
}

/** A field that stands filled in, because it has only one answer; leaving it takes the mark away. */
export function filledField(name: string, onPass: () => void): FilledField {
  const label = (
    <>
      {name}{' '}
      <span className={styles['mark']}>
        <IconCheck size={13} stroke={2} aria-hidden />
        {text.step1.filledIn}
      </span>
    </>
  );
  return { label, classNames: { input: styles['input'] ?? '' }, onBlur: onPass };
}
