import { isRunDateKnown, isRunDateOpen } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { decisionQueries } from '../../data/decisions.ts';
import { useSetRunDate } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { LazySetRunDate } from '../../shared/ui/fields/lazy-set-run-date.ts';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { useOpenCheck } from './check-context.ts';

const words = text.runDate;

/** Lets users who may change the run set its date if the files contain none. */
export function SetDate() {
  const { run, check, isReadOnly } = useOpenCheck();
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync } = useSetRunDate(run.id);
  const { refetch } = useQuery(decisionQueries.check(run.id, check.decision));
  if (isReadOnly || !run.permissions.canUpdate || !isRunDateOpen(run)) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => {
          setOpen(true);
        }}
      >
        {isRunDateKnown(run) ? words.change : words.set}
      </Button>
      {isOpen && (
        <LazySetRunDate
          opened
          run={run}
          onSet={async (runDate) => {
            try {
              await mutateAsync({ revision: run.revision, runDate });
            } catch (error) {
              toastError(words.notSaved, error);
              throw error;
            }
            toastSuccess(words.saved);
            await refetch();
          }}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
