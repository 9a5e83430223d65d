import { Alert, Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconRefresh, IconShield, IconShieldHalf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { auditQueries, useCheckRunTrail } from '../../../data/audit.ts';
import { decisionQueries } from '../../../data/decisions.ts';
import { text } from '../../../locale/text.ts';
import { messageOf } from '../../../shared/api/api-problem.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { StateBadge } from '../../../shared/ui/badges/state-badge.tsx';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import styles from './history.module.css';
import { brokenChainText } from '../chain/chain-states.tsx';
import { isPartly, OwnCheck, WholeTrail } from './trail-check.tsx';
import { SignedContent } from './signed-content.tsx';
import { WaitingRecord } from './waiting-record.tsx';

const words = text.audit.history.record;
const GOOD = { color: 'success', Icon: IconShield } as const;
const PARTLY = { color: 'warning', Icon: IconShieldHalf } as const;
const BAD = { color: 'danger', Icon: IconAlertTriangle } as const;

interface RecordCardProps {
  readonly runId: string;
  /** The run is approved or rejected, so that it has a signature. */
  readonly isDecided: boolean;
}

/** Whether a run's audit entries are intact and the run matches its signed record. */
export function RecordCard({ runId, isDecided }: RecordCardProps) {
  const { data, error } = useQuery(auditQueries.runTrail(runId));
  const { isPending: isChecking, mutate: check } = useCheckRunTrail(runId);
  const { data: record, isPending: isRecordPending } = useQuery(decisionQueries.record(runId));
  // Both at once, so that what is below moves at most once.
  const shown = isRecordPending ? undefined : data;
  const fault = data?.fault ?? null;
  const isOther = record?.state === 'changed';
  return (
    <section className={styles['card']} aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <span role="status">
          {isChecking || (data === undefined && error === null) ? (
            <Loader size={16} aria-label={text.audit.checking} />
          ) : (
            data && (
              <StateBadge look={fault !== null || isOther ? BAD : isPartly(data) ? PARTLY : GOOD}>
                {fault !== null
                  ? brokenChainText(data)
                  : isOther
                    ? words.changed
                    : isPartly(data)
                      ? words.partly
                      : text.audit.unbroken}
              </StateBadge>
            )
          )}
        </span>
      </header>
      <div className={styles['body']}>
        {error !== null && <p role="alert">{messageOf(error, text.common.noDetail)}</p>}
        {fault !== null && (
          <Alert role="alert" color="danger" p={8}>
            {fault.text} {text.audit.contactAdministrator}
          </Alert>
        )}
        {shown === undefined && error === null && <WaitingRecord isDecided={isDecided} />}
        {shown && (
          <dl>
            <dt>{words.entries}</dt>
            <dd>
              {words.entriesOf(
                formatCount(shown.entries),
                formatCount(shown.first ?? 0),
                formatCount(shown.last ?? 0),
              )}
            </dd>
            <OwnCheck trail={shown} />
            <WholeTrail whole={shown.whole} />
            <dt>{words.last}</dt>
            <dd className={styles['hash']}>{shown.lastHash ?? text.audit.none}</dd>
            <SignedContent runId={runId} />
          </dl>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden />}
          disabled={isChecking}
          onClick={() =>
            check(undefined, {
              onError: (failure) => toastError(text.audit.failed, failure),
            })
          }
        >
          {text.audit.checkAgain}
        </Button>
      </div>
    </section>
  );
}
