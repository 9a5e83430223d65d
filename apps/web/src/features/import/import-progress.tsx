import { Progress } from '@mantine/core';

import { text } from '../../locale/text.ts';
import styles from './run-import.module.css';

interface ImportProgressProps {
  /** The uploaded fraction; null while there is no import. */
  readonly progress: number | null;
  readonly isInspecting: boolean;
}

/** The progress of an upload, or a text during the inspection. */
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
