import type { ChannelName, InspectedRun, RunInspection } from '@curvewell/domain';
import { Alert, Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { amplificationText, rangeOf } from './import-report.ts';
import { CurvePreview } from './curve-preview.tsx';
import { DyeFields } from './dye-fields.tsx';
import { channelOf, type Outlook, type Choices } from './import-inspection.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import styles from './run-import.module.css';

interface ImportQuestionsProps {
  readonly outlook: Outlook;
  readonly inspection: RunInspection | undefined;
  readonly fileCount: number;
  readonly choices: Choices;
  readonly onChoose: (choices: Partial<Choices>) => void;
  readonly keepsDyes: boolean;
  readonly onKeepsDyes: (keeps: boolean) => void;
  readonly tried: boolean;
  readonly locked: boolean;
}

/** Shows the content of the files and asks for missing data. Nothing is stored yet. */
export function ImportQuestions(props: ImportQuestionsProps) {
  const { outlook, inspection, fileCount, choices, onChoose, tried, locked } = props;
  const runs = inspection?.runs ?? [];
  const { chosen, reading, analyser, dyes, assigned, question } = outlook;
  const amplified = amplificationText(reading?.amplification);
  const channelOfDye = (name: string): ChannelName | null => {
    const found = [...assigned, ...dyes].find(({ dye }) => dye === name);
    return found === undefined ? null : channelOf(found, choices);
  };
  return (
    <>
      {runs.length > 1 && (
        <RunChoice
          runs={runs}
          fileCount={fileCount}
          chosen={choices.runs}
          onChoose={(names) => onChoose({ runs: names })}
          error={tried && question === 'runs' ? text.runImport.runsMissing : null}
          locked={locked}
        />
      )}
      {analyser !== null && dyes.length + assigned.length > 0 && (
        <DyeFields
          dyes={dyes}
          assigned={assigned}
          analyser={analyser}
          choices={choices}
          onChoose={(dye, channel) => onChoose({ dyes: { ...choices.dyes, [dye]: channel } })}
          keeps={props.keepsDyes}
          onKeeps={props.onKeepsDyes}
          isAsked={reading?.outcome === 'asks'}
          error={tried && question === 'dyes' ? text.runImport.dyesMissing : null}
          locked={locked}
        />
      )}
      {[...(reading?.notes ?? []), ...(reading?.problem ? [reading.problem] : [])].map((note) => (
        <Alert key={note} color="warning" icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden />}>
          {note}
        </Alert>
      ))}
      {amplified !== null && <p role="status">{amplified}</p>}
      {chosen.map((run) => (
        <CurvePreview key={run.name} run={run} channelOfDye={channelOfDye} />
      ))}
    </>
  );
}

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
function RunChoice({ runs, fileCount, chosen, onChoose, error, locked }: RunChoiceProps) {
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
