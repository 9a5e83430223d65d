import type { Run, RunStatus, RunSummary } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { runQueries } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';

/** Runs looked through for one that the user may act on. */
const LOOKED_THROUGH = 20;
const OLDEST_FIRST = {
  page: 0,
  size: LOOKED_THROUGH,
  sort: 'since',
  sortDirection: 'asc',
  search: '',
} as const;

const words = text.interpretation.next;

interface Queue {
  readonly status: RunStatus;
  readonly isOpen: (run: RunSummary) => boolean;
  readonly label: (businessId: number) => string;
  readonly none: string;
}

const TO_APPROVE: Queue = {
  status: 'WAIT_FOR_APPROVAL',
  isOpen: ({ permissions }) => permissions.canApprove,
  label: words.waiting,
  none: words.noneWaits,
};
const TO_INTERPRET: Queue = {
  status: 'RUN_TO_INTERPRET',
  isOpen: ({ permissions }) => permissions.canConfigure || permissions.canSubmit,
  label: words.toInterpret,
  none: words.noneToInterpret,
};

/** What comes after this run: a decided one is followed by approvals, a submitted one by interpretations. */
function queueAfter({ status, acts, permissions }: Run, decides: boolean): Queue | null {
  if (acts.archived !== null) return null;
  if (status === 'APPROVED' || status === 'REJECTED') return decides ? TO_APPROVE : null;
  return status === 'WAIT_FOR_APPROVAL' && !permissions.canDecide ? TO_INTERPRET : null;
}

/** A link to the run that has waited longest for what the user may do next; nothing on a run that is not done. */
export function NextWaiting({ run }: { readonly run: Run }) {
  const queue = queueAfter(run, useCan()('WRITE_DIAGNOSTIC'));
  const { data } = useQuery({
    ...runQueries.list({ ...OLDEST_FIRST, status: queue?.status ?? null }),
    enabled: queue !== null,
  });
  if (queue === null || data === undefined) return null;
  const next = data.runs.find((one) => one.id !== run.id && queue.isOpen(one));
  if (next === undefined) return data.count > data.runs.length ? null : <span>{queue.none}</span>;
  const { id, businessId, interpretationRunByName } = next;
  return (
    <Button
      component={Link}
      to={interpretationRunByName === null ? paths.runCreation(id) : paths.runInterpretation(id)}
      size="md"
      variant="filled"
      flex="none"
      rightSection={<IconArrowRight size={18} stroke={1.6} aria-hidden />}
    >
      {queue.label(businessId)}
    </Button>
  );
}
