import { HISTORY_PAGE_SIZE } from '@curvewell/contracts';
import { isDecidedStatus, type Run } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';

import { archiveQueries } from '../data/archive.ts';
import { auditQueries } from '../data/audit.ts';
import { useCan } from '../data/identity.ts';
import { runQueries } from '../data/runs.ts';
import { AuditExport } from '../features/audit/trail/audit-export.tsx';
import { EntryCard } from '../features/audit/entry/entry-card.tsx';
import styles from '../features/audit/history/history.module.css';
import { RecordCard } from '../features/audit/history/record-card.tsx';
import { HISTORY_KINDS, HistoryKinds, HistoryTimeline } from '../features/audit/history/run-history.tsx';
import { PreviousResults } from '../features/interpretation/reinterpret/previous-results.tsx';
import { RunFacts } from '../features/interpretation/run-facts.tsx';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { FailedScreen } from '../shared/ui/screen/failed-screen.tsx';
import { RunStatusBadge } from '../shared/ui/badges/run-status-badge.tsx';
import { Screen } from '../shared/ui/screen/screen.tsx';
import { SendMark } from '../shared/ui/badges/send-mark.tsx';
import { WaitingCard, WaitingRows } from '../shared/ui/screen/waiting.tsx';

const words = text.audit.history;
/** Height of an entry on two lines, px. */
const ENTRY = 58;

/** `/run/:runId/history?kind=results` – the history of a run and its verification. */
export function HistoryScreen() {
  const { runId = '' } = useParams();
  const isArchived = useLocation().pathname.startsWith(paths.archive());
  const live = useQuery({ ...runQueries.detail(runId), enabled: !isArchived });
  const archived = useQuery({ ...archiveQueries.detail(runId), enabled: isArchived });
  const run = isArchived ? archived.data?.run : live.data;
  const error = live.error ?? archived.error;
  const retry = () => void (isArchived ? archived.refetch() : live.refetch());
  if (error) return <FailedScreen title={words.failed} error={error} onRetry={retry} />;
  if (!run)
    return (
      <Screen title={text.common.loading} isFixed>
        <div className={styles['work']}>
          <WaitingRows height={ENTRY} hasBar />
          <WaitingCard />
        </div>
      </Screen>
    );
  return <RunHistory run={run} isArchived={isArchived} />;
}

function RunHistory({ run, isArchived }: { readonly run: Run; readonly isArchived: boolean }) {
  const back = isArchived
    ? paths.archiveInterpretation(run.id)
    : run.permissions.canConfigure
      ? paths.runCreation(run.id)
      : paths.runInterpretation(run.id);
  return (
    <Screen
      title={text.interpretation.title(run.businessId)}
      documentTitle={words.documentTitle(run.businessId)}
      beside={
        <>
          <RunStatusBadge status={run.status} />
          <SendMark run={run} />
        </>
      }
      subtitle={`${run.fileName} · ${words.title}`}
      isFixed
      aside={
        <>
          <RunFacts run={run} isArchived={isArchived} />
          <Button
            component={Link}
            to={back}
            variant="default"
            flex="none"
            leftSection={<IconChevronLeft size={15} stroke={1.6} aria-hidden />}
          >
            {run.permissions.canConfigure ? words.wells : words.interpretation}
          </Button>
        </>
      }
    >
      <Entries run={run} />
    </Screen>
  );
}

function Entries({ run }: { readonly run: Run }) {
  const runId = run.id;
  const [address, setAddress] = useSearchParams();
  const kind = HISTORY_KINDS.find((one) => one === address.get('kind')) ?? 'all';
  const page = Math.max(0, Number(address.get('page') ?? 1) - 1) || 0;
  const [focused, setFocused] = useState<number | null>(null);
  const asked = { runId, kind: kind === 'all' ? null : kind, page };
  const { data, error, refetch } = useQuery(auditQueries.ofRun(asked));
  const shown = data?.rows.find(({ entry }) => entry.number === focused) ?? data?.rows[0];
  const [openPrevious, setPrevious] = useState<string | null>(null);
  const previousId = shown?.entry.details['formerInterpretation'];
  const previous = typeof previousId === 'string' ? previousId : null;
  const mayExport = useCan();
  const show = (next: { readonly kind: string; readonly page: number }): void => {
    setFocused(null);
    setAddress(
      {
        ...(next.kind !== 'all' && { kind: next.kind }),
        ...(next.page > 0 && { page: String(next.page + 1) }),
      },
      { replace: true },
    );
  };
  return (
    <div className={styles['work']}>
      <section className={styles['main']} aria-label={words.title}>
        <div className={styles['bar']}>
          <h2>{words.title}</h2>
          {data && (
            <HistoryKinds counts={data.counts} kind={kind} onKind={(next) => show({ kind: next, page: 0 })} />
          )}
          {(mayExport('SUPER_ADMIN') || mayExport('QA_ADMIN')) && (
            <span className={styles['export']}>
              <AuditExport
                filter={{ run: runId }}
                label={words.export}
                disabled={data?.counts.all === 0}
                isSmall
              />
            </span>
          )}
        </div>
        <div className={styles['scroll']}>
          {error !== null && (
            <p role="alert" className={styles['nothing']}>
              {words.failed}{' '}
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                {text.common.tryAgain}
              </Button>
            </p>
          )}
          {data?.rows.length === 0 && <p className={styles['nothing']}>{words.empty}</p>}
          {!data && error === null && <WaitingRows rows={12} height={ENTRY} isBare />}
          {data && <HistoryTimeline rows={data.rows} focused={focused} onFocus={setFocused} />}
          {data && data.count > (page + 1) * HISTORY_PAGE_SIZE && (
            <Button m={12} size="xs" variant="default" onClick={() => show({ kind, page: page + 1 })}>
              {words.showEarlier}
            </Button>
          )}
        </div>
      </section>
      <div className={styles['side']}>
        <RecordCard runId={runId} isDecided={isDecidedStatus(run.status)} />
        {shown && (
          <EntryCard
            key={shown.entry.number}
            row={shown}
            more={
              previous !== null && (
                <Button size="xs" variant="default" onClick={() => setPrevious(previous)}>
                  {words.formerResults}
                </Button>
              )
            }
          />
        )}
      </div>
      {openPrevious !== null && (
        <PreviousResults runId={runId} interpretationId={openPrevious} onClose={() => setPrevious(null)} />
      )}
    </div>
  );
}
