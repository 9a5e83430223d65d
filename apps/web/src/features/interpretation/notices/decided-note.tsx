import type { Run } from '@curvewell/domain';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import classes from '../interpretation.module.css';
import { RecordNote } from './record-note.tsx';

/** Says why a run can no longer be changed. Renders nothing while it can be changed. */
export function DecidedNote({ run, plate }: { readonly run: Run; readonly plate: string }) {
  if (run.status !== 'APPROVED' && run.status !== 'REJECTED')
    return run.record === 'changed' ? <RecordNote runId={run.id} /> : null;
  const act = run.status === 'APPROVED' ? run.acts.approved : run.acts.rejected;
  return (
    <>
      {act !== null && (
        <span className={classes['decided']} data-act>
          {text.interpretation.readOnly[run.status](act.name, formatDateTime(act.at))}
        </span>
      )}
      <RecordNote runId={run.id} />
      {run.status === 'APPROVED' && (
        <Anchor component={Link} to={`${plate}?check=approve`} size="sm">
          {text.decision.showCheck}
        </Anchor>
      )}
    </>
  );
}
