import { IconCheck, IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import styles from './filled-field.module.css';

/** The source of an automatically filled-in value: the only possible choice, or the file. */
export type FilledFrom = 'answer' | 'file';

/** Props of a field that may be filled in automatically. */
export interface FilledField {
  readonly label: ReactNode;
  readonly classNames?: { readonly input?: string; readonly label?: string };
  readonly onBlur?: () => void;
}

const ICONS = { answer: IconCheck, file: IconFile } as const;

/** “filled in” or “from the file”, beside the label of a field. */
function FilledMark({ from }: { readonly from: FilledFrom }) {
  const Icon = ICONS[from];
  return (
    <span className={styles['mark']}>
      <Icon size={13} stroke={2} aria-hidden />
      {text.filled.marks[from]}
    </span>
  );
}

/** Props for a filled-in field. Leaving the field removes the mark. */
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
