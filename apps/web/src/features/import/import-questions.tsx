import type { ChannelName, RunInspection } from '@curvewell/domain';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { amplificationText } from './import-report.ts';
import { CurvePreview } from './curve-preview.tsx';
import { DyeFields } from './dye-fields.tsx';
import { channelOf, type Outlook, type Choices } from './import-inspection.ts';
import { RunChoice } from './run-choice.tsx';

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
