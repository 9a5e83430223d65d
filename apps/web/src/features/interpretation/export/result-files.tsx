import {
  RESULT_FILE,
  resultFormatSchema,
  trialNotSent,
  type ResultFormat,
  type Run,
} from '@curvewell/domain';
import { Button } from '@mantine/core';

import { useExportRecord, useExportResults } from '../../../data/exports.ts';
import { useCan } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import classes from '../interpretation.module.css';

const texts = text.interpretation.export;

interface ResultFilesProps {
  readonly run: Pick<Run, 'id' | 'status' | 'isTrial' | 'trialLots'>;
}

/** Exports the results of the whole run for another system. Not available for trial runs. */
export function ResultFiles({ run }: ResultFilesProps) {
  return (
    <fieldset className={classes['export-options']}>
      <legend>{texts.forSystems}</legend>
      {run.isTrial ? (
        <p className={classes['note']}>{trialNotSent(run.trialLots)}</p>
      ) : (
        <FormatButtons run={run} />
      )}
      <SignedRecord run={run} />
    </fieldset>
  );
}

function FormatButtons({ run }: ResultFilesProps) {
  const { mutateAsync, isPending, variables } = useExportResults();
  const save = async (format: ResultFormat): Promise<void> => {
    try {
      const { blob, fileName } = await mutateAsync({ runId: run.id, format });
      saveFile({ blob, fileName: fileName ?? `${run.id}.${RESULT_FILE[format].ending}` });
      toastSuccess(texts.ready);
    } catch (error) {
      toastError(texts.failed, error);
    }
  };
  return (
    <>
      <div className={classes['result-files']}>
        {resultFormatSchema.options.map((format) => (
          <Button
            key={format}
            size="xs"
            variant="default"
            loading={isPending && variables.format === format}
            disabled={isPending}
            onClick={() => void save(format)}
          >
            {RESULT_FILE[format].label}
          </Button>
        ))}
      </div>
      <p className={classes['note']}>{texts.resultsAre[run.status]}</p>
    </>
  );
}

/** The signed record, for users who may decide: it contains the original files. */
function SignedRecord({ run }: { readonly run: Pick<Run, 'id' | 'status'> }) {
  const can = useCan();
  const { mutateAsync, isPending } = useExportRecord();
  if (!can('WRITE_DIAGNOSTIC') || (run.status !== 'APPROVED' && run.status !== 'REJECTED')) return null;
  const save = async (): Promise<void> => {
    try {
      const { blob, fileName } = await mutateAsync(run.id);
      saveFile({ blob, fileName: fileName ?? `${run.id}.record.zip` });
      toastSuccess(texts.ready);
    } catch (error) {
      toastError(texts.failed, error);
    }
  };
  return (
    <>
      <div className={classes['result-files']}>
        <Button size="xs" variant="default" loading={isPending} onClick={() => void save()}>
          {texts.record}
        </Button>
      </div>
      <p className={classes['note']}>{texts.recordIs}</p>
    </>
  );
}
