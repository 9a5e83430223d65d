import type { InspectedRun } from '@curvewell/domain';
import { Checkbox } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import { rangeOf } from './import-report.ts';
import styles from './run-import.module.css';

interface RunChoiceProps {
  readonly runs: readonly InspectedRun[];
  /** Number of uploaded files. Files are named only if some runs use a part of them. */
  readonly fileCount: number;
  readonly chosen: readonly string[];
  readonly onChoose: (names: string[]) => void;
  readonly error: string | null;
  readonly locked: boolean;
}

/** The runs in the files. The user chooses which to import. */
export function RunChoice({ runs, fileCount, chosen, onChoose, error, locked }: RunChoiceProps) {
  return (
    <Checkbox.Group
      label={text.runImport.runs(runs.length)}
      description={text.runImport.runsHelp}
      value={[...chosen]}
      onChange={onChoose}
      error={error}
      required
      className={styles['question'] ?? ''}
      data-question="runs"
    >
      {runs.map((run) => (
        <Checkbox
          key={run.name}
          value={run.name}
          label={run.name}
          description={
            <>
              {factsOf(run)}
              {fileCount > run.files.length && <FileNames names={run.files} />}
            </>
          }
          disabled={locked}
        />
      ))}
    </Checkbox.Group>
  );
}

/** One file per line: the names of one export differ only at their end. */
function FileNames({ names }: { readonly names: readonly string[] }) {
  return names.map((name) => (
    <span key={name} className={styles['fileLine']}>
      {name}
    </span>
  ));
}

function factsOf({ wellCount, curves, runDate }: InspectedRun): string {
  const dyes = [...new Set(curves.map(({ dye }) => dye))].join(', ');
  const points = curves.flatMap(({ pointCount }) => pointCount);
  return [
    text.importReport.wells(wellCount),
    dyes,
    text.runImport.readings(rangeOf([Math.min(...points), Math.max(...points)])),
    runDate === null || Number.isNaN(Date.parse(runDate)) ? text.runImport.noDate : formatDateTime(runDate),
  ].join(' · ');
}
