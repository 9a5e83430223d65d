import { type Analyser, type Run, runDateDoubt, zonedText } from '@curvewell/domain';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useSetRunDate } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { filledField } from '../../shared/ui/fields/filled-field.tsx';
import { SetRunDate } from '../../shared/ui/fields/set-run-date.tsx';
import styles from './run-metadata.module.css';

interface RunCardProps {
  readonly run: Run;
  /** Set by the import, and neither changed nor confirmed since. */
  readonly fromImport: Readonly<Record<'analyser' | 'plateId', boolean>>;
  readonly onPass: (field: 'analyser' | 'plateId') => void;
  readonly analysers: readonly Analyser[];
  readonly analyserId: string | null;
  readonly onAnalyser: (analyserId: string | null) => void;
  readonly plateId: string;
  readonly onPlateId: (plateId: string) => void;
  readonly tried: boolean;
  /** Called after the date was saved on its own. */
  readonly onDated: (run: Run) => void;
}

export function RunCard(props: RunCardProps) {
  const { run, analysers, analyserId, onAnalyser, plateId, onPlateId, tried } = props;
  const { fromImport, onPass } = props;
  const words = text.step1;
  const { named, empty } = namesIn(run);
  const analyserField = filledField(words.analyser, 'answer', () => onPass('analyser'));
  const plateField = filledField(words.plateId, 'file', () => onPass('plateId'));
  return (
    <section className={styles['card']} aria-labelledby="run-card">
      <h2 id="run-card" className={styles['cardTitle']}>
        {words.runCard}
      </h2>
      <div className={styles['facts']}>
        <Select
          {...(fromImport.analyser ? analyserField : { label: words.analyser })}
          required
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={analysers.map(({ id, name, version }) => ({ value: id, label: `${name} (${version})` }))}
          value={analyserId}
          onChange={onAnalyser}
          error={tried && analyserId === null ? words.analyserMissing : null}
        />
        <TextInput
          {...(fromImport.plateId ? plateField : { label: words.plateId })}
          className={styles['plateId'] ?? ''}
          maxLength={100}
          value={plateId}
          onChange={({ currentTarget }) => onPlateId(currentTarget.value)}
        />
        <RunDateFact run={run} onSaved={props.onDated} />
        <dl className={styles['fact']}>
          <dt>{words.wellsInFile}</dt>
          <dd>{words.namedWells(named, empty)}</dd>
        </dl>
      </div>
    </section>
  );
}

/** Number of wells with a name in the files, and with only a curve. */
function namesIn({ analyses }: Run): { readonly named: number; readonly empty: number } {
  const wells = Object.values(analyses[0]?.wells ?? {});
  const named = wells.filter(({ name }) => name !== null).length;
  return { named, empty: wells.length - named };
}

interface RunDateFactProps {
  readonly run: Run;
  /** Called after saving, with the run's new revision. */
  readonly onSaved: (run: Run) => void;
}

/** The run date and its source. It can be entered if the files contain none. */
function RunDateFact({ run: opened, onSaved }: RunDateFactProps) {
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
