import type { Run } from '@curvewell/domain';
import { Anchor } from '@mantine/core';
import { IconMailForward, IconMailOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { deliveryWords } from '../../shared/format/delivery-words.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ArchivingMark } from '../../shared/ui/badges/archiving-mark.tsx';
import { RunStatusBadge } from '../../shared/ui/badges/run-status-badge.tsx';
import { SendMark } from '../../shared/ui/badges/send-mark.tsx';
import { TrialRunMark } from '../../shared/ui/badges/trial-mark.tsx';
import { HistoryLink } from '../../shared/ui/screen/history-link.tsx';
import { Screen } from '../../shared/ui/screen/screen.tsx';
import { NotRefreshed, type RefreshFailure } from './notices/not-refreshed.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunPrintHead } from './run-print-head.tsx';
import classes from './interpretation.module.css';

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

/** The state of a waiting or failed delivery, with a link to the connection. */
function DeliveryNote({ run }: { readonly run: Run }) {
  const can = useCan();
  const { delivery } = run;
  if (run.ftpSent === true || delivery === null || (delivery.state === 'NOT_SENT' && delivery.fault === null))
    return <SendMark run={run} />;
  const isStopped = delivery.state === 'NOT_SENT';
  const Sign = isStopped ? IconMailOff : IconMailForward;
  return (
    <span className={classes['delivery']} data-stopped={isStopped || undefined}>
      <Sign size={16} stroke={1.6} aria-hidden />
      {deliveryWords(delivery)}
      {isStopped && can('WRITE_DIAGNOSTIC') && (
        <>
          {' – '}
          <Anchor component={Link} fz="inherit" to={paths.fileTransfer()}>
            {text.sending.state.open}
          </Anchor>
        </>
      )}
    </span>
  );
}
