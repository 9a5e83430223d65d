import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { paths } from '../../shared/paths.ts';
import { ArchivingMark } from '../../shared/ui/archiving-mark.tsx';
import { RunStatusBadge } from '../../shared/ui/run-status-badge.tsx';
import { Screen } from '../../shared/ui/screen.tsx';
import { SendMark } from '../../shared/ui/send-mark.tsx';
import { PlateWork } from '../plate/plate-work.tsx';
import { DecidedNote } from './decided-note.tsx';
import { NoResult } from './no-result.tsx';
import { PrintTable } from './print-table.tsx';
import { ReviewFooterEnd, ReviewFooterStart } from './review-actions.tsx';
import { ReviewContext } from './review-context.ts';
import { ReviewPanel } from './review-panel.tsx';
import { ReviewPlate } from './review-plate.tsx';
import { reviewWells } from './review-wells.ts';
import { RunFacts } from './run-facts.tsx';
import { useNewReview, type ReviewOf } from './use-new-review.ts';

/** Every result of a run, the doubtful ones first, and the decision. */
export function InterpretationReview(of: ReviewOf) {
  const { run, interpreted, isArchived } = of;
  const navigate = useNavigate();
  const review = useNewReview(of);
  const { channels, wells, selected, scheme } = review;
  const allWells = useMemo(
    () => channels.flatMap((channel) => reviewWells(run, { interpreted, channel })),
    [run, interpreted, channels],
  );
  const actions = {
    run,
    wells: allWells,
    scheme,
    onLeave: (): void => {
      void navigate(isArchived ? paths.archive() : paths.runList());
    },
  };

  return (
    <Screen
      title={text.interpretation.title(run.businessId)}
      documentTitle={text.interpretation.documentTitle(run.businessId)}
      beside={
        <>
          <RunStatusBadge status={run.status} />
          <SendMark sent={run.ftpSent} />
          <ArchivingMark archiving={run.archiving} />
        </>
      }
      subtitle={run.fileName}
      aside={<RunFacts run={run} isArchived={isArchived} />}
      footerStart={<ReviewFooterStart {...actions} />}
      footerEnd={
        <>
          <DecidedNote run={run} />
          <ReviewFooterEnd {...actions} />
        </>
      }
      isFixed
    >
      {wells.length === 0 ? (
        <NoResult run={run} />
      ) : (
        <ReviewContext value={review}>
          <PlateWork
            use="interpretation"
            plate={<ReviewPlate />}
            panel={<ReviewPanel />}
            isPanelOpen={selected.length > 0}
          />
        </ReviewContext>
      )}
      <PrintTable wells={selected.length > 0 ? selected : wells} />
    </Screen>
  );
}
