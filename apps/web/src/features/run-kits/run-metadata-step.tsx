import type { Kit, Run } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { analyserQueries } from '../../data/analysers.ts';
import { useMe } from '../../data/identity.ts';
import { useReloadRun } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { lotDays } from '../../shared/format/lot-days.ts';
import { hasCode } from '../../shared/api/api-problem.ts';
import { ctrlEnter } from '../../shared/navigation/ctrl-enter.ts';
import { confirm } from '../../shared/ui/dialogs/confirm.tsx';
import { DraftNote } from '../../shared/ui/alerts/draft-note.tsx';
import { FilledNote } from '../../shared/ui/fields/filled-note.tsx';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { RunStatusBadge } from '../../shared/ui/badges/run-status-badge.tsx';
import { Screen } from '../../shared/ui/screen/screen.tsx';
import { otherEditOf, StaleAlert } from '../../shared/ui/alerts/stale-alert.tsx';
import { Steps } from '../../shared/ui/screen/steps.tsx';
import { TrialRunMark } from '../../shared/ui/badges/trial-mark.tsx';
import { toastError } from '../../shared/ui/messages/toast.tsx';
import { useStable } from '../../shared/hooks/use-stable.ts';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.ts';
import { CompareCard } from './compare/compare-card.tsx';
import { changedByThemOnly, metadataOf, type Metadata } from './compare/compare-metadata.ts';
import { FitCards } from './fit/fit-cards.tsx';
import { KitRowsCard } from './rows/kit-rows-card.tsx';
import { expiredLotSentences } from './rows/expired-lot-sentences.ts';
import { lotsFor, missingIn, savedRows } from './rows/kit-rows.ts';
import { metadataWords } from './metadata-words.ts';
import { RunCard } from './run-card.tsx';
import styles from './run-metadata.module.css';
import type { ShownRow } from './rows/use-kit-row-state.ts';
import { useRunForm } from './draft/use-run-form.ts';
import { useRowFits } from './fit/use-row-fits.ts';
import { useSaveMetadata } from './draft/use-save-metadata.ts';

interface RunMetadataStepProps {
  readonly run: Run;
  /** Called after saving, to continue with step 2. */
  readonly onDone: (run: Run) => void;
  /** Asks for confirmation and deletes the run; resolves to whether it was deleted. */
  readonly onCancel: () => Promise<boolean>;
  readonly onLeave: () => void;
  /** The report of the import. */
  readonly report: ReactNode;
  /** Starts over with another user's version. */
  readonly onTheirs: (theirs: Run) => void;
}

