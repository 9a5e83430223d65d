import type { Run } from '@curvewell/domain';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

import type { KitAssay } from '../../data/kits.ts';
import { plateQueries } from '../../data/plate.ts';
import { text } from '../../locale/text.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { RunStatusBadge } from '../../shared/ui/badges/run-status-badge.tsx';
import { HistoryLink } from '../../shared/ui/screen/history-link.tsx';
import { Screen } from '../../shared/ui/screen/screen.tsx';
import { Steps } from '../../shared/ui/screen/steps.tsx';
import { TrialRunMark } from '../../shared/ui/badges/trial-mark.tsx';
import { useStable } from '../../shared/hooks/use-stable.ts';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.ts';
import { PlateWork } from '../plate/layout/plate-work.tsx';
import { ComparePanel } from './compare/compare-panel.tsx';
import { WellPanel } from './panel/well-panel.tsx';
import { PlateNotes } from './plate-notes.tsx';
import { PlateSetupContext, type AddLot } from './plate-setup-context.ts';
import classes from './plate-setup.module.css';
import { ConfiguredPlate } from './plate/configured-plate.tsx';
import { screenActOf } from './plate/setup-keys.ts';
import { assaysOf } from './run-kits.ts';
import { RunOrigin } from './run-origin.tsx';
import { SetupPrintHead } from './setup-print-head.tsx';
import { LeaveStep, StartInterpretation } from './start-interpretation.tsx';
import { useNewPlateSetup } from './use-new-plate-setup.ts';

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
