import type { Run } from '@curvewell/contracts';
import { Alert } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format.ts';

/** Why a run can no longer be changed; nothing while it can. */
export function DecidedNote({ run }: { readonly run: Run }) {
  const act = run.status === 'APPROVED' ? run.acts.approved : run.acts.rejected;
  if (!act || (run.status !== 'APPROVED' && run.status !== 'REJECTED')) return null;
  return (
    <Alert color="accent" p={6} mb={8} flex="none">
      {text.interpretation.readOnly[run.status](act.name, formatDateTime(act.at))}
    </Alert>
  );
}
