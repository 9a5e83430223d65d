import type { Run } from '@curvewell/domain';
import type { ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import { ArchivingMark } from '../../shared/ui/badges/archiving-mark.tsx';
import { HistoryLink } from '../../shared/ui/screen/history-link.tsx';
import { RunStatusBadge } from '../../shared/ui/badges/run-status-badge.tsx';
import { Screen } from '../../shared/ui/screen/screen.tsx';
import { TrialRunMark } from '../../shared/ui/badges/trial-mark.tsx';
import { DeliveryNote } from './notices/delivery-note.tsx';
import classes from './interpretation.module.css';
import { NotRefreshed, type RefreshFailure } from './notices/not-refreshed.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunPrintHead } from './run-print-head.tsx';

interface RunScreenProps {
  readonly run: Run;
  readonly isArchived: boolean;
  /** A refetch failed; the shown run may be out of date. */
  readonly stale?: RefreshFailure | null | undefined;
  readonly children: ReactNode;
  /** More buttons in the header. */
  readonly tools?: ReactNode;
  readonly footerStart?: ReactNode;
  readonly footerEnd?: ReactNode;
}

/** The screen of an interpreted run, with its status and history in the header. */
export function RunScreen({ run, isArchived, stale, tools, children, ...parts }: RunScreenProps) {
  const { title, documentTitle, rejectedFor } = text.interpretation;
  return (
    <Screen
      title={title(run.businessId)}
      documentTitle={documentTitle(run.businessId)}
      beside={
        <>
          <RunStatusBadge status={run.status} />
          <TrialRunMark {...run} />
          {run.rejectionReason !== null && (
            <span className={classes['rejection']}>{rejectedFor(run.rejectionReason)}</span>
          )}
          <DeliveryNote run={run} />
          <ArchivingMark archiving={run.archiving} />
          {stale && <NotRefreshed {...stale} />}
        </>
      }
      subtitle={run.fileName}
      aside={
        <>
          <RunFacts run={run} isArchived={isArchived} />
          {tools}
          <HistoryLink runId={run.id} isArchived={isArchived} />
        </>
      }
      isFixed
      {...parts}
    >
      <RunPrintHead run={run} />
      {children}
    </Screen>
  );
}
