import { type Run, TRIAL_NOTICE } from '@curvewell/domain';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo } from 'react';
import { flushSync } from 'react-dom';

import { useMe } from '../../data/identity.ts';
import type { KitAssay } from '../../data/kits.ts';
import { plateQueries } from '../../data/plate.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime, formatZone } from '../../shared/format/format.ts';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.ts';
import { usePrinting } from '../../shared/hooks/use-printing.ts';
import { useStable } from '../../shared/hooks/use-stable.ts';
import { DraftNote } from '../../shared/ui/alerts/draft-note.tsx';
import { StaleAlert } from '../../shared/ui/alerts/stale-alert.tsx';
import { RunStatusBadge } from '../../shared/ui/badges/run-status-badge.tsx';
import { TrialRunMark } from '../../shared/ui/badges/trial-mark.tsx';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { PrintHead } from '../../shared/ui/print/print-head.tsx';
import { HeadFacts } from '../../shared/ui/screen/head-facts.tsx';
import { HistoryLink } from '../../shared/ui/screen/history-link.tsx';
import { Screen } from '../../shared/ui/screen/screen.tsx';
import { Steps } from '../../shared/ui/screen/steps.tsx';
import { PlateWork } from '../plate/layout/plate-work.tsx';
import { ComparePanel } from './compare/compare-panel.tsx';
import { WellPanel } from './panel/well-panel.tsx';
import { type AddLot, PlateSetupContext, usePlateSetup } from './plate-setup-context.ts';
import { ConfiguredPlate } from './plate/configured-plate.tsx';
import { screenActOf } from './plate/setup-keys.ts';
import { assaysOf } from './run-kits.ts';
import { LeaveStep, StartInterpretation } from './start-interpretation.tsx';
import { useNewPlateSetup } from './use-new-plate-setup.ts';
import classes from './plate-setup.module.css';

/** The origin of a run: channels, instrument, plate, creator, id. */
const RunOrigin = memo(function RunOrigin({ run }: { readonly run: Run }) {
  const { facts } = text.wells;
  return (
    <HeadFacts
      kept={[facts.plateId]}
      facts={[
        { term: facts.analyses, value: run.analyses.map(({ channel }) => channel).join(', ') },
        { term: facts.instrument, value: run.instrumentName },
        { term: facts.plateId, value: run.plateId, isCode: true },
        { term: facts.createdBy, value: run.createdByName },
        { term: facts.id, value: `${run.id.slice(0, 4)}…${run.id.slice(-4)}`, isCode: true, full: run.id },
      ]}
    />
  );
});

interface PlateSetupProps {
  readonly run: Run;
  /** Creates a lot of a kit version; null without the permission. */
  readonly makeLot: AddLot | null;
  /** Asks for confirmation and deletes the run; resolves to whether it was deleted. */
  readonly onCancel: () => Promise<boolean>;
  readonly onLeave: () => void;
  /** Returns to step 1; the plate is stored as a draft. */
  readonly onBack: () => void;
}

const NO_ASSAYS: readonly KitAssay[] = [];

/** Step 2: sets the content of every well and starts the interpretation. */
export function PlateSetup({ run, makeLot, onCancel, onLeave, onBack }: PlateSetupProps) {
  const { data: assays = NO_ASSAYS, isError, refetch } = useQuery(assaysOf(run));
  usePrefetchQuery(plateQueries.sampleTypes);
  const { setup, chosen } = useNewPlateSetup({ run, assays, makeLot });
  const { editor, comparison } = setup;
  useUnsavedGuard({ isChanged: editor.isChanged, isKept: true });
  const cancel = useStable((): void => {
    void onCancel().then((isGone) => {
      if (!isGone) return;
      // Delete the draft together with the run.
      flushSync(editor.discard);
      onLeave();
    });
  });
  const back = useStable(onBack);
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = screenActOf(event, setup);
    if (!act) return;
    act();
    event.preventDefault();
  };

  return (
    <PlateSetupContext value={setup}>
      <div className={classes['screen']} onKeyDown={onKeyDown}>
        <Screen
          title={text.wells.title(run.businessId)}
          documentTitle={text.wells.documentTitle(run.businessId)}
          beside={
            <>
              <RunStatusBadge status={run.status} />
              <TrialRunMark {...run} />
              <Steps
                label={text.step1.steps}
                steps={[text.step1.run, text.step1.wells]}
                active={1}
                onBack={back}
              />
            </>
          }
          subtitle={`${run.fileName} · ${text.wells.step}`}
          aside={
            <>
              <RunOrigin run={run} />
              <HistoryLink runId={run.id} />
            </>
          }
          footerStart={<LeaveStep onCancel={cancel} onBack={back} />}
          footerEnd={<StartInterpretation />}
          isFixed
        >
          <SetupPrintHead run={run} />
          <PlateWork
            use="configuration"
            plate={<ConfiguredPlate chosen={chosen} />}
            panel={
              <>
                {isError && <ListFailed title={text.step1.failed.channel} onRetry={() => void refetch()} />}
                <PlateNotes />
                {comparison ? (
                  <ComparePanel />
                ) : (
                  <WellPanel positions={chosen.shown} isShown={chosen.isShown} showNow={chosen.showNow} />
                )}
              </>
            }
            isPanelOpen={
              chosen.shown.length > 0 ||
              comparison !== null ||
              editor.conflict !== null ||
              editor.restoredAt !== null
            }
          />
        </Screen>
      </div>
    </PlateSetupContext>
  );
}

/** Notes on a restored draft or another user's save, placed so that they do not move the plate. */
function PlateNotes() {
  const { editor, comparison, compare } = usePlateSetup();
  const { conflict, restoredAt } = editor;
  return (
    <>
      {restoredAt !== null && <DraftNote at={restoredAt} onDiscard={editor.discard} />}
      {conflict && (
        <StaleAlert
          {...conflict.other}
          onLoadTheirs={() => editor.adopt(conflict.theirs)}
          onCompare={comparison ? null : compare}
        />
      )}
    </>
  );
}

/** Laboratory, time and user of a printed plate setup, which has no results. */
function SetupPrintHead({ run }: { readonly run: Run }) {
  const at = usePrinting();
  return at !== null && <Head run={run} at={at} />;
}

function Head({ run, at }: { readonly run: Run; readonly at: string }) {
  const { name } = useMe();
  const printed = text.print.by(formatDateTime(at), formatZone(at), name);
  const warnings = [text.print.notInterpreted, ...(run.isTrial ? [TRIAL_NOTICE] : [])];
  return (
    <PrintHead
      line={[run.laboratory.name, text.wells.title(run.businessId), printed].join(' · ')}
      warning={warnings.join(' · ')}
    />
  );
}
