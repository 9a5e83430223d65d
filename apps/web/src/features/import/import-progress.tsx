import { Progress } from '@mantine/core';

import { text } from '../../locale/text.ts';
import styles from './run-import.module.css';

interface ImportProgressProps {
  /** The part of an import that has been sent; null while nothing is imported. */
  readonly progress: number | null;
  readonly isInspecting: boolean;
}

/** How far an import is; while files are looked into, a word. */
export function ImportProgress({ progress, isInspecting }: ImportProgressProps) {
  if (progress === null) {
    return (
      <p role="status" className={styles['inspecting']}>
        {isInspecting ? text.runImport.inspecting : ''}
      </p>
    );
  }
  const percent = Math.round(progress * 100);
  const words = progress < 1 ? text.runImport.uploading(percent) : text.runImport.reading;
  return (
    <div className={styles['progress']}>
      <span role="status">{progress < 1 ? '' : words}</span>
      <span aria-hidden>{progress < 1 ? words : ''}</span>
      <Progress value={percent} aria-label={words} animated={progress === 1} />
    </div>
  );
}