/** Step 1 of creating a run: the kits and lots on the plate. */
export function RunMetadataStep(props: RunMetadataStepProps) {
  const { run, report, onDone, onCancel, onLeave, onTheirs } = props;
  const { preferredUsername: userId } = useMe();
  const formRef = useRef<HTMLDivElement>(null);
  const analysers = useQuery(analyserQueries.list);
  const days = lotDays(run);
  const form = useRunForm(run, { userId, day: days.used });
  const { analyserId, plateId, rows, conflict } = form;
  const [tried, setTried] = useState(false);
  const [isComparing, compare] = useState(false);
  useUnsavedGuard({ isChanged: form.isChanged, isKept: true });
  const finishAnd = (go: () => void): void => {
    flushSync(form.finish);
    go();
  };
  const { save, dated, isPending } = useSaveMetadata(run);
  const reload = useReloadRun(run.id);
  const words = text.step1;
  const mine: Metadata = { analyserId, plateId, rows: rows.shown.map(({ row }) => row) };

  const fits = useRowFits(run, mine);

  const openRow = mine.rows.findIndex((row) => missingIn(row).length > 0);
  const open =
    analyserId === null
      ? words.analyserMissing
      : (!fits.isImpossible && openText(rows.shown[openRow], rows.kits)) || fits.open;

  const saveAs = async (metadata: Metadata, revision?: number): Promise<void> => {
    if (metadata.analyserId === null) return;
    try {
      const saved = await save({
        analyserId: metadata.analyserId,
        plateId: metadata.plateId,
        kits: savedRows(metadata.rows),
        kitIds: metadata.rows.flatMap(({ kitId }) => kitId ?? []),
        confirmedFit: fits.confirmed,
        ...(revision !== undefined && { revision }),
      });
      finishAnd(() => onDone(saved));
    } catch (error) {
      if (!hasCode(error, 'stale')) {
        toastError(words.notSaved, error);
        return;
      }
      const theirs = await reload();
      compare(false);
      form.reportConflict(theirs, otherEditOf(error));
    }
  };

  /** Single choices are about to be filled in, so do not ask for them. */
  const isFilling = rows.shown.some(({ isLoading }) => isLoading) || fits.isLoading;

  /** The user went on while values were filled in. */
  const isAwaited = useRef(false);
  /** Leads to the card of the kit that does not fit the file. */
  const showFit = (): void => formRef.current?.querySelector<HTMLElement>('[data-impossible] h2')?.focus();

  const proceed = async (): Promise<void> => {
    if (isPending) return;
    if (isFilling) {
      isAwaited.current = true;
      return;
    }
    if (fits.isImpossible) {
      showFit();
      return;
    }
    flushSync(() => setTried(true));
    if (analyserId === null || mine.rows.some((row) => missingIn(row).length > 0)) {
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    if (fits.open !== '') {
      showFit();
      return;
    }
    if (conflict) {
      compare(true);
      return;
    }
    const expired = expiredLotSentences(rows.shown, days.used);
    if (expired.length > 0) {
      await confirm({
        title: words.expiredTitle,
        text: expired.map((sentence) => <div key={sentence}>{sentence}</div>),
        answers: 'ok-only',
      });
    }
    await saveAs(mine);
  };

  const goOn = useStable(proceed);
  useEffect(() => {
    if (isFilling || !isAwaited.current) return;
    isAwaited.current = false;
    // Not within the effect, since it renders synchronously.
    queueMicrotask(() => void goOn());
  }, [isFilling, goOn]);

  return (
    <div className={styles['screen']} onKeyDown={(event) => ctrlEnter(event, proceed)}>
      <Screen
        title={text.runs.run(run.businessId)}
        documentTitle={words.documentTitle(run.businessId)}
        beside={
          <>
            <RunStatusBadge status={run.status} />
            <TrialRunMark {...run} />
            <Steps label={words.steps} steps={[words.run, words.wells]} active={0} />
          </>
        }
        aside={<span className={styles['fileName']}>{run.fileName}</span>}
        footerStart={
          <Button
            variant="subtle"
            color="gray"
            onClick={() =>
              void onCancel().then((isGone) => {
                if (isGone) finishAnd(onLeave);
              })
            }
          >
            {text.common.cancel}
          </Button>
        }
        footerEnd={
          <>
            <b className={styles['open']} id="next-reason">
              {open}
            </b>
            <Button
              size="md"
              loading={isPending || isFilling}
              disabled={isComparing}
              aria-disabled={open !== ''}
              data-disabled={open !== ''}
              aria-describedby="next-reason"
              onClick={() => void proceed()}
            >
              {text.common.next}
            </Button>
          </>
        }
      >
        <div ref={formRef} className={styles['form']}>
          {form.restoredAt !== null && <DraftNote at={form.restoredAt} onDiscard={form.discard} />}
          {conflict && (
            <StaleAlert
              {...conflict.other}
              onLoadTheirs={() => finishAnd(() => onTheirs(conflict.theirs))}
              onCompare={isComparing ? null : () => compare(true)}
            />
          )}
          {analysers.isError && (
            <ListFailed title={words.failed.analysers} onRetry={() => void analysers.refetch()} />
          )}
          {rows.kitsFailed && (
            <ListFailed title={words.failed.kits} onRetry={() => void rows.kitsFailed?.refetch()} />
          )}
          {rows.versionsFailed && (
            <ListFailed title={words.failed.lot} onRetry={() => void rows.versionsFailed?.refetch()} />
          )}
          {conflict && isComparing ? (
            <CompareCard
              mine={mine}
              theirs={metadataOf(conflict.theirs)}
              taken={changedByThemOnly(conflict.base, { mine, theirs: metadataOf(conflict.theirs) })}
              words={metadataWords({ analysers: analysers.data ?? [], rows, theirs: conflict.theirs })}
              isSaving={isPending}
              onSave={(settled) => void saveAs(settled, conflict.theirs.revision)}
            />
          ) : (
            <>
              <FilledFields form={form} />
              <RunCard
                run={run}
                fromImport={form.fromImport}
                onPass={form.passRun}
                analysers={(analysers.data ?? []).filter(({ active, id }) => active || id === analyserId)}
                analyserId={analyserId}
                onAnalyser={form.setAnalyserId}
                plateId={plateId}
                onPlateId={form.setPlateId}
                tried={tried}
                onDated={dated}
              />
              <KitRowsCard
                rows={rows}
                analyserId={analyserId}
                tried={tried}
                onAdd={() => {
                  setTried(false);
                  rows.add();
                }}
                days={days}
              />
              <FitCards
                run={run}
                fits={fits}
                rows={mine.rows}
                onChange={rows.change}
                onRead={(read) => finishAnd(() => onTheirs(read))}
              />
              {report}
            </>
          )}
        </div>
      </Screen>
    </div>
  );
}

/** What prevents the next step: “Choose a lot of F2-F5.” */
function openText(shown: ShownRow | undefined, kits: readonly Kit[]): string {
  const [first] = shown ? missingIn(shown.row) : [];
  if (shown === undefined || first === undefined) return '';
  const lacksLots = first === 'lots' && lotsFor(shown.row, shown.versions).length === 0;
  const kit = kits.find(({ id }) => id === shown.row.kitId)?.name ?? '';
  return text.step1.open[lacksLots ? 'noLots' : first](kit);
}

/** States that single choices were filled in, and offers to undo that. */
function FilledFields({ form }: { readonly form: ReturnType<typeof useRunForm> }) {
  const { rows, fromImport, setAnalyserId } = form;
  const inRows = rows.shown.reduce((sum, { filled }) => sum + filled.size, 0);
  const count = inRows + Number(fromImport.analyser);
  if (count === 0) return null;
  const clear = (): void => {
    rows.clearFilled();
    if (fromImport.analyser) setAnalyserId(null);
  };
  return (
    <FilledNote onClear={clear}>
      <b>{text.step1.filled(count)}</b> {text.step1.filledUntil(count)}
    </FilledNote>
  );
}
