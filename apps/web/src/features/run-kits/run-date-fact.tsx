import { runDateDoubt, zonedText, type Run } from '@curvewell/domain';
import { useState } from 'react';

import { useSetRunDate } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { SetRunDate } from '../../shared/ui/fields/set-run-date.tsx';
import styles from './run-metadata.module.css';

interface RunDateFactProps {
  readonly run: Run;
  /** Called after saving, with the run's new revision. */
  readonly onSaved: (run: Run) => void;
}

/** The run date and its source. It can be entered if the files contain none. */
export function RunDateFact({ run: opened, onSaved }: RunDateFactProps) {
  // The surrounding form keeps the run it was opened with.
  const [saved, setSaved] = useState<Run | null>(null);
  const run = saved ?? opened;
  const { mutateAsync } = useSetRunDate(run.id);
  const words = text.runDate;
  // A missing date is already stated above.
  const doubt =
    run.runDateSource === 'IMPORT'
      ? words.importedAt(zonedText(new Date(run.runImportDate), run.laboratoryTimeZone))
      : runDateDoubt(run);
  return (
    <div className={styles['runDate']}>
      <dl className={styles['fact']}>
        <dt>{text.step1.runDate}</dt>
        <dd>{shownDate(run)}</dd>
      </dl>
      {doubt !== null && <p className={styles['doubt']}>{doubt}</p>}
      <SetRunDate
        variant="default"
        size="compact-sm"
        run={run}
        onSet={async (runDate) => {
          const answer = await mutateAsync({ revision: run.revision, runDate });
          setSaved(answer);
          onSaved(answer);
        }}
      />
    </div>
  );
}

function shownDate(run: Run): string {
  if (run.runDateSource === 'IMPORT') return text.runDate.notInFile;
  if (run.runDateSource === 'UNKNOWN') return text.runDate.unknown;
  return zonedText(new Date(run.created), run.runDateZone ?? run.laboratoryTimeZone);
}
