import { isDecidedStatus, type Run, type RunStatus, type RunSummary } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { runQueries } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { justDecidedSchema } from '../../shared/navigation/just-decided.ts';
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
  if (isDecidedStatus(status)) return decides ? TO_APPROVE : null;
  return status === 'WAIT_FOR_APPROVAL' && !permissions.canDecide ? TO_INTERPRET : null;
}

/** Gives the focus to a link once it is there, if the user has just decided on the run. */
function useFocusAfterDecision(isThere: boolean) {
  const link = useRef<HTMLAnchorElement>(null);
  const location = useLocation();
  const { key } = location;
  const isJustDecided = justDecidedSchema.safeParse(location.state).success;
  /** The visit that has had its focus: a later link to another run leaves the focus where it is. */
  const doneFor = useRef<string>(undefined);
  useEffect(() => {
    if (!isThere || !isJustDecided || doneFor.current === key) return undefined;
    // The plate takes the focus when it appears.
    const timer = setTimeout(() => {
      doneFor.current = key;
      link.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [isThere, isJustDecided, key]);
  return link;
}

/** A link to the run that has waited longest for what the user may do next; nothing on a run that is not done. */
export function NextWaiting({ run }: { readonly run: Run }) {
  const queue = queueAfter(run, useCan()('WRITE_DIAGNOSTIC'));
  const { data } = useQuery({
    ...runQueries.list({ ...OLDEST_FIRST, status: queue?.status ?? null }),
    enabled: queue !== null,
  });
  const next = queue === null ? undefined : data?.runs.find((one) => one.id !== run.id && queue.isOpen(one));
  const link = useFocusAfterDecision(next !== undefined);
  if (queue === null || data === undefined) return null;
  if (next === undefined) return data.count > data.runs.length ? null : <span>{queue.none}</span>;
  const { id, businessId, interpretationRunByName } = next;
  return (
    <Button
      component={Link}
      ref={link}
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
