import type { Run } from '@curvewell/contracts';
import { Alert, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';

import { text } from '../../locale/text.ts';
import { hasCode } from '../../shared/api-problem.ts';
import { formatDay, formatTime } from '../../shared/format.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { RunStatusBadge } from '../../shared/ui/run-status-badge.tsx';
import { Screen } from '../../shared/ui/screen.tsx';
import { Steps } from '../../shared/ui/steps.tsx';
import { KitRowFields } from './kit-row-fields.tsx';
import { expiredLots, kitsFor, missingIn, savedRows } from './kit-rows.ts';
import { runQueries } from './queries.ts';
import { ListFailed, RunCard } from './run-cards.tsx';
import styles from './run-metadata.module.css';
import { useKitAdditions } from './use-kit-additions.ts';
import { type ShownRow, useKitRowState } from './use-kit-row-state.ts';
import { useSaveMetadata } from './use-save-metadata.ts';

interface RunMetadataStepProps {
  readonly run: Run;
  /** Saved; the wells come next. */
  readonly onDone: (run: Run) => void;
  /** Asks, and gives the run up. */
  readonly onCancel: () => void;
}

/** Step 1 of describing a run: which kits and lots are on this plate. */
export function RunMetadataStep({ run, onDone, onCancel }: RunMetadataStepProps) {
  const form = useRef<HTMLDivElement>(null);
  const analysers = useQuery(runQueries.analysers);
  const [analyserId, setAnalyserId] = useState<string | null>(run.analyser);
  const [plateId, setPlateId] = useState(run.plateId ?? '');
  const [tried, setTried] = useState(false);
  const rows = useKitRowState(run, analyserId);
  const additions = useKitAdditions(analyserId);
  const save = useSaveMetadata(run, onDone);
  // A lot is good until the end of its day in UTC.
  const today = new Date().toISOString().slice(0, 10);
  const words = text.step1;

  const goOn = async () => {
    if (save.isPending) return;
    flushSync(() => {
      setTried(true);
    });
    if (analyserId === null || rows.shown.some(({ row }) => missingIn(row).length > 0)) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    const expired = sentencesOnExpired(rows.shown, today);
    if (expired.length > 0) {
      await confirm({
        title: words.expiredTitle,
        text: expired.map((sentence) => <div key={sentence}>{sentence}</div>),
        answers: 'ok-only',
      });
    }
    const shown = rows.shown.map(({ row }) => row);
    save.mutate({
      analyserId,
      plateId,
      kits: savedRows(shown),
      kitIds: shown.flatMap(({ kitId }) => kitId ?? []),
    });
  };

  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void goOn();
  };

  return (
    <Screen
      title={text.runs.run(run.businessId)}
      documentTitle={words.documentTitle(run.businessId)}
      beside={<RunStatusBadge status={run.status} />}
      aside={<Steps label={words.steps} steps={[words.run, words.wells]} active={0} />}
      footerStart={
        <Button variant="subtle" onClick={onCancel}>
          {text.common.cancel}
        </Button>
      }
      footerEnd={
        <Button size="md" loading={save.isPending} onClick={() => void goOn()}>
          {text.common.next}
        </Button>
      }
    >
      <div ref={form} className={styles['form']} onKeyDown={handleKey}>
        {hasCode(save.error, 'stale') && <Stale runId={run.id} details={save.error.details} />}
        {analysers.isError && (
          <ListFailed title={words.failed.analysers} onRetry={() => void analysers.refetch()} />
        )}
        {rows.kitsFailed && (
          <ListFailed title={words.failed.kits} onRetry={() => void rows.kitsFailed?.refetch()} />
        )}
        {rows.versionsFailed && (
          <ListFailed title={words.failed.lot} onRetry={() => void rows.versionsFailed?.refetch()} />
        )}
        <RunCard
          run={run}
          analysers={(analysers.data ?? []).filter(({ active, id }) => active || id === analyserId)}
          analyserId={analyserId}
          onAnalyser={setAnalyserId}
          plateId={plateId}
          onPlateId={setPlateId}
          tried={tried}
        />
        <section className={styles['card']} aria-labelledby="kits-card">
          <h2 id="kits-card" className={styles['cardTitle']}>
            {words.kitsCard}
          </h2>
          <div className={styles['rows']}>
            {rows.shown.map(({ row, versions, isLoading }, index) => (
              <KitRowFields
                key={row.key}
                row={row}
                index={index}
                onChange={rows.change}
                onVersion={rows.keepVersion}
                onRemove={
                  rows.shown.length === 1
                    ? null
                    : () => {
                        rows.remove(row.key);
                      }
                }
                kits={kitsFor(
                  row,
                  rows.shown.map((one) => one.row),
                  rows.kits,
                )}
                kitNames={rows.kits.map(({ name }) => name)}
                versions={versions}
                isLoading={isLoading}
                additions={additions}
                tried={tried}
                today={today}
              />
            ))}
          </div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}
            onClick={() => {
              setTried(false);
              rows.add();
            }}
          >
            {words.addKit}
          </Button>
        </section>
      </div>
    </Screen>
  );
}

/** “Lot 26C0022 of F2-F5 (v1) expired on 31-10-2026. You may go on.” */
function sentencesOnExpired(shown: readonly ShownRow[], today: string): readonly string[] {
  return shown.flatMap(({ row, versions }) =>
    expiredLots(row, versions, today).map(({ name, kitVersion, expirationDate }) =>
      text.step1.expiredText({
        lot: name,
        kit: kitVersion.kit.name,
        version: kitVersion.version,
        date: formatDay(expirationDate),
      }),
    ),
  );
}

const staleSchema = z.object({ by: z.string(), at: z.string().nullable() });

/** Somebody else has changed the run meanwhile. */
function Stale({ runId, details }: { readonly runId: string; readonly details: unknown }) {
  const queryClient = useQueryClient();
  const alert = useRef<HTMLDivElement>(null);
  const { by, at } = staleSchema.safeParse(details).data ?? { by: text.step1.somebody, at: null };
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert ref={alert} color="warning" role="alert" tabIndex={-1}>
      <p>{text.step1.stale(by, at === null ? '' : formatTime(at))}</p>
      <Button
        size="xs"
        variant="default"
        // The rows begin anew with what is loaded: the screen keys this step by the revision then.
        onClick={() => void queryClient.resetQueries({ queryKey: runQueries.detail(runId).queryKey })}
      >
        {text.step1.loadTheirs}
      </Button>
    </Alert>
  );
}
