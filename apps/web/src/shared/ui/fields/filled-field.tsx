import { IconCheck, IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import styles from './filled-field.module.css';

/** Where a value comes from that nobody has entered: it has only one answer, or the analyser's file says so. */
export type FilledFrom = 'answer' | 'file';

/** What a field that may have been filled in by itself is given. */
export interface FilledField {
  readonly label: ReactNode;
  readonly classNames?: { readonly input?: string; readonly label?: string };
  readonly onBlur?: () => void;
}

const ICONS = { answer: IconCheck, file: IconFile } as const;

/** “filled in”, “from the file”; beside the name of a field. */
export function FilledMark({ from }: { readonly from: FilledFrom }) {
  const Icon = ICONS[from];
  return (
    <span className={styles['mark']}>
      <Icon size={13} stroke={2} aria-hidden />
      {text.filled.marks[from]}
    </span>
  );
}

/** A field that stands filled in; leaving it takes the mark away. */
export function filledField(name: string, from: FilledFrom, onPass: () => void): FilledField {
  const label = (
    <>
      {name} <FilledMark from={from} />
    </>
  );
  return {
    label,
    classNames: { input: styles['input'] ?? '', label: styles['label'] ?? '' },
    onBlur: onPass,
  };
}
