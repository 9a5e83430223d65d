import { useQuery } from '@tanstack/react-query';

import { decisionQueries } from '../../data/decisions.ts';
import { useSetRunDate } from '../../data/runs.ts';
import { SetRunDate } from '../../shared/ui/fields/set-run-date.tsx';
import { useOpenCheck } from './check-context.ts';

/** Lets users who may change the run set its date if the files contain none. */
export function SetDate() {
  const { run, check, isReadOnly } = useOpenCheck();
  const { mutateAsync } = useSetRunDate(run.id);
  const { refetch } = useQuery(decisionQueries.check(run.id, check.decision));
  if (isReadOnly || !run.permissions.canUpdate) return null;
  return (
    <SetRunDate
      variant="default"
      size="compact-sm"
      run={run}
      onSet={async (runDate) => {
        await mutateAsync({ revision: run.revision, runDate });
        await refetch();
      }}
    />
  );
}
