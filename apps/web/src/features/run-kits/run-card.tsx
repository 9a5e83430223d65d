import type { Analyser, Run } from '@curvewell/contracts';
import { Select, TextInput } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format.ts';
import styles from './run-metadata.module.css';

interface RunCardProps {
  readonly run: Run;
  readonly analysers: readonly Analyser[];
  readonly analyserId: string | null;
  readonly onAnalyser: (analyserId: string | null) => void;
  readonly plateId: string;
  readonly onPlateId: (plateId: string) => void;
  readonly tried: boolean;
}

/** Which analyser wrote the run, which plate it was, when. */
export function RunCard(props: RunCardProps) {
  const { run, analysers, analyserId, onAnalyser, plateId, onPlateId, tried } = props;
  const words = text.step1;
  return (
    <section className={styles['card']} aria-labelledby="run-card">
      <h2 id="run-card" className={styles['cardTitle']}>
        {words.runCard}
      </h2>
      <div className={styles['facts']}>
        <Select
          label={words.analyser}
          required
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={analysers.map(({ id, name, version }) => ({ value: id, label: `${name} (${version})` }))}
          value={analyserId}
          onChange={onAnalyser}
          error={tried && analyserId === null ? words.analyserMissing : null}
        />
        <TextInput
          label={words.plateId}
          className={styles['plateId'] ?? ''}
          maxLength={100}
          value={plateId}
          onChange={({ currentTarget }) => {
            onPlateId(currentTarget.value);
          }}
        />
        <dl className={styles['fact']}>
          <dt>{words.runDate}</dt>
          <dd>{formatDateTime(run.created)}</dd>
        </dl>
      </div>
    </section>
  );
}
